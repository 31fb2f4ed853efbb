#ifndef HPDL_RUNTIME_WORLD_HTTPS_TLS_IDENTITY_H_
#define HPDL_RUNTIME_WORLD_HTTPS_TLS_IDENTITY_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/world/https/https_server.h"

namespace hpdl::rt {

/// The certificate and key that a port uses for TLS. They may change while the port is open. Used
/// only on the loop thread.
class TlsIdentity {
 public:
  /// The errors are those of CheckTls().
  static Result<std::shared_ptr<TlsIdentity>> Of(const TlsTexts& texts);
  virtual ~TlsIdentity() = default;
  /// Uses other texts for later connections. If they cannot be used, the old ones stay in use. The
  /// errors are those of CheckTls().
  virtual Result<void> Replace(const TlsTexts& texts) = 0;
  /// Returns the result of KeyPin() for the key.
  virtual const std::string& key_pin() const = 0;
};

/// Opens a port for HTTPS with the certificate and key of `identity`. Returns the errors of
/// ListenHttp().
Result<std::unique_ptr<HttpListener>> ListenHttps(boost::asio::io_context& loop, HttpListen listen,
                                                  std::shared_ptr<TlsIdentity> identity);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HTTPS_TLS_IDENTITY_H_
