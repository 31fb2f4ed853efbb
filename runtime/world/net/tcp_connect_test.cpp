#include "runtime/world/net/tcp_connect.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <unistd.h>

#include <vector>

namespace hpdl::rt {
namespace {

SocketAddress Loopback(const char* address, std::uint16_t port) {
  SocketAddress made;
  auto* in = reinterpret_cast<sockaddr_in*>(&made.bytes);
  in->sin_family = AF_INET;
  in->sin_port = htons(port);
  inet_pton(AF_INET, address, &in->sin_addr);
  made.size = sizeof *in;
  return made;
}

/// A port that takes connections. Once its queue is full, it ignores further connections.
class Listener {
 public:
  explicit Listener(const char* address, std::uint16_t port = 0)
      : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), at_(Loopback(address, port)) {
    EXPECT_EQ(bind(fd_, Place(), at_.size), 0);
    EXPECT_EQ(listen(fd_, 0), 0);
    EXPECT_EQ(getsockname(fd_, Place(), &at_.size), 0);
  }
  ~Listener() {
    close(fd_);
    for (const int fd : filling_) {
      close(fd);
    }
  }
  /// Fills the queue, which holds one connection more than listen() asked for.
  void Fill() {
    for (int i = 0; i < 2; ++i) {
      filling_.push_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      static_cast<void>(connect(filling_.back(), Place(), at_.size));
    }
  }
  const SocketAddress& address() const { return at_; }
  std::uint16_t port() const {
    return ntohs(reinterpret_cast<const sockaddr_in*>(&at_.bytes)->sin_port);
  }

 private:
  sockaddr* Place() { return reinterpret_cast<sockaddr*>(&at_.bytes); }

  int fd_;
  SocketAddress at_;
  std::vector<int> filling_;
};

std::string PeerOf(int fd) {
  sockaddr_in peer{};
  socklen_t size = sizeof peer;
  char text[INET_ADDRSTRLEN] = "";
  if (getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) == 0) {
    inet_ntop(AF_INET, &peer.sin_addr, text, sizeof text);
  }
  return text;
}

TEST(TcpConnect, AnAddressThatDoesNotAnswerLeavesTimeForTheNext) {
  Listener silent("127.0.0.2"), live("127.0.0.3");
  silent.Fill();
  const TcpRequest request{.host = "two", .port = silent.port(), .timeout_ms = 20'000};
  const std::vector<SocketAddress> addresses = {silent.address(), live.address()};
  const Result<int> fd = ConnectToFirst(request, addresses);
  ASSERT_TRUE(fd) << fd.error().message;
  EXPECT_EQ(PeerOf(*fd), "127.0.0.3");
  close(*fd);
}

TEST(TcpConnect, AnAddressThatRefusesIsPassedOverAtOnce) {
  std::uint16_t closed = 0;
  {
    closed = Listener("127.0.0.2").port();
  }
  Listener live("127.0.0.3");
  const TcpRequest request{.host = "two", .port = closed};
  const std::vector<SocketAddress> addresses = {Loopback("127.0.0.2", closed), live.address()};
  const Result<int> fd = ConnectToFirst(request, addresses);
  ASSERT_TRUE(fd) << fd.error().message;
  EXPECT_EQ(PeerOf(*fd), "127.0.0.3");
  close(*fd);
}

TEST(TcpConnect, SaysWhyThereIsNoConnection) {
  std::uint16_t closed = 0;
  {
    closed = Listener("127.0.0.2").port();
  }
  const std::vector<SocketAddress> refusing = {Loopback("127.0.0.2", closed)};
  EXPECT_EQ(ConnectToFirst({.host = "one", .port = closed}, refusing).error().code, "NET_CONNECT");
  Listener silent("127.0.0.2");
  silent.Fill();
  const std::vector<SocketAddress> swallowing = {silent.address()};
  const TcpRequest short_one{.host = "one", .port = silent.port(), .timeout_ms = 50};
  EXPECT_EQ(ConnectToFirst(short_one, swallowing).error().code, "NET_TIMEOUT");
}

}  // namespace
}  // namespace hpdl::rt
