#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <boost/asio/ssl/context.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "runtime/world/http/session.h"
#include "runtime/world/https/tls_identity.h"

namespace hpdl::rt {
namespace {

namespace ssl = boost::asio::ssl;
using boost::beast::tcp_stream;
using boost::system::error_code;
using TlsStream = boost::beast::ssl_stream<tcp_stream>;

/// The TLS context of new connections.
using SharedContext = std::shared_ptr<ssl::context>;

Result<void> Prepare(const TlsTexts& texts, ssl::context* context);
Result<std::string> PinOf(const TlsFiles& files, ssl::context& context);

class IdentityOfTexts final : public TlsIdentity {
 public:
  Result<void> Replace(const TlsTexts& texts) override {
    const auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    HPDL_TRY(Prepare(texts, context.get()));
    Result<std::string> pin = PinOf(texts.files, *context);
    HPDL_TRY(pin);
    context_ = context;
    key_pin_ = std::move(*pin);
    return {};
  }
  const std::string& key_pin() const override { return key_pin_; }
  const SharedContext& context() const { return context_; }

 private:
  SharedContext context_;
  std::string key_pin_;
};

struct TlsShared final : http_internal::Shared {
  TlsShared(HttpListen listen, std::shared_ptr<TlsIdentity> shown)
      : Shared(std::move(listen)), identity(std::move(shown)) {}
  const std::shared_ptr<TlsIdentity> identity;
};

Task<void> ServeTls(std::shared_ptr<http_internal::Shared> shared,
                    boost::asio::ip::tcp::socket socket) {
  const TlsIdentity& identity = *static_cast<TlsShared&>(*shared).identity;
  const SharedContext context = static_cast<const IdentityOfTexts&>(identity).context();
  http_internal::Session<TlsStream> session(shared,
                                            TlsStream(tcp_stream(std::move(socket)), *context));
  const auto [error] = co_await session.stream().async_handshake(
      ssl::stream_base::server, boost::asio::as_tuple(boost::asio::use_awaitable));
  if (!error) {
    co_await session.Serve();
  }
}

Result<void> ReadInto(const std::string& path, std::string* text) {
  constexpr std::size_t kMost = 48 << 10;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Error{ErrorClass::kError, "", path + ": " + std::strerror(errno)};
  }
  text->resize(kMost + 1);
  file.read(text->data(), static_cast<std::streamsize>(text->size()));
  text->resize(static_cast<std::size_t>(file.gcount()));
  return file.eof() ? Result<void>()
                    : Error{ErrorClass::kError, "", path + ": it is larger than 48 KiB"};
}

Result<void> Prepare(const TlsTexts& texts, ssl::context* context) {
  error_code error;
  context->set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 |
                           ssl::context::no_sslv3 | ssl::context::no_tlsv1 |
                           ssl::context::no_tlsv1_1,
                       error);
  // Gives an empty passphrase, because no person can enter a passphrase.
  context->set_password_callback(
      [](std::size_t, ssl::context::password_purpose) { return std::string(); }, error);
  context->use_certificate_chain(boost::asio::buffer(texts.certificates), error);
  if (error) {
    return Error{ErrorClass::kError, "", texts.files.certificates + ": " + error.message()};
  }
  context->use_private_key(boost::asio::buffer(texts.key), ssl::context::pem, error);
  if (error) {
    return Error{ErrorClass::kError, "", texts.files.key + ": " + error.message()};
  }
  return {};
}

Result<std::string> PinOf(const TlsFiles& files, ssl::context& context) {
  X509* const certificate = SSL_CTX_get0_certificate(context.native_handle());
  unsigned char* key = nullptr;
  const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
  if (size <= 0) {
    return Error{ErrorClass::kError, "", files.certificates + ": no public key"};
  }
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(key, static_cast<std::size_t>(size), digest);
  OPENSSL_free(key);
  unsigned char text[(SHA256_DIGEST_LENGTH + 2) / 3 * 4 + 1];
  const int length = EVP_EncodeBlock(text, digest, SHA256_DIGEST_LENGTH);
  return "sha256//" +
         std::string(reinterpret_cast<const char*>(text), static_cast<std::size_t>(length));
}

}  // namespace

Result<TlsTexts> ReadTls(const TlsFiles& files) {
  TlsTexts texts{files, "", ""};
  HPDL_TRY(ReadInto(files.certificates, &texts.certificates));
  HPDL_TRY(ReadInto(files.key, &texts.key));
  return texts;
}

Result<void> CheckTls(const TlsFiles& files) {
  const Result<TlsTexts> texts = ReadTls(files);
  HPDL_TRY(texts);
  ssl::context context{ssl::context::tls_server};
  return Prepare(*texts, &context);
}

Result<std::string> KeyPin(const TlsTexts& texts) {
  ssl::context context{ssl::context::tls_server};
  HPDL_TRY(Prepare(texts, &context));
  return PinOf(texts.files, context);
}

Result<std::shared_ptr<TlsIdentity>> TlsIdentity::Of(const TlsTexts& texts) {
  const auto identity = std::make_shared<IdentityOfTexts>();
  HPDL_TRY(identity->Replace(texts));
  return std::shared_ptr<TlsIdentity>(identity);
}

Result<std::unique_ptr<HttpListener>> ListenHttps(boost::asio::io_context& loop, HttpListen listen,
                                                  std::shared_ptr<TlsIdentity> identity) {
  auto shared = std::make_shared<TlsShared>(std::move(listen), std::move(identity));
  return http_internal::Listen(loop, std::move(shared), &ServeTls);
}

Result<std::unique_ptr<HttpListener>> ListenHttps(boost::asio::io_context& loop, HttpListen listen,
                                                  const TlsFiles& files) {
  const Result<TlsTexts> texts = ReadTls(files);
  HPDL_TRY(texts);
  Result<std::shared_ptr<TlsIdentity>> identity = TlsIdentity::Of(*texts);
  HPDL_TRY(identity);
  return ListenHttps(loop, std::move(listen), std::move(*identity));
}

}  // namespace hpdl::rt
