#ifndef HPDL_RUNTIME_WORLD_HTTPS_TLS_IDENTITY_H_
#define HPDL_RUNTIME_WORLD_HTTPS_TLS_IDENTITY_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/world/https/https_server.h"

namespace hpdl::rt {

/// What a port shows of itself over TLS, which may change while it is open. Loop thread only.
class TlsIdentity {
 public:
  /// kError as CheckTls().
  static Result<std::shared_ptr<TlsIdentity>> Read(TlsFiles files);
  virtual ~TlsIdentity() = default;
  /// Connections from now on see what is in the files now. If that cannot be used, all stays as it
  /// was; kError as CheckTls().
  virtual Result<void> ReadAgain() = 0;
  /// As KeyPin().
  virtual const std::string& key_pin() const = 0;
};

/// ListenHttps() with an identity.
Result<std::unique_ptr<HttpListener>> ListenHttps(boost::asio::io_context& loop, HttpListen listen,
                                                  std::shared_ptr<TlsIdentity> identity);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HTTPS_TLS_IDENTITY_H_
