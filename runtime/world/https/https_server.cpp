#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <boost/asio/ssl/context.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
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

Result<void> Prepare(const TlsFiles& files, ssl::context* context);
Result<std::string> PinOf(const TlsFiles& files, ssl::context& context);

class IdentityOfFiles final : public TlsIdentity {
 public:
  explicit IdentityOfFiles(TlsFiles files) : files_(std::move(files)) {}

  Result<void> ReadAgain() override {
    const auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    HPDL_TRY(Prepare(files_, context.get()));
    Result<std::string> pin = PinOf(files_, *context);
    HPDL_TRY(pin);
    context_ = context;
    key_pin_ = std::move(*pin);
    return {};
  }
  const std::string& key_pin() const override { return key_pin_; }
  const SharedContext& context() const { return context_; }

 private:
  const TlsFiles files_;
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
  const SharedContext context = static_cast<const IdentityOfFiles&>(identity).context();
  http_internal::Session<TlsStream> session(shared,
                                            TlsStream(tcp_stream(std::move(socket)), *context));
  const auto [error] = co_await session.stream().async_handshake(
      ssl::stream_base::server, boost::asio::as_tuple(boost::asio::use_awaitable));
  if (!error) {
    co_await session.Serve();
  }
}

Result<void> Prepare(const TlsFiles& files, ssl::context* context) {
  error_code error;
  context->set_options(ssl::context::default_workarounds | ssl::context::no_sslv2 |
                           ssl::context::no_sslv3 | ssl::context::no_tlsv1 |
                           ssl::context::no_tlsv1_1,
                       error);
  // Gives an empty passphrase, because no person can enter a passphrase.
  context->set_password_callback(
      [](std::size_t, ssl::context::password_purpose) { return std::string(); }, error);
  context->use_certificate_chain_file(files.certificates, error);
  if (error) {
    return Error{ErrorClass::kError, "", files.certificates + ": " + error.message()};
  }
  context->use_private_key_file(files.key, ssl::context::pem, error);
  if (error) {
    return Error{ErrorClass::kError, "", files.key + ": " + error.message()};
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

Result<void> CheckTls(const TlsFiles& files) {
  ssl::context context{ssl::context::tls_server};
  return Prepare(files, &context);
}

Result<std::string> KeyPin(const TlsFiles& files) {
  ssl::context context{ssl::context::tls_server};
  HPDL_TRY(Prepare(files, &context));
  return PinOf(files, context);
}

Result<std::shared_ptr<TlsIdentity>> TlsIdentity::Read(TlsFiles files) {
  const auto identity = std::make_shared<IdentityOfFiles>(std::move(files));
  HPDL_TRY(identity->ReadAgain());
  return std::shared_ptr<TlsIdentity>(identity);
}

Result<std::unique_ptr<HttpListener>> ListenHttps(boost::asio::io_context& loop, HttpListen listen,
                                                  std::shared_ptr<TlsIdentity> identity) {
  auto shared = std::make_shared<TlsShared>(std::move(listen), std::move(identity));
  return http_internal::Listen(loop, std::move(shared), &ServeTls);
}

Result<std::unique_ptr<HttpListener>> ListenHttps(boost::asio::io_context& loop, HttpListen listen,
                                                  const TlsFiles& files) {
  Result<std::shared_ptr<TlsIdentity>> identity = TlsIdentity::Read(files);
  HPDL_TRY(identity);
  return ListenHttps(loop, std::move(listen), std::move(*identity));
}

}  // namespace hpdl::rt
