#include "runtime/world/http/listener.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
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

  error_code Open(Serve serve) {
    error_code error;
    if (shared_->listen.socket >= 0) {
      Adopt(shared_->listen.socket, &error);
      return error ? error : Begin(serve);
    }
    const auto address = asio::ip::make_address(shared_->listen.host, error);
    const tcp::endpoint wanted(address, shared_->listen.port);
    const auto step = [&error](auto&& what) {
      if (!error) {
        what();
      }
    };
    step([&] { acceptor_->open(wanted.protocol(), error); });
    step([&] { CloseInChildren(acceptor_->native_handle()); });
    // After a crash the kernel remembers old connections of the port. Without this option, the bind
    // would fail for some minutes.
    step([&] { acceptor_->set_option(tcp::acceptor::reuse_address(true), error); });
    step([&] { acceptor_->bind(wanted, error); });
    step([&] { acceptor_->listen(tcp::acceptor::max_listen_connections, error); });
    return error ? error : Begin(serve);
  }

  std::string address() const override {
    const std::string host = bound_.address().to_string();
    return (bound_.address().is_v6() ? "[" + host + "]" : host) + ":" +
           std::to_string(bound_.port());
  }

 private:
  /// Takes over a listening TCP socket. Refuses any other kind of socket, because its clients
  /// have no IP address.
  void Adopt(int socket, error_code* error) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    int listens = 0;
    socklen_t length = sizeof listens;
    const bool known = getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0 &&
                       getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 &&
                       listens != 0;
    const bool six = address.ss_family == AF_INET6;
    if (!known || (!six && address.ss_family != AF_INET)) {
      *error = asio::error::address_family_not_supported;
      return;
    }
    acceptor_->assign(six ? tcp::v6() : tcp::v4(), socket, *error);
  }

  error_code Begin(Serve serve) {
    error_code error;
    bound_ = acceptor_->local_endpoint(error);
    if (!error) {
      asio::co_spawn(acceptor_->get_executor(), Accept(acceptor_, shared_, serve), asio::detached);
    }
    return error;
  }

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
  const std::string wanted = shared->listen.host + ":" + std::to_string(shared->listen.port);
  auto listener = std::make_unique<Listener>(loop, std::move(shared));
  if (const error_code error = listener->Open(serve)) {
    return Error{ErrorClass::kError, "", wanted + ": " + error.message()};
  }
  return std::unique_ptr<HttpListener>(std::move(listener));
}

}  // namespace hpdl::rt::http_internal
