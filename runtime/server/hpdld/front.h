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
  int socket = -1;  ///< as HttpListen::socket
  GateRules gate;
  std::optional<PasswordFile> passwords;  ///< none: `simple` authentication
  std::shared_ptr<TlsIdentity> tls;       ///< null: none
  std::string url;                        ///< where callers reach it; "": where it listens
  /// Takes a line, with its end, for each request that was answered. Empty: nobody asked for it.
  std::function<void(const std::string&)> access_log;
  ServerLog log;
  Site site;
  /// Makes what is behind the gate, once it is known where it can be called. The keys of `address`
  /// are not known here.
  std::function<Result<std::unique_ptr<Services>>(ServerAddress address)> services;
};

/// The port of the server: lets callers in, and hands what they ask to the protocol of the path.
/// Loop thread only; must go before the loop does.
class Front {
 public:
  /// kError: the port is busy, or the address is none of this machine; or there are no services.
  static Result<std::unique_ptr<Front>> Open(boost::asio::io_context& loop, FrontSetup setup);
  virtual ~Front() = default;
  /// Of Oozie's services: "http://127.0.0.1:11000/oozie".
  virtual const std::string& url() const = 0;
  /// Where callers reach it. The keys are not known here.
  virtual const ServerAddress& address() const = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_FRONT_H_
