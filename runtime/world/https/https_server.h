#ifndef HPDL_RUNTIME_WORLD_HTTPS_HTTPS_SERVER_H_
#define HPDL_RUNTIME_WORLD_HTTPS_HTTPS_SERVER_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/world/http/http_server.h"

namespace hpdl::rt {

/// Files in PEM: the certificate of the server, those above it behind it; and its key, which no
/// words protect.
struct TlsFiles {
  std::string certificates, key;
};

/// Says what is wrong with the files: one cannot be used, or the key is of another certificate.
/// kError.
Result<void> CheckTls(const TlsFiles& files);

/// The pin of the key, which no other key has: `sha256//` and base64 of the hash of its public half
/// (HttpRequest::key_pin). kError as CheckTls().
Result<std::string> KeyPin(const TlsFiles& files);

/// ListenHttp() over TLS 1.2 and later. kError without a code also for a file that cannot be used.
Result<std::unique_ptr<HttpListener>> ListenHttps(boost::asio::io_context& loop, HttpListen listen,
                                                  const TlsFiles& files);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HTTPS_HTTPS_SERVER_H_
