#include "runtime/world/http/http_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <thread>
#include <vector>

#include "runtime/ground/base/sleep.h"
#include "runtime/world/http/testing/listening_test.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

class HttpServerTest : public testing::ListeningTest<HttpListener> {
 protected:
  /// Starts a server that answers with the method, the target, the field X and the body.
  void Start(HttpListen listen = {}) {
    listen.host = "127.0.0.1";
    if (!listen.admit) {
      listen.admit = [](const HttpCall&) { return std::nullopt; };
    }
    if (!listen.handle) {
      listen.handle = &Echo;
    }
    Serve(ListenHttp(io_, std::move(listen)));
  }
  static Task<HttpAnswer> Echo(const HttpCall& call) {
    std::string text = std::string(call.method()) + " " + std::string(call.target()) + " " +
                       std::string(call.Field("x")) + " " + call.body();
    co_return HttpAnswer{200, text + (call.too_long() ? "too long" : "")};
  }
  static std::string BodyOf(const std::string& reply) {
    return reply.substr(std::min(reply.find("\r\n\r\n"), reply.size() - 4) + 4);
  }
  static std::string StatusOf(const std::string& reply) { return reply.substr(0, 12); }
};

TEST_F(HttpServerTest, GivesTheRequestAsItWasSent) {
  Start();
  EXPECT_EQ(BodyOf(Ask("PUT /a%20b?c=d HTTP/1.1\r\nHost: h\r\nX: one\r\nX: two\r\nContent-Length: "
                       "3\r\n\r\nabc")),
            "PUT /a%20b?c=d one abc");
  EXPECT_EQ(BodyOf(Ask("GET / HTTP/1.0\r\n\r\n")), "GET /  ");
  EXPECT_EQ(BodyOf(Ask("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                       "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")),
            "POST /  abc");
}

TEST_F(HttpServerTest, AnswersWithFieldsAndAllBytes) {
  HttpListen listen;
  listen.handle = [](const HttpCall&) -> Task<HttpAnswer> {
    co_return HttpAnswer{201, std::string("\0\xff\r\n", 4), "application/x",
                         "Location: /there\r\n"};
  };
  Start(std::move(listen));
  EXPECT_EQ(
      Ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n"),
      std::string("HTTP/1.1 201 Created\r\nContent-Type: application/x\r\nConnection: close\r\n"
                  "Location: /there\r\nContent-Length: 4\r\n\r\n") +
          std::string("\0\xff\r\n", 4));
}

TEST_F(HttpServerTest, ARefusalComesBeforeTheBody) {
  HttpListen listen;
  listen.admit = [](const HttpCall& call) {
    return call.Field("Key") == "k" ? std::optional<HttpAnswer>() : HttpAnswer{403, "no"};
  };
  Start(std::move(listen));
  // The answer comes although no byte of the body is sent.
  EXPECT_EQ(StatusOf(Ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n")),
            "HTTP/1.1 403");
  EXPECT_EQ(StatusOf(Ask("POST / HTTP/1.1\r\nHost: h\r\nkey: k\r\nContent-Length: 1\r\n\r\n.")),
            "HTTP/1.1 200");
}

TEST_F(HttpServerTest, WhatIsTooLongIsNotKept) {
  HttpListen listen;
  listen.limits.body_bytes = 4;
  listen.limits.header_bytes = 300;
  Start(std::move(listen));
  EXPECT_EQ(BodyOf(Ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n1234")),
            "POST /  1234");
  EXPECT_EQ(BodyOf(Ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n12345")),
            "POST /  too long");
  EXPECT_EQ(BodyOf(Ask("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                       "3\r\n123\r\n3\r\n456\r\n0\r\n\r\n")),
            "POST /  too long");
  // The server does not wait for the body.
  EXPECT_EQ(BodyOf(Ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999\r\n\r\n1")),
            "POST /  too long");
  EXPECT_EQ(StatusOf(Ask("GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(300, 'x') + "\r\n\r\n")),
            "HTTP/1.1 431");
}

TEST_F(HttpServerTest, ALimitMayBeThePaths) {
  HttpListen listen;
  listen.limits.body_bytes = 4;
  listen.body_limit = [](const HttpCall& call) { return call.target() == "/none" ? 0 : 5; };
  Start(std::move(listen));
  EXPECT_EQ(BodyOf(Ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n12345")),
            "POST /  12345");
  EXPECT_EQ(BodyOf(Ask("GET /none HTTP/1.1\r\nHost: h\r\n\r\n")), "GET /none  ");
  for (const char* body :
       {"Content-Length: 1\r\n\r\n1", "Transfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n\r\n"}) {
    EXPECT_EQ(BodyOf(Ask(std::string("POST /none HTTP/1.1\r\nHost: h\r\n") + body)),
              "POST /none  too long");
  }
}

TEST_F(HttpServerTest, LongBodiesHaveRoomTogether) {
  constexpr std::size_t kLong = 100'000;
  HttpListen listen;
  listen.limits.body_bytes = kLong;
  listen.limits.bodies_bytes = kLong + kLong / 2;
  Start(std::move(listen));
  const std::string body(kLong, 'x');
  const std::string length = "Content-Length: " + std::to_string(kLong) + "\r\n";
  const std::string post = "POST / HTTP/1.1\r\nHost: h\r\n";
  for (const bool ends : {true, false}) {
    tcp::socket first = Connect();
    asio::write(first, asio::buffer(post + length + "Expect: 100-continue\r\n\r\n"));
    std::string go_on;
    asio::read_until(first, asio::dynamic_buffer(go_on), "\r\n\r\n");
    EXPECT_EQ(StatusOf(go_on), "HTTP/1.1 100");
    EXPECT_EQ(StatusOf(Ask(post + length + "\r\n")), "HTTP/1.1 503");
    // A body without a stated length counts as the longest allowed body.
    EXPECT_EQ(StatusOf(Ask(post + "Transfer-Encoding: chunked\r\n\r\n")), "HTTP/1.1 503");
    EXPECT_EQ(StatusOf(Ask(post + "Content-Length: 1\r\n\r\n1")), "HTTP/1.1 200");
    if (ends) {
      asio::write(first, asio::buffer(body));
      EXPECT_EQ(StatusOf(ReadAll(first)), "HTTP/1.1 200");
    } else {
      first.shutdown(tcp::socket::shutdown_send);
      EXPECT_EQ(ReadAll(first), "");  // a client that has gone gets no answer
    }
  }
  EXPECT_EQ(StatusOf(Ask(post + length + "\r\n" + body)), "HTTP/1.1 200");
}

TEST_F(HttpServerTest, WhatIsNotHttpIsRefused) {
  Start();
  for (const char* bad :
       {"hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"}) {
    EXPECT_EQ(StatusOf(Ask(bad)), "HTTP/1.1 400") << bad;
  }
}

TEST_F(HttpServerTest, ARequestThatAProxyMayReadInAnotherWayIsRefused) {
  HttpListen listen;
  listen.limits.idle_ms = 5000;
  Start(std::move(listen));
  const struct {
    std::string version, fields, status;
  } kRows[] = {
      {"1.1", "Host: h\r\nTransfer-Encoding: xchunked", "501"},
      {"1.1", "Host: h\r\nTransfer-Encoding: identity", "501"},
      {"1.1", "Host: h\r\nTransfer-Encoding: gzip", "501"},
      {"1.1", "Host: h\r\nTransfer-Encoding: gzip, chunked", "501"},
      {"1.1", "Host: h\r\nTransfer-Encoding: chunked, identity", "501"},
      {"1.1", "Host: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "400"},
      {"1.1", "Host: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity", "400"},
      {"1.1", "Host: h\r\nTransfer-Encoding:", "501"},
      {"1.1", "Host: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked", "400"},
      {"1.1", "Host: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 3", "400"},
      {"1.0", "Host: h\r\nTransfer-Encoding: chunked", "400"},
      {"1.1", "Host: h\r\nHost: i", "400"},
      {"1.1", "Host: h\r\nhost: h", "400"},
      {"1.1", "X: no host", "400"},
      {"1.1", "Host: h i", "400"},
      {"1.1", "Host: h/path", "400"},
      {"1.1", "Host: user@h", "400"},
      {"1.1", "Host: h, i", "400"},
  };
  for (const auto& row : kRows) {
    const std::string reply = Ask("POST / HTTP/" + row.version + "\r\n" + row.fields +
                                  "\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(StatusOf(reply), "HTTP/1.1 " + row.status) << row.fields;
    EXPECT_NE(reply.find("Connection: close\r\n"), std::string::npos) << row.fields;
    EXPECT_EQ(reply.find("/smuggled"), std::string::npos) << row.fields;
  }
  for (const char* sound : {"Host: h:80\r\nTransfer-Encoding:  Chunked ",
                            "Host: [::1]:80\r\nContent-Length: 0", "Host:\r\nContent-Length: 0"}) {
    EXPECT_EQ(StatusOf(Ask(std::string("POST / HTTP/1.1\r\nConnection: close\r\n") + sound +
                           "\r\n\r\n0\r\n\r\n")),
              "HTTP/1.1 200")
        << sound;
  }
}

TEST_F(HttpServerTest, TheSlowAreClosedAtAnyPoint) {
  HttpListen listen;
  listen.limits.total_ms = 1000;
  Start(std::move(listen));
  for (const char* part :
       {"", "GET / HT", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na"}) {
    tcp::socket slow = Connect();
    asio::write(slow, asio::buffer(std::string(part)));
    EXPECT_EQ(ReadAll(slow), "") << part;
  }
}

TEST_F(HttpServerTest, AnAnswerMayTakeLongerThanTheRequest) {
  HttpListen listen;
  listen.limits.total_ms = 2000;
  listen.handle = [](const HttpCall&) -> Task<HttpAnswer> {
    co_await Sleep(std::chrono::milliseconds(2500));
    co_return HttpAnswer{200, "late"};
  };
  Start(std::move(listen));
  EXPECT_EQ(BodyOf(Ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")), "late");
}

TEST_F(HttpServerTest, OneMoreConnectionOfAClientClosesItsOldest) {
  HttpListen listen;
  listen.limits.connections = 4;  // two for each client
  Start(std::move(listen));
  tcp::socket first = Connect();
  tcp::socket second = Connect();
  EXPECT_EQ(StatusOf(Ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")), "HTTP/1.1 200");
  EXPECT_EQ(ReadAll(first), "");
}

TEST_F(HttpServerTest, ClientsThatAreQuietDoNotShutOutOthers) {
  HttpListen listen;
  listen.limits.connections = 4;
  Start(std::move(listen));
  // The client with the most connections gives one up.
  std::vector<tcp::socket> quiet;
  for (const char* from : {"127.0.0.2", "127.0.0.3", "127.0.0.3", "127.0.0.4"}) {
    quiet.push_back(Connect(from));
  }
  tcp::socket last = Connect();
  EXPECT_EQ(ReadAll(quiet[1]), "");
  for (tcp::socket* each : {&quiet[0], &quiet[2], &quiet[3], &last}) {
    asio::write(*each, asio::buffer(std::string("GET / HTTP/1.1\r\nHost: h\r\n\r\n")));
    EXPECT_EQ(StatusOf(ReadAll(*each)), "HTTP/1.1 200");
  }
}

/// A server whose answers wait for Go().
class BusyServerTest : public HttpServerTest {
 protected:
  void StartBusy(std::size_t connections) {
    HttpListen listen;
    listen.limits.connections = connections;
    listen.handle = [this](const HttpCall&) -> Task<HttpAnswer> {
      ++begun_;
      while (!go_) {
        co_await Sleep(std::chrono::milliseconds(1));
      }
      co_return HttpAnswer{200, "done"};
    };
    Start(std::move(listen));
  }
  /// Returns a connection whose request is being handled.
  tcp::socket Begin(const char* from) {
    tcp::socket socket = Connect(from);
    const int before = begun_;
    asio::write(socket, asio::buffer(std::string("GET / HTTP/1.1\r\nHost: h\r\n\r\n")));
    while (begun_ == before) {
      std::this_thread::yield();
    }
    return socket;
  }

  /// Returns all that comes back on a new connection.
  std::string RefusedFrom(const char* from) {
    tcp::socket socket = Connect(from);
    return ReadAll(socket);
  }

  std::atomic<int> begun_ = 0;
  std::atomic<bool> go_ = false;
};

TEST_F(BusyServerTest, AFloodDoesNotCutOffARequestInWork) {
  StartBusy(4);
  tcp::socket busy = Begin("127.0.0.1");
  for (int i = 0; i < 20; ++i) {
    Connect("127.0.0.1");
  }
  // Neither a header nor a body that does not end makes a connection busy.
  std::vector<tcp::socket> others;
  for (int i = 0; i < 20; ++i) {
    others.push_back(Connect(i % 2 == 0 ? "127.0.0.2" : "127.0.0.3"));
    boost::system::error_code closed;
    asio::write(
        others.back(),
        asio::buffer(std::string("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na")),
        closed);
  }
  EXPECT_EQ(ReadAll(others[0]), "");
  go_ = true;
  EXPECT_EQ(BodyOf(ReadAll(busy)), "done");
}

TEST_F(BusyServerTest, ANewConnectionIsClosedIfAllAreInWork) {
  StartBusy(2);
  tcp::socket one = Begin("127.0.0.1");
  EXPECT_EQ(RefusedFrom("127.0.0.1"), "");  // the client has its maximum
  tcp::socket two = Begin("127.0.0.2");
  EXPECT_EQ(RefusedFrom("127.0.0.3"), "");  // the port has its maximum
  go_ = true;
  EXPECT_EQ(BodyOf(ReadAll(one)), "done");
  EXPECT_EQ(BodyOf(ReadAll(two)), "done");
  EXPECT_EQ(StatusOf(Ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")), "HTTP/1.1 200");
}

TEST_F(HttpServerTest, AConnectionTakesOneRequestAfterAnother) {
  HttpListen listen;
  listen.limits.idle_ms = 5000;
  Start(std::move(listen));
  const std::string replies = Ask(
      "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: "
      "3\r\n\r\nabc"
      "GET /3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGET /4 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(replies.find("GET /1  "), std::string::npos);
  EXPECT_NE(replies.find("POST /2  abc"), std::string::npos);
  EXPECT_NE(replies.find("Connection: close\r\nContent-Length: 8\r\n\r\nGET /3  "),
            std::string::npos);
  EXPECT_EQ(replies.find("/4"), std::string::npos);
}

TEST_F(HttpServerTest, AQuietConnectionEnds) {
  HttpListen listen;
  listen.limits.idle_ms = 1000;
  Start(std::move(listen));
  const std::string replies = Ask("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(BodyOf(replies), "GET /1  ");
  EXPECT_NE(replies.find("Connection: keep-alive"), std::string::npos);
  // The server ignores an incomplete second request.
  EXPECT_EQ(BodyOf(Ask("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2")), "GET /1  ");
}

TEST_F(HttpServerTest, AConnectionEndsAfterARequestThatWasNotTaken) {
  HttpListen listen;
  listen.limits.idle_ms = 5000;
  listen.limits.body_bytes = 4;
  listen.admit = [](const HttpCall& call) {
    return call.target() == "/no" ? HttpAnswer{403, "no"} : std::optional<HttpAnswer>();
  };
  Start(std::move(listen));
  const std::string smuggled = "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n";
  EXPECT_EQ(BodyOf(Ask("POST /no HTTP/1.1\r\nHost: h\r\nContent-Length: 28\r\n\r\n" + smuggled)),
            "no");
  EXPECT_EQ(BodyOf(Ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 28\r\n\r\n" + smuggled)),
            "POST /  too long");
}

TEST_F(HttpServerTest, OneMoreConnectionClosesTheOneThatIsQuietForLongest) {
  HttpListen listen;
  listen.limits.connections = 4;  // two for each client
  listen.limits.idle_ms = 60'000;
  Start(std::move(listen));
  const auto ask = [](tcp::socket& socket) {
    asio::write(socket, asio::buffer(std::string("GET / HTTP/1.1\r\nHost: h\r\n\r\n")));
    std::string reply;
    asio::read_until(socket, asio::dynamic_buffer(reply), "GET /  ");
  };
  tcp::socket first = Connect();
  tcp::socket second = Connect();
  ask(second);
  ask(first);
  EXPECT_EQ(StatusOf(Ask("GET / HTTP/1.0\r\n\r\n")), "HTTP/1.1 200");
  EXPECT_EQ(ReadAll(second), "");
  ask(first);
}

TEST_F(HttpServerTest, HeadHasTheFieldsAlone) {
  HttpListen listen;
  listen.handle = [](const HttpCall&) -> Task<HttpAnswer> {
    co_return HttpAnswer{503, "the text", "", "", "Not yet"};
  };
  Start(std::move(listen));
  EXPECT_EQ(Ask("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n"),
            "HTTP/1.1 503 Not yet\r\nConnection: close\r\nContent-Length: 8\r\n\r\n");
}

TEST_F(HttpServerTest, KnowsWhoCalls) {
  HttpListen listen;
  listen.handle = [](const HttpCall& call) -> Task<HttpAnswer> {
    co_return HttpAnswer{200, call.peer()};
  };
  Start(std::move(listen));
  EXPECT_EQ(BodyOf(Ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")), "127.0.0.1");
}

TEST_F(HttpServerTest, ItsEndClosesWhatIsOpen) {
  Start();
  tcp::socket open = Connect();
  asio::write(open, asio::buffer(std::string("GET /")));
  std::thread end([this] { Stop(); });
  EXPECT_EQ(ReadAll(open), "");
  end.join();
}

}  // namespace
}  // namespace hpdl::rt
