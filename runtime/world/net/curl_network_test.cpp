#include "runtime/world/net/curl_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <fstream>
#include <optional>
#include <set>

#include "runtime/world/net/http_status.h"
#include "runtime/world/net/testing/peer.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
namespace asio = boost::asio;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::int64_t MsSince(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
}

class NetworkTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    peer_ = new testing::Peer();
    setenv("SSL_CERT_FILE", (peer_->folder() / "ca.pem").c_str(), 1);
    for (const char* name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                             "no_proxy", "NO_PROXY"}) {
      unsetenv(name);
    }
  }
  static void TearDownTestSuite() { delete peer_; }

  static std::string Url(const std::string& path, const std::string& name = "http") {
    const bool plain = name.starts_with("http");
    return (plain ? "http://127.0.0.1:" : "https://localhost:") +
           std::to_string(peer_->Port(name)) + path;
  }
  static HttpRequest Get(const std::string& path, const std::string& name = "http") {
    HttpRequest request;
    request.url = Url(path, name);
    return request;
  }
  static MailRequest Mail(const std::string& name, const std::string& to) {
    MailRequest mail;
    mail.host = "localhost";
    mail.port = static_cast<std::uint16_t>(peer_->Port(name));
    mail.from = "flow@example";
    mail.to = {to};
    mail.message_file = peer_->folder() / "message";
    std::ofstream(mail.message_file) << "Subject: x\r\n\r\nline\r\n.dot\r\n";
    return mail;
  }

  Result<HttpReply> Send(HttpRequest request) { return Await(network_->Send(std::move(request))); }
  Result<MailReply> Send(MailRequest request) {
    return Await(network_->SendMail(std::move(request)));
  }
  template <class T>
  static Task<void> Journal(Task<T> task, std::optional<T>* result) {
    result->emplace(co_await std::move(task));
  }
  template <class T>
  T Await(Task<T> task) {
    std::optional<T> result;
    asio::co_spawn(loop_, Journal(std::move(task), &result), asio::detached);
    loop_.restart();
    loop_.run();
    return std::move(*result);
  }
  template <class Request>
  void ExpectError(Request request, const std::string& code,
                   ErrorClass error_class = ErrorClass::kTransient) {
    const auto result = Send(std::move(request));
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, code) << result.error().message;
    EXPECT_EQ(result.error().error_class, error_class);
    message_ = result.error().message;
  }
  /// Returns the number of connections that the peer has accepted so far.
  long Connections() { return std::stol(Send(Get("/open"))->body); }

  static inline testing::Peer* peer_ = nullptr;
  asio::io_context loop_{1};
  std::unique_ptr<Network> network_ = hpdl_network_curl.open(loop_);
  std::string message_;
};

// ---- Replies

TEST_F(NetworkTest, StatusHeadersAndBody) {
  const auto reply = Send(Get("/hello"));
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->status, 200);
  EXPECT_EQ(reply->body, "hello");
  EXPECT_EQ(reply->url, Url("/hello"));
  ASSERT_NE(reply->Header("X-TWO"), nullptr);
  EXPECT_EQ(*reply->Header("x-two"), "a");
  EXPECT_EQ(reply->Header("x-none"), nullptr);
}

TEST_F(NetworkTest, AnyStatusIsAReply) {
  for (const int status : {201, 400, 401, 404, 409, 500, 503}) {
    const auto reply = Send(Get("/status/" + std::to_string(status)));
    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(reply->status, status);
    EXPECT_EQ(reply->body, "status " + std::to_string(status));
  }
}

