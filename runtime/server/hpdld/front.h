#ifndef HPDL_RUNTIME_SERVER_HPDLD_FRONT_H_
#define HPDL_RUNTIME_SERVER_HPDLD_FRONT_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/server/access/own_hosts.h"
#include "runtime/server/hpdld/services.h"
#include "runtime/server/login/admission.h"
#include "runtime/world/http/http_server.h"
#include "runtime/world/https/tls_identity.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// The limits of a site for requests.
struct FrontLimits {
  HttpLimits http;
  std::int64_t callback_bytes = 0;  ///< the maximum length of a callback's body
  std::size_t user_requests = 0;    ///< the maximum number of requests of a user at a time
};

FrontLimits FrontLimitsOf(const Site& site);

struct FrontSetup {
  std::string host;
  std::uint16_t port = 0;
  int socket = -1;  ///< a socket that listens already; -1: the Front opens the port
  OwnHosts hosts;
  std::unique_ptr<Admission> admission;
  std::shared_ptr<TlsIdentity> tls;  ///< null: no TLS
  std::string url;                   ///< the URL that callers use; "": the address of the port
  /// Takes one line of the access log, with its line feed, for each answered request. If the
  /// function is empty, no access log is kept.
  std::function<void(const std::string&)> access_log;
  FrontLimits limits;
  /// Makes the services that answer admitted requests. Is called once the server's address is
  /// known. The members `key_pin` and `program_key` of `address` are not set yet.
  std::function<Result<std::unique_ptr<Services>>(ServerAddress address)> services;
};

/// Returns the address of a server that listens at `place` (HOST:PORT), without `key_pin` and
/// `program_key`. `url`: the URL that callers use; "": the address of the port.
ServerAddress AddressOf(const std::string& place, bool tls, const std::string& url);

/// The port of the server. Admits callers, and passes their requests to the services. Loop thread
/// only; must be destroyed before the loop.
class Front {
 public:
  /// Returns kError if the port is busy, the address is not one of this machine, or the services
  /// cannot be made.
  static Result<std::unique_ptr<Front>> Open(boost::asio::io_context& loop, FrontSetup setup);
  virtual ~Front() = default;
  /// Returns the URL of Oozie's services: "http://127.0.0.1:11000/oozie".
  virtual const std::string& url() const = 0;
  /// Returns the address at which callers reach the server, without `key_pin` and `program_key`.
  virtual const ServerAddress& address() const = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_FRONT_H_
