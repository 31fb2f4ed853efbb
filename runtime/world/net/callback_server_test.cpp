#include "runtime/world/net/callback_server.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <vector>

#include "runtime/world/http/testing/listening_test.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";

TEST(CallbackQuery, Reads) {
  CallbackRequest request;
  ASSERT_TRUE(ReadCallbackQuery("id=0000001-1-hpdl-joe-W@a&status=O%4b+1&x=%20", &request));
  EXPECT_EQ(request.id, "0000001-1-hpdl-joe-W@a");
  EXPECT_EQ(request.status, "OK 1");
  CallbackRequest bare;
  EXPECT_TRUE(ReadCallbackQuery("&&id=%41", &bare));
  EXPECT_EQ(bare.id, "A");
  EXPECT_EQ(bare.status, "");
}

TEST(CallbackQuery, WhatIsNone) {
  for (const char* query : {"", "id", "id=", "status=OK", "id=a&id=b", "id=a&status=x&status=y",
                            "id=%", "id=%4", "id=a&status=%EXITSTATE%", "id=a&%zz=1", "ID=a"}) {
    CallbackRequest request;
    EXPECT_FALSE(ReadCallbackQuery(query, &request)) << query;
  }
}

TEST(CallbackToken, IsTheEndOfThePath) {
  const std::string token = kToken;
  EXPECT_TRUE(HasCallbackToken("/callback/" + token, token));
  EXPECT_TRUE(HasCallbackToken("/gate/callback/" + token + "?id=a", token));
  const std::string targets[] = {"/",
                                 "/callback/",
                                 "/callback/" + token + "/",
                                 "/callback/" + token.substr(1),
                                 "/callback/f" + token.substr(1),
                                 "/" + token,
                                 "/x?/callback/" + token,
                                 "/callback/" + token.substr(0, 31) + "0"};
  for (const std::string& target : targets) {
    EXPECT_FALSE(HasCallbackToken(target, token)) << target;
  }
  EXPECT_FALSE(HasCallbackToken("/callback/", ""));
}

class CallbackServerTest : public testing::ListeningTest<CallbackListener> {
 protected:
  void Start(CallbackListen listen = {}) {
    listen.host = "127.0.0.1";
    listen.token = kToken;
    listen.handle = [this](const CallbackRequest& request) -> Task<CallbackReply> {
      got_.push_back(request);
      co_return CallbackReply{200, "taken"};
    };
    Serve(ListenForCallbacks(io_, std::move(listen)));
  }
  /// Returns the first line of the answer.
  std::string Ask(const std::string& text) {
    const std::string reply = ListeningTest::Ask(text);
    return reply.substr(0, reply.find('\r'));
  }
  static std::string Request(const std::string& line, const std::string& more = "") {
    return line + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n";
  }
  const std::string path_ = std::string("/callback/") + kToken;

  std::vector<CallbackRequest> got_;
};

TEST_F(CallbackServerTest, TakesGetAndPost) {
  Start();
  EXPECT_EQ(Ask(Request("GET " + path_ + "?id=j@n&status=OK")), "HTTP/1.1 200 OK");
  EXPECT_EQ(
      Ask(Request("POST " + path_ + "?id=j@n", "Content-Type: text/x\r\nContent-Length: 3\r\n") +
          "abc"),
      "HTTP/1.1 200 OK");
  EXPECT_EQ(Ask(Request("POST " + path_ + "?id=j@n", "Transfer-Encoding: chunked\r\n") +
                "2\r\nab\r\n0\r\n\r\n"),
            "HTTP/1.1 200 OK");
  ASSERT_EQ(got_.size(), 3U);
  EXPECT_EQ(got_[0].status, "OK");
  EXPECT_EQ(got_[1].content_type + " " + got_[1].body, "text/x abc");
  EXPECT_EQ(got_[2].body, "ab");
}

TEST_F(CallbackServerTest, Refuses) {
  CallbackListen listen;
  listen.limits.body_bytes = 4;
  Start(std::move(listen));
  const std::string fine = path_ + "?id=j@n";
  EXPECT_EQ(Ask(Request("GET /callback/wrong?id=j@n")), "HTTP/1.1 403 Forbidden");
  EXPECT_EQ(Ask(Request("POST /", "Content-Length: 999999\r\n")), "HTTP/1.1 403 Forbidden");
  EXPECT_EQ(Ask(Request("PUT " + fine)), "HTTP/1.1 405 Method Not Allowed");
  EXPECT_EQ(Ask(Request("GET " + path_)), "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(Ask(Request("POST " + fine, "Content-Length: 5\r\n") + "12345"),
            "HTTP/1.1 413 Content Too Large");
  EXPECT_EQ(
      Ask(Request("POST " + fine, "Transfer-Encoding: chunked\r\n") + "5\r\n12345\r\n0\r\n\r\n"),
      "HTTP/1.1 413 Content Too Large");
  ASSERT_EQ(got_.size(), 2U) << "that they called counts";
  for (const CallbackRequest& got : std::exchange(got_, {})) {
    EXPECT_EQ(got.id + got.status + got.body, "j@n");
    EXPECT_TRUE(got.too_long);
  }
  EXPECT_EQ(Ask(Request("GET " + fine, "X: " + std::string(9000, 'x') + "\r\n")),
            "HTTP/1.1 431 Request Header Fields Too Large");
  EXPECT_EQ(Ask("hello\r\n\r\n"), "HTTP/1.1 400 Bad Request");
  EXPECT_TRUE(got_.empty());
}

TEST_F(CallbackServerTest, DoesNotWaitForTheSlow) {
  CallbackListen listen;
  listen.limits.total_ms = 1000;
  Start(std::move(listen));
  tcp::socket slow = Connect();
  asio::write(slow, asio::buffer(std::string("GET / HT")));
  EXPECT_EQ(ReadAll(slow), "");
}

TEST_F(CallbackServerTest, ManyIdleOnesDoNotShutOutOthers) {
  CallbackListen listen;
  listen.limits.connections = 4;
  Start(std::move(listen));
  std::vector<tcp::socket> idle;
  idle.reserve(20);
  for (int i = 0; i < 20; ++i) {
    idle.push_back(Connect());
  }
  EXPECT_EQ(Ask(Request("GET " + path_ + "?id=j@n")), "HTTP/1.1 200 OK");
}

TEST_F(CallbackServerTest, ABusyPortIsSaid) {
  Start();
  CallbackListen listen;
  listen.host = "127.0.0.1";
  listen.port = port_;
  const auto second = ListenForCallbacks(client_, std::move(listen));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "cannot listen for callbacks on 127.0.0.1:" +
                                        std::to_string(port_) + ": Address already in use");
}

}  // namespace
}  // namespace hpdl::rt
