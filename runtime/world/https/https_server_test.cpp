#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <cstdio>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/http/http_server.h"
#include "runtime/world/http/testing/listening_test.h"
#include "runtime/world/https/tls_identity.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// Makes a key and a self-signed certificate for 127.0.0.1, as PEM.
void MakeCertificate(const TlsFiles& files) {
  EVP_PKEY* const key = EVP_EC_gen("P-256");
  X509* const certificate = X509_new();
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_NAME* const name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  X509_EXTENSION* const address =
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "IP:127.0.0.1");
  X509_add_ext(certificate, address, -1);
  X509_EXTENSION_free(address);
  ASSERT_NE(X509_sign(certificate, key, EVP_sha256()), 0);
  std::FILE* file = std::fopen(files.certificates.c_str(), "w");
  PEM_write_X509(file, certificate);
  std::fclose(file);
  file = std::fopen(files.key.c_str(), "w");
  PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

class HttpsServerTest : public testing::ListeningTest<HttpListener> {
 protected:
  void SetUp() override {
    MakeCertificate(files_);
    listen_.host = "127.0.0.1";
    listen_.admit = [](const HttpCall&) { return std::nullopt; };
    listen_.handle = [](const HttpCall& call) -> Task<HttpAnswer> {
      co_return HttpAnswer{200, std::string(call.target()) + " " + call.body()};
    };
  }
  void Start() { Serve(ListenHttps(io_, listen_, files_)); }
  /// Sends `text` and returns the reply, or the message of the error. It is an error if the server
  /// does not show its certificate.
  std::string Ask(const std::string& text) {
    asio::ssl::context context(asio::ssl::context::tls_client);
    context.load_verify_file(files_.certificates);
    asio::ssl::stream<tcp::socket> stream(client_, context);
    stream.set_verify_mode(asio::ssl::verify_peer);
    stream.set_verify_callback(asio::ssl::host_name_verification("127.0.0.1"));
    stream.next_layer().connect(Endpoint());
    error_code error;
    stream.handshake(asio::ssl::stream_base::client, error);
    if (error) {
      return error.message();
    }
    EXPECT_GE(SSL_version(stream.native_handle()), TLS1_2_VERSION);
    asio::write(stream, asio::buffer(text), error);
    std::string reply;
    asio::read(stream, asio::dynamic_buffer(reply), error);
    // A connection that is cut off gives stream_truncated.
    return error == asio::error::eof ? reply : error.message();
  }

  const testing::TemporaryFolder folder_;
  TlsFiles files_{folder_.path() + "/certificate.pem", folder_.path() + "/key.pem"};
  HttpListen listen_;
};

TEST_F(HttpsServerTest, AnswersToItsEnd) {
  Start();
  const std::string reply = Ask("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 200 OK\r\n")) << reply;
  EXPECT_TRUE(reply.ends_with("\r\n\r\n/a abc")) << reply;
  EXPECT_TRUE(Ask("hello\r\n\r\n").starts_with("HTTP/1.1 400 ")) << "within the connection";
}

TEST_F(HttpsServerTest, WhoDoesNotSpeakTlsIsClosed) {
  Start();
  tcp::socket plain(client_);
  plain.connect(Endpoint());
  asio::write(plain, asio::buffer(std::string("GET / HTTP/1.1\r\nHost: h\r\n\r\n")));
  std::string reply;
  error_code error;
  asio::read(plain, asio::dynamic_buffer(reply), error);
  EXPECT_EQ(reply.find("HTTP"), reply.npos);
}

TEST_F(HttpsServerTest, ASlowHandshakeIsClosed) {
  listen_.limits.total_ms = 1000;
  Start();
  tcp::socket silent(client_);
  silent.connect(Endpoint());
  std::string reply;
  error_code error;
  asio::read(silent, asio::dynamic_buffer(reply), error);
  EXPECT_EQ(reply, "");
}

TEST_F(HttpsServerTest, FilesThatCannotBeUsedAreNamed) {
  TlsFiles missing = files_;
  missing.key += "x";
  const auto no_key = ListenHttps(client_, listen_, missing);
  ASSERT_FALSE(no_key);
  EXPECT_TRUE(no_key.error().message.starts_with(missing.key)) << no_key.error().message;
  std::ofstream(files_.certificates) << "no certificate";
  const auto odd = ListenHttps(client_, listen_, files_);
  ASSERT_FALSE(odd);
  EXPECT_TRUE(odd.error().message.starts_with(files_.certificates)) << odd.error().message;
}

TEST_F(HttpsServerTest, WhatCannotBeReadAgainChangesNothing) {
  const auto identity = TlsIdentity::Of(*ReadTls(files_));
  ASSERT_TRUE(identity);
  const std::string first = (*identity)->key_pin();
  EXPECT_EQ(first, *KeyPin(*ReadTls(files_)));
  MakeCertificate(files_);
  EXPECT_EQ((*identity)->key_pin(), first);
  ASSERT_TRUE((*identity)->Replace(*ReadTls(files_)));
  const std::string second = (*identity)->key_pin();
  EXPECT_NE(second, first);
  std::ofstream(files_.certificates) << "no certificate";
  EXPECT_FALSE((*identity)->Replace(*ReadTls(files_)));
  EXPECT_EQ((*identity)->key_pin(), second);
}

TEST_F(HttpsServerTest, AKeyWithWordsIsRefusedAndAsksNobody) {
  EVP_PKEY* const key = EVP_EC_gen("P-256");
  std::FILE* file = std::fopen(files_.key.c_str(), "w");
  PEM_write_PrivateKey(file, key, EVP_aes_128_cbc(),
                       reinterpret_cast<const unsigned char*>("words"), 5, nullptr, nullptr);
  std::fclose(file);
  EVP_PKEY_free(key);
  EXPECT_FALSE(ListenHttps(client_, listen_, files_));
}

}  // namespace
}  // namespace hpdl::rt