TEST_F(NetworkTest, MethodHeadersAndBodyGoOutAsGiven) {
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH"}) {
    HttpRequest request = Get("/echo?a=b");
    request.method = method;
    request.body = std::string("by\0tes", 6);
    request.headers = {{"X-Mine", "1"}, {"X-Empty", ""}};
    const auto reply = Send(request);
    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_THAT(reply->body, StartsWith(std::string(method) + " /echo?a=b\n"));
    EXPECT_EQ(*reply->Header(kReasonField), "text");
    EXPECT_THAT(reply->body, HasSubstr("X-Mine: 1\n"));
    EXPECT_THAT(reply->body, HasSubstr("X-Empty:\n"));
    EXPECT_THAT(reply->body, HasSubstr("Content-Length: 6\n"));
    EXPECT_THAT(reply->body, HasSubstr(std::string("\n\nby\0tes", 8)));
    EXPECT_THAT(reply->body, Not(HasSubstr("Content-Type")));
  }
}

TEST_F(NetworkTest, RequestsWithoutBody) {
  HttpRequest request = Get("/echo");
  EXPECT_THAT(Send(request)->body, Not(HasSubstr("Content-Length")));
  request.method = "DELETE";
  EXPECT_THAT(Send(request)->body, StartsWith("DELETE /echo\n"));
  request.method = "PUT";
  EXPECT_THAT(Send(request)->body, HasSubstr("Content-Length: 0\n"));
  request.method = "HEAD";
  const auto reply = Send(request);
  EXPECT_EQ(reply->status, 200);
  EXPECT_EQ(reply->body, "");
}

