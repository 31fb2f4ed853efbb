#ifndef HPDL_RUNTIME_WORLD_HTTPS_HTTPS_SERVER_H_
#define HPDL_RUNTIME_WORLD_HTTPS_HTTPS_SERVER_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/world/http/http_server.h"

namespace hpdl::rt {

/// Files in PEM. `certificates` holds the certificate of the server, followed by the certificates
/// of its issuers. `key` holds the private key of the server's certificate, without a passphrase.
struct TlsFiles {
  std::string certificates, key;
};

/// The contents of the files. The error messages name the files.
struct TlsTexts {
  TlsFiles files;
  std::string certificates, key;
};

/// Reads the files; does not check their contents. kError: a file cannot be read, or is larger than
/// 48 KiB.
Result<TlsTexts> ReadTls(const TlsFiles& files);

/// Checks the files. Returns error kError if a file cannot be used, or if the key does not belong
/// to the certificate.
Result<void> CheckTls(const TlsFiles& files);

/// Returns the pin of the key: `sha256//` and the base64 hash of its public half
/// (HttpRequest::key_pin). Different keys have different pins. The errors are those of CheckTls().
Result<std::string> KeyPin(const TlsTexts& texts);

/// Opens a port for HTTPS with TLS 1.2 or later. Returns the errors of ListenHttp(), and kError
/// without a code if a file cannot be used.
Result<std::unique_ptr<HttpListener>> ListenHttps(boost::asio::io_context& loop, HttpListen listen,
                                                  const TlsFiles& files);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HTTPS_HTTPS_SERVER_H_
