#include "runtime/net/callback_server.h"

#include <fcntl.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <list>
#include <tuple>
#include <utility>

#include "runtime/base/sleep.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;

constexpr auto kNoThrow = asio::as_tuple(asio::use_awaitable);
constexpr auto kLinger = std::chrono::seconds(1);
constexpr std::size_t kMostLingered = 64 << 10;

/// Children must not inherit a socket: the port would stay busy for as long as they live.
void CloseInChildren(int fd) {
  fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/// What the sessions and the one who listens share; the last of them to go takes it along.
struct Shared {
  explicit Shared(CallbackListen l) : listen(std::move(l)) {}
  CallbackListen listen;
  std::list<beast::tcp_stream*> open;  ///< oldest first
};

/// One connection, in the list for as long as it lives.
class Session {
 public:
  Session(std::shared_ptr<Shared> shared, tcp::socket socket)
      : shared_(std::move(shared)),
        stream_(std::move(socket)),
        place_(shared_->open.insert(shared_->open.end(), &stream_)) {}
  ~Session() { shared_->open.erase(place_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Task<void> Serve() {
    stream_.expires_after(std::chrono::milliseconds(shared_->listen.total_ms));
    CallbackReply reply;
    if (co_await Read(&reply)) {
      stream_.expires_never();
      reply = co_await shared_->listen.handle(request_);
      if (request_.too_long && reply.status == 200) {
        reply = {413, "the body is too long; only the status was taken"};
      }
    }
    if (reply.status != 0) {
      co_await Answer(reply);
    }
  }

 private:
  using Parser = http::request_parser<http::string_body>;

  /// False: `*reply` is what is wrong with the request, its status 0 if nobody is there to hear.
  Task<bool> Read(CallbackReply* reply) {
    Parser parser;
    parser.header_limit(static_cast<std::uint32_t>(shared_->listen.header_limit));
    parser.body_limit(boost::none);  // checked below, after the token
    const auto [error, size] = co_await http::async_read_header(stream_, buffer_, parser, kNoThrow);
    if (error) {
      *reply = Complaint(error);
      co_return false;
    }
    const std::string_view target(parser.get().target().data(), parser.get().target().size());
    if (!HasCallbackToken(target, shared_->listen.token)) {
      *reply = {403, "forbidden"};
      co_return false;
    }
    if (parser.get().method() != http::verb::get && parser.get().method() != http::verb::post) {
      *reply = {405, "only GET and POST"};
      co_return false;
    }
    const std::size_t query = target.find('?');
    if (!ReadCallbackQuery(
            query == std::string_view::npos ? std::string_view() : target.substr(query + 1),
            &request_)) {
      *reply = {400, "expected ?id=JOB@NODE&status=STATUS"};
      co_return false;
    }
    const auto limit = static_cast<std::uint64_t>(shared_->listen.body_limit);
    if (parser.content_length() && *parser.content_length() > limit) {
      request_.too_long = true;
      co_return true;
    }
    parser.body_limit(limit);
    co_return co_await ReadBody(parser, reply);
  }

  Task<bool> ReadBody(Parser& parser, CallbackReply* reply) {
    if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
      co_await asio::async_write(stream_, asio::buffer(kGoOn), kNoThrow);
    }
    const auto [error, size] = co_await http::async_read(stream_, buffer_, parser, kNoThrow);
    if (error == http::error::body_limit) {
      request_.too_long = true;
      co_return true;
    }
    if (error) {
      *reply = Complaint(error);
      co_return false;
    }
    Parser::value_type& message = parser.get();
    const auto type = message[http::field::content_type];
    request_.content_type.assign(type.data(), type.size());
    request_.body = std::move(message.body());
    co_return true;
  }

  static CallbackReply Complaint(const error_code& error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return {431, "the header is too long"};
    }
    const bool ours = error.category() == http::make_error_code(http::error::bad_method).category();
    const bool gone = error == http::error::end_of_stream || error == http::error::partial_message;
    return ours && !gone ? CallbackReply{400, "this is not HTTP"} : CallbackReply{0, {}};
  }

  Task<void> Answer(const CallbackReply& reply) {
    stream_.expires_after(kLinger * 5);
    std::string text = "HTTP/1.1 " + std::to_string(reply.status) +
                       (reply.status < 300 ? " OK" : " Refused") +
                       "\r\nContent-Type: text/plain; charset=UTF-8\r\nConnection: close\r\n";
    text += reply.status == 405 ? "Allow: GET, POST\r\n" : "";
    text += "Content-Length: " + std::to_string(reply.text.size() + 1) + "\r\n\r\n" + reply.text;
    text += '\n';
    co_await asio::async_write(stream_, asio::buffer(text), kNoThrow);
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    // Closed with bytes unread, the kernel would throw away the reply on its way.
    stream_.expires_after(kLinger);
    for (std::size_t read = 0; read < kMostLingered;) {
      char rest[1024];
      const auto [error, size] = co_await stream_.async_read_some(asio::buffer(rest), kNoThrow);
      if (error) {
        break;
      }
      read += size;
    }
  }

  std::shared_ptr<Shared> shared_;
  beast::tcp_stream stream_;
  std::list<beast::tcp_stream*>::iterator place_;
  beast::flat_buffer buffer_{64 << 10};
  CallbackRequest request_;
};

Task<void> Serve(std::shared_ptr<Shared> shared, tcp::socket socket) {
  Session session(std::move(shared), std::move(socket));
  co_await session.Serve();
}

Task<void> Accept(std::shared_ptr<tcp::acceptor> acceptor, std::shared_ptr<Shared> shared) {
  while (acceptor->is_open()) {
    auto [error, socket] = co_await acceptor->async_accept(kNoThrow);
    if (error == asio::error::operation_aborted) {
      co_return;
    }
    if (error) {  // out of descriptors: some time later there may be one
      co_await Sleep(std::chrono::milliseconds(100));
      continue;
    }
    CloseInChildren(socket.native_handle());
    if (shared->open.size() >= shared->listen.most_connections) {
      error_code ignored;
      beast::tcp_stream* const oldest = shared->open.front();
      shared->open.splice(shared->open.end(), shared->open, shared->open.begin());
      oldest->socket().close(ignored);
    }
    asio::co_spawn(acceptor->get_executor(), Serve(shared, std::move(socket)), asio::detached);
  }
}

class Listener final : public CallbackListener {
 public:
  Listener(asio::io_context& loop, CallbackListen listen)
      : acceptor_(std::make_shared<tcp::acceptor>(loop)),
        shared_(std::make_shared<Shared>(std::move(listen))) {}
  ~Listener() override {
    error_code ignored;
    acceptor_->close(ignored);
    for (beast::tcp_stream* stream : shared_->open) {
      stream->socket().close(ignored);
    }
  }

  error_code Open() {
    error_code error;
    const auto address = asio::ip::make_address(shared_->listen.host, error);
    const tcp::endpoint wanted(address, shared_->listen.port);
    const auto step = [&error](auto&& what) {
      if (!error) {
        what();
      }
    };
    step([&] { acceptor_->open(wanted.protocol(), error); });
    step([&] { CloseInChildren(acceptor_->native_handle()); });
    // After a crash the port has old connections that the kernel still remembers.
    step([&] { acceptor_->set_option(tcp::acceptor::reuse_address(true), error); });
    step([&] { acceptor_->bind(wanted, error); });
    step([&] { acceptor_->listen(tcp::acceptor::max_listen_connections, error); });
    step([&] { bound_ = acceptor_->local_endpoint(error); });
    step([&] {
      asio::co_spawn(acceptor_->get_executor(), Accept(acceptor_, shared_), asio::detached);
    });
    return error;
  }

  std::string address() const override {
    const std::string host = bound_.address().to_string();
    return (bound_.address().is_v6() ? "[" + host + "]" : host) + ":" +
           std::to_string(bound_.port());
  }

 private:
  std::shared_ptr<tcp::acceptor> acceptor_;
  std::shared_ptr<Shared> shared_;
  tcp::endpoint bound_;
};

}  // namespace

Result<std::unique_ptr<CallbackListener>> ListenForCallbacks(asio::io_context& loop,
                                                             CallbackListen listen) {
  const std::string wanted = listen.host + ":" + std::to_string(listen.port);
  auto listener = std::make_unique<Listener>(loop, std::move(listen));
  if (const error_code error = listener->Open()) {
    return Error{ErrorClass::kError, "E0728",
                 "cannot listen for callbacks on " + wanted + ": " + error.message()};
  }
  return std::unique_ptr<CallbackListener>(std::move(listener));
}

}  // namespace hpdl::rt