TEST_F(NetworkTest, LargeBodiesAreSentAtOnce) {
  HttpRequest request = Get("/echo");
  request.method = "PUT";
  request.body = std::string(300'000, 'z');
  const auto reply = Send(request);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  // If libcurl sent `Expect: 100-continue`, it would wait a second for the answer.
  EXPECT_THAT(reply->body, Not(HasSubstr("Expect")));
}

TEST_F(NetworkTest, HeadersCannotBeInjected) {
  HttpRequest request = Get("/echo");
  request.headers = {{"X-A", "1\r\nX-B: 2"}, {"X-C", "3"}};
  const auto reply = Send(request);
  ASSERT_TRUE(reply.ok());
  EXPECT_THAT(reply->body, Not(HasSubstr("X-B")));
  EXPECT_THAT(reply->body, HasSubstr("X-C: 3"));
}

// ---- Redirects

TEST_F(NetworkTest, RedirectsKeepMethodAndBody) {
  HttpRequest request = Get("/redirect/3");
  request.method = "PUT";
  request.body = "kept";
  request.redirects = 3;
  auto reply = Send(request);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_THAT(reply->body, StartsWith("PUT /echo\n"));
  EXPECT_THAT(reply->body, HasSubstr("\n\nkept"));
  EXPECT_EQ(reply->url, Url("/echo"));
  EXPECT_EQ(reply->Header("Location"), nullptr);
  for (const char* status : {"301", "302", "303", "308"}) {
    request.url = Url(std::string("/away/") + status + "/%2Fecho");
    reply = Send(request);
    EXPECT_THAT(reply->body, StartsWith("PUT /echo\n"));
    EXPECT_THAT(reply->body, HasSubstr("\n\nkept"));
  }
}

TEST_F(NetworkTest, OneRedirectMoreIsAReply) {
  for (const int allowed : {0, 1, 2}) {
    HttpRequest request = Get("/redirect/3");
    request.redirects = allowed;
    const auto reply = Send(request);
    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(reply->status, 307);
    ASSERT_NE(reply->Header("Location"), nullptr);
  }
}

TEST_F(NetworkTest, SecretsGoToTheFirstHostOnly) {
  HttpRequest request = Get("/away/307/" + Url("/echo", "http2"));
  request.headers = {{"Authorization", "Bearer key"}, {"Cookie", "a=key"}, {"X-Mine", "1"}};
  request.redirects = 1;
  const auto reply = Send(request);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_THAT(reply->body, Not(HasSubstr("key")));
  EXPECT_THAT(reply->body, HasSubstr("X-Mine"));
  request.url = Url("/away/307/%2Fecho");
  EXPECT_THAT(Send(request)->body, HasSubstr("Bearer key"));
}

TEST_F(NetworkTest, RedirectsStayInHttp) {
  for (const char* target : {"file:%2F%2F%2Fetc%2Fpasswd", "ftp:%2F%2Flocalhost%2Fx"}) {
    HttpRequest request = Get(std::string("/away/302/") + target);
    request.redirects = 5;
    ExpectError(request, "NET_URL", ErrorClass::kNonTransient);
  }
}

// ---- Limits and files

TEST_F(NetworkTest, ReplyLimit) {
  HttpRequest request = Get("/big/1000");
  request.reply_limit = 1000;
  EXPECT_EQ(Send(request)->body.size(), 1000u);
  request.reply_limit = 999;
  ExpectError(request, "HTTP_REPLY_TOO_LONG", ErrorClass::kError);
}

TEST_F(NetworkTest, ABodyThatNobodyWants) {
  for (const char* path : {"/big/1000", "/big/1001", "/big/5000000"}) {
    HttpRequest request = Get(path);
    request.reply_limit = 1000;
    request.drop_body = true;
    const Result<HttpReply> reply = Send(request);
    ASSERT_TRUE(reply) << path << reply.error().message;
    EXPECT_EQ(reply->status, 200) << path;
    EXPECT_EQ(reply->body, "") << path;
  }
}

TEST_F(NetworkTest, EndlessHeadersEnd) {
  ExpectError(Get("/hoard"), "NET_BROKEN");
}

TEST_F(NetworkTest, ReplyFile) {
  HttpRequest request = Get("/big/3000000");
  request.reply_file = peer_->folder() / "reply";
  const auto reply = Send(request);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->body, "");
  EXPECT_EQ(fs::file_size(request.reply_file), 3'000'000u);
  struct stat status{};
  ASSERT_EQ(stat(request.reply_file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
  request.file_limit = 2'999'999;
  ExpectError(request, "HTTP_REPLY_TOO_LONG", ErrorClass::kError);
  request.url = Url("/big/0");
  EXPECT_TRUE(Send(request).ok());
  EXPECT_EQ(fs::file_size(request.reply_file), 0u);
}

TEST_F(NetworkTest, ReplyFileIsWholeOrNotThere) {
  HttpRequest request = Get("/broken");
  request.reply_file = peer_->folder() / "whole";
  ExpectError(request, "NET_BROKEN");
  EXPECT_FALSE(fs::exists(request.reply_file));
  EXPECT_FALSE(fs::exists(request.reply_file + ".partial"));
  request.url = Url("/status/404");
  EXPECT_EQ(Send(request)->body, "status 404");
  EXPECT_FALSE(fs::exists(request.reply_file));
  request.url = Url("/hello");
  request.reply_file = "/nowhere/reply";
  ExpectError(request, "NET_FILE", ErrorClass::kNonTransient);
}

TEST_F(NetworkTest, BodyFileIsRepeatedAtARedirect) {
  HttpRequest request = Get("/redirect/1");
  request.method = "PUT";
  request.redirects = 1;
  request.body_file = peer_->folder() / "body";
  std::ofstream(request.body_file) << std::string(200'000, 'b');
  const auto reply = Send(request);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_THAT(reply->body, HasSubstr("Content-Length: 200000\n"));
  EXPECT_EQ(std::count(reply->body.begin(), reply->body.end(), 'b'), 200'000);
  request.body_file = "/nowhere/body";
  ExpectError(request, "NET_FILE", ErrorClass::kNonTransient);
  request.body_file = "/dev/zero";
  ExpectError(request, "NET_FILE", ErrorClass::kNonTransient);
}

// ---- Failures

TEST_F(NetworkTest, Urls) {
  for (const char* url : {"", "nonsense", "ftp://localhost/", "file:///etc/passwd", "http://",
                          "http://joe:secret@localhost:port/", "http://a b/"}) {
    HttpRequest request;
    request.url = url;
    ExpectError(request, "NET_URL", ErrorClass::kNonTransient);
    EXPECT_THAT(message_, Not(HasSubstr("secret")));
  }
}

TEST_F(NetworkTest, NobodyThere) {
  HttpRequest request;
  request.url = "http://joe:secret@127.0.0.1:1/path?token=secret";
  ExpectError(request, "NET_CONNECT");
  EXPECT_THAT(message_, StartsWith("127.0.0.1:1: "));
  EXPECT_THAT(message_, Not(HasSubstr("secret")));
  request.url = "http://no-such-host.invalid/?token=secret";
  request.connect_ms = 3000;
  const auto reply = Send(request);
  ASSERT_FALSE(reply.ok());  // this request takes long if the machine has no name server
  EXPECT_THAT(reply.error().code, ::testing::AnyOf("NET_RESOLVE", "NET_TIMEOUT"));
  EXPECT_THAT(reply.error().message, Not(HasSubstr("secret")));
}

TEST_F(NetworkTest, BrokenConnections) {
  for (const char* path :
       {"/broken", "/gone", "/garbage", "/behead/5", "/behead/17", "/behead/19", "/behead/36"}) {
    ExpectError(Get(path), "NET_BROKEN");
    EXPECT_THAT(message_, StartsWith("127.0.0.1:"));
  }
}

TEST_F(NetworkTest, SlowPeers) {
  HttpRequest request = Get("/silent");
  request.total_ms = 200;
  const auto start = Clock::now();
  ExpectError(request, "NET_TIMEOUT");
  request = Get("/stall");
  request.idle_ms = 300;
  ExpectError(request, "NET_TIMEOUT");
  request = Get("/silent");
  request.idle_ms = 300;
  ExpectError(request, "NET_TIMEOUT");
  EXPECT_LT(MsSince(start), 600'000);
  request = Get("/drip/30");  // the reply is slow, but the transfer is never idle for long
  request.idle_ms = 2'000;
  const auto reply = Send(request);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->body, std::string(30, '.'));
}

TEST_F(NetworkTest, WhatOnlyDropsEnds) {
  HttpRequest request = Get("/drip/200");  // the reply takes 20 s
  request.total_ms = 0;
  request.idle_ms = 5'000;
  request.crawl_ms = 3'000;
  ExpectError(request, "NET_TIMEOUT");
  request.url = Url("/drip/3");
  EXPECT_TRUE(Send(request).ok());
}

TEST_F(NetworkTest, CertificatesAreChecked) {
  const auto reply = Send(Get("/hello", "good"));
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->body, "hello");
  for (const char* name : {"other", "alone"}) {
    ExpectError(Get("/hello", name), "NET_TLS", ErrorClass::kNonTransient);
    EXPECT_THAT(message_, StartsWith("localhost:"));
  }
  HttpRequest request = Get("/away/302/" + Url("/hello", "alone"), "good");
  request.redirects = 1;
  ExpectError(request, "NET_TLS", ErrorClass::kNonTransient);
  request.url = "https://localhost:" + std::to_string(peer_->Port("http"));
  request.connect_ms = 300;
  ExpectError(request, "NET_TIMEOUT");  // the peer's HTTP port waits for the end of a request and
                                        // does not answer the TLS handshake
}

// ---- Connections

TEST_F(NetworkTest, ConnectionsAreKept) {
  const long before = Connections();
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(*Send(Get("/hello"))->Header("X-Connection"), std::to_string(before));
  }
}

TEST_F(NetworkTest, AKeptConnectionThatThePeerClosedIsReplaced) {
  for (int i = 0; i < 3; ++i) {
    HttpRequest request = Get("/idle");
    request.method = "POST";
    request.body = "x";
    EXPECT_EQ(Send(request)->body, "bye");
  }
}

TEST_F(NetworkTest, APostIsSentOnceWhateverBecomesOfItsConnection) {
  const auto seen = [this](const std::string& name) { return Send(Get("/seen/" + name))->body; };
  HttpRequest request = Get("/gone/post");
  EXPECT_EQ(seen("post"), "0");  // the request in seen() leaves a kept connection
  request.method = "POST";
  request.body = "x";
  ExpectError(request, "NET_BROKEN");
  EXPECT_EQ(seen("post"), "1");
  request = Get("/gone/put");
  request.method = "PUT";
  request.once = true;
  ExpectError(request, "NET_BROKEN");
  EXPECT_EQ(seen("put"), "1");
  ExpectError(Get("/gone/get"), "NET_BROKEN");
  EXPECT_EQ(seen("get"), "2")
      << "where that does no harm, a kept connection may have died long ago";
}

TEST_F(NetworkTest, ManyAtOnce) {
  constexpr int kMany = 600;  // more than the maximum number of connections
  std::vector<std::optional<Result<HttpReply>>> replies(kMany);
  const auto start = Clock::now();
  for (auto& reply : replies) {
    asio::co_spawn(loop_, Journal(network_->Send(Get("/pause/0.2")), &reply), asio::detached);
  }
  loop_.run();
  for (const auto& reply : replies) {
    ASSERT_TRUE(reply && reply->ok()) << (*reply).error().message;
    EXPECT_EQ((**reply).body, "late");
  }
  EXPECT_LT(MsSince(start), 60'000) << "one after the other would take 120 s";
}

TEST_F(NetworkTest, TheTimeInTheQueueIsNotTheRequests) {
  network_ = OpenCurlNetwork(loop_, 1);
  std::vector<std::string> ends;
  std::set<std::string> connections;  // requests in a row need only one connection
  for (int i = 0; i < 6; ++i) {
    HttpRequest request = Get("/pause/1");
    request.total_ms = 5'000;  // all requests together take longer than this limit
    asio::co_spawn(
        loop_,
        [&, request]() -> Task<void> {
          const Result<HttpReply> reply = co_await network_->Send(request);
          ends.push_back(reply ? reply->body : reply.error().message);
          connections.insert(reply ? *reply->Header("X-Connection") : "none");
        },
        asio::detached);
  }
  loop_.restart();
  loop_.run();
  EXPECT_EQ(ends, std::vector<std::string>(6, "late"));
  EXPECT_EQ(connections.size(), 1U);
}

TEST_F(NetworkTest, ACancelledRequestLeavesNoTransfer) {
  asio::cancellation_signal stop;
  bool ended = false;
  HttpRequest request = Get("/stall");
  request.reply_file = peer_->folder() / "cancelled";
  std::optional<Result<HttpReply>> reply;
  asio::co_spawn(loop_, Journal(network_->Send(request), &reply),
                 asio::bind_cancellation_slot(stop.slot(), [&](const std::exception_ptr& error) {
                   ended = error != nullptr;
                 }));
  asio::steady_timer timer(loop_, std::chrono::milliseconds(200));
  timer.async_wait([&](auto) { stop.emit(asio::cancellation_type::terminal); });
  const auto start = Clock::now();
  loop_.run();
  EXPECT_TRUE(ended);
  EXPECT_LT(MsSince(start), 600'000);
  EXPECT_FALSE(fs::exists(request.reply_file + ".partial"));
  EXPECT_EQ(Send(Get("/hello"))->status, 200);
}

TEST_F(NetworkTest, GoesWhileRequestsRun) {
  std::optional<Result<HttpReply>> reply;
  std::optional<Result<MailReply>> sent;
  asio::co_spawn(loop_, Journal(network_->Send(Get("/silent")), &reply), asio::detached);
  asio::co_spawn(loop_, Journal(network_->SendMail(Mail("mail", "hang@example")), &sent),
                 asio::detached);
  loop_.run_for(std::chrono::milliseconds(100));  // time: reset() must work at any moment
  const auto start = Clock::now();
  network_.reset();  // the coroutines are still alive: the loop is destroyed later
  EXPECT_FALSE(reply || sent);
  EXPECT_LT(MsSince(start), 600'000);
}

TEST_F(NetworkTest, LoopbackIsReachedWithoutProxy) {
  setenv("http_proxy", "http://127.0.0.1:1", 1);
  EXPECT_EQ(Send(Get("/hello"))->status, 200);
  HttpRequest request;
  request.url = "http://elsewhere.invalid/";
  ExpectError(request, "NET_CONNECT");  // the connection to the proxy fails
  unsetenv("http_proxy");
}

// ---- Mail

std::string ReadAll(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(NetworkTest, MailArrives) {
  const auto reply = Send(Mail("mail", "joe@example"));
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->code, 250);
  EXPECT_EQ(ReadAll(peer_->folder() / "mail"), "Subject: x\r\n\r\nline\r\n..dot\r\n.\r\n");
}

TEST_F(NetworkTest, RefusedMailIsAReply) {
  const auto reply = Send(Mail("mail", "nobody@example"));
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->code, 550);
  EXPECT_EQ(reply->line, "5.1.1 no such user");
}

TEST_F(NetworkTest, MailWithLogin) {
  MailRequest mail = Mail("mail", "joe@example");
  mail.user = "joe";
  mail.password = "secret";
  EXPECT_EQ(Send(mail)->code, 250);
  mail.password = "wrong";
  const auto reply = Send(mail);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->code, 535);
}

TEST_F(NetworkTest, MailOverTls) {
  MailRequest mail = Mail("mailtls", "joe@example");
  mail.start_tls = true;
  auto reply = Send(mail);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->code, 250);
  mail = Mail("smtps", "joe@example");
  mail.implicit_tls = true;
  reply = Send(mail);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->code, 250);
  mail = Mail("mail", "joe@example");
  mail.start_tls = true;
  ExpectError(mail, "NET_TLS", ErrorClass::kNonTransient);
}

TEST_F(NetworkTest, MailFailures) {
  MailRequest mail = Mail("mail", "hang@example");
  mail.total_ms = 300;
  ExpectError(mail, "NET_TIMEOUT");
  ExpectError(Mail("mail", "drop@example"), "NET_BROKEN");
  for (const char* to :
       {"a-noise@example", "b-noise@example", "c-noise@example", "d-noise@example"}) {
    ExpectError(Mail("mail", to), "NET_BROKEN");
  }
  mail = Mail("mail", "joe@example");
  mail.port = 1;
  ExpectError(mail, "NET_CONNECT");
  mail = Mail("mail", "joe@example>\r\nDATA");
  ExpectError(mail, "NET_URL", ErrorClass::kError);
}

TEST_F(NetworkTest, MailHoldsNothingElseUp) {
  std::vector<std::optional<Result<MailReply>>> sent(20);  // more mails than are sent at a time
  for (auto& reply : sent) {
    MailRequest mail = Mail("mail", "hang@example");
    mail.total_ms = 3'000;
    asio::co_spawn(loop_, Journal(network_->SendMail(mail), &reply), asio::detached);
  }
  std::optional<Result<HttpReply>> reply;
  std::ptrdiff_t over = 0;  // number of mails that have ended when the HTTP reply comes
  asio::co_spawn(
      loop_,
      [&]() -> Task<void> {
        reply = co_await network_->Send(Get("/hello"));
        over = std::count_if(sent.begin(), sent.end(), [](const auto& each) { return !!each; });
      },
      asio::detached);
  loop_.run();
  EXPECT_TRUE(reply && reply->ok());
  EXPECT_EQ(over, 0);
  for (const auto& each : sent) {
    ASSERT_TRUE(each && !each->ok());
    EXPECT_EQ(each->error().code, "NET_TIMEOUT");
  }
}

TEST_F(NetworkTest, AServerThatIgnoresQuitHoldsNothingUp) {
  const auto start = Clock::now();
  EXPECT_EQ(Send(Mail("mailquit", "joe@example"))->code, 250);
  EXPECT_EQ(Send(Mail("mailquit", "nobody@example"))->code, 550);
  EXPECT_LT(MsSince(start), 600'000);
}

}  // namespace
}  // namespace hpdl::rt
