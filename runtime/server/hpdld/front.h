#ifndef HPDL_RUNTIME_SERVER_HPDLD_FRONT_H_
#define HPDL_RUNTIME_SERVER_HPDLD_FRONT_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/server/hpdld/gate.h"
#include "runtime/server/hpdld/password_gate.h"
#include "runtime/server/hpdld/services.h"
#include "runtime/server/work/server_log.h"
#include "runtime/world/https/tls_identity.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

struct FrontSetup {
  std::string host;
  std::uint16_t port = 0;
  int socket = -1;  ///< a socket that listens already; -1: the Front opens the port
  GateRules gate;
  std::optional<PasswordFile> passwords;  ///< nullopt: `simple` authentication
  std::shared_ptr<TlsIdentity> tls;       ///< null: no TLS
  std::string url;                        ///< the URL that callers use; "": the address of the port
  /// Takes one line of the access log, with its line feed, for each answered request. If the
  /// function is empty, no access log is kept.
  std::function<void(const std::string&)> access_log;
  ServerLog log;
  Site site;
  /// Makes the services that answer admitted requests. Is called once the server's address is
  /// known. The members `key_pin` and `program_key` of `address` are not set yet.
  std::function<Result<std::unique_ptr<Services>>(ServerAddress address)> services;
};

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
