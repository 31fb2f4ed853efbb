#include "runtime/world/http/listener.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstring>
#include <utility>

#include "runtime/ground/base/sleep.h"

namespace hpdl::rt::http_internal {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

/// Makes child processes close a socket at exec. A child that kept the socket open would keep the
/// port busy.
void CloseInChildren(int fd) {
  fcntl(fd, F_SETFD, FD_CLOEXEC);
}

Task<void> Accept(std::shared_ptr<tcp::acceptor> acceptor, std::shared_ptr<Shared> shared,
                  Serve serve) {
  while (acceptor->is_open()) {
    auto [error, socket] = co_await acceptor->async_accept(asio::as_tuple(asio::use_awaitable));
    if (error == asio::error::operation_aborted) {
      co_return;
    }
    if (error) {  // all descriptors are in use now, but later a descriptor may be free
      co_await Sleep(std::chrono::milliseconds(100));
      continue;
    }
    CloseInChildren(socket.native_handle());
    error_code gone;
    if (!shared->connections.MakeRoom(socket.remote_endpoint(gone).address())) {
      continue;
    }
    asio::co_spawn(acceptor->get_executor(), serve(shared, std::move(socket)), asio::detached);
  }
}

/// Returns the address at which a TCP socket listens. Refuses any other kind of socket, because its
/// clients have no IP address.
Result<tcp::endpoint> BoundOf(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  int listens = 0;
  socklen_t length = sizeof listens;
  const bool known = getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0 &&
                     getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 &&
                     listens != 0;
  if (!known || (address.ss_family != AF_INET && address.ss_family != AF_INET6)) {
    return Error{ErrorClass::kError, "", "the socket is not a TCP socket that listens"};
  }
  tcp::endpoint bound;
  std::memcpy(bound.data(), &address, size);
  bound.resize(size);
  return bound;
}

std::string TextOf(const tcp::endpoint& endpoint) {
  const std::string host = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" +
         std::to_string(endpoint.port());
}

class Listener final : public HttpListener {
 public:
  Listener(asio::io_context& loop, std::shared_ptr<Shared> shared)
      : acceptor_(std::make_shared<tcp::acceptor>(loop)), shared_(std::move(shared)) {}
  ~Listener() override {
    error_code ignored;
    acceptor_->close(ignored);
    shared_->connections.CloseAll();
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// Takes over a socket that listens.
  Result<void> Open(Serve serve, Descriptor socket) {
    const Result<tcp::endpoint> bound = BoundOf(socket.get());
    HPDL_TRY(bound);
    bound_ = *bound;
    error_code error;
    acceptor_->assign(bound_.protocol(), socket.get(), error);
    if (error) {
      return Error{ErrorClass::kError, "", error.message()};
    }
    (void)socket.Release();
    asio::co_spawn(acceptor_->get_executor(), Accept(acceptor_, shared_, serve), asio::detached);
    return {};
  }

  std::string address() const override { return TextOf(bound_); }

 private:
  std::shared_ptr<tcp::acceptor> acceptor_;
  std::shared_ptr<Shared> shared_;
  tcp::endpoint bound_;
};

}  // namespace

std::string_view ReasonOf(int status) {
  struct Words {
    int status;
    std::string_view words;
  };
  constexpr Words kWords[] = {{200, "OK"},
                              {201, "Created"},
                              {204, "No Content"},
                              {304, "Not Modified"},
                              {400, "Bad Request"},
                              {401, "Unauthorized"},
                              {403, "Forbidden"},
                              {404, "Not Found"},
                              {405, "Method Not Allowed"},
                              {413, "Content Too Large"},
                              {429, "Too Many Requests"},
                              {431, "Request Header Fields Too Large"},
                              {500, "Internal Server Error"},
                              {501, "Not Implemented"},
                              {503, "Service Unavailable"}};
  for (const Words& each : kWords) {
    if (each.status == status) {
      return each.words;
    }
  }
  return status < 300 ? "OK" : "Refused";
}

Result<std::unique_ptr<HttpListener>> Listen(asio::io_context& loop, std::shared_ptr<Shared> shared,
                                             Serve serve) {
  Descriptor socket(std::exchange(shared->listen.socket, -1));
  if (socket.get() < 0) {
    Result<Descriptor> opened = OpenPort(shared->listen.host, shared->listen.port);
    HPDL_TRY(opened);
    socket = std::move(*opened);
  }
  auto listener = std::make_unique<Listener>(loop, std::move(shared));
  HPDL_TRY(listener->Open(serve, std::move(socket)));
  return std::unique_ptr<HttpListener>(std::move(listener));
}

}  // namespace hpdl::rt::http_internal

namespace hpdl::rt {

using http_internal::tcp;

Result<Descriptor> OpenPort(const std::string& host, std::uint16_t port) {
  boost::asio::io_context loop;
  tcp::acceptor acceptor(loop);
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(host, error);
  const tcp::endpoint wanted(address, port);
  const auto step = [&error](auto&& what) {
    if (!error) {
      what();
    }
  };
  step([&] { acceptor.open(wanted.protocol(), error); });
  step([&] { http_internal::CloseInChildren(acceptor.native_handle()); });
  // After a crash the kernel remembers old connections of the port. Without this option, the bind
  // would fail for some minutes.
  step([&] { acceptor.set_option(tcp::acceptor::reuse_address(true), error); });
  step([&] { acceptor.bind(wanted, error); });
  step([&] { acceptor.listen(tcp::acceptor::max_listen_connections, error); });
  Descriptor socket(error ? -1 : acceptor.release(error));
  if (error) {
    return Error{ErrorClass::kError, "",
                 host + ":" + std::to_string(port) + ": " + error.message()};
  }
  return socket;
}

Result<std::string> PlaceOf(int socket) {
  const Result<tcp::endpoint> bound = http_internal::BoundOf(socket);
  HPDL_TRY(bound);
  return http_internal::TextOf(*bound);
}

}  // namespace hpdl::rt
