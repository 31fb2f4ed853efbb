#ifndef HPDL_RUNTIME_WORLD_HTTP_SESSION_H_
#define HPDL_RUNTIME_WORLD_HTTP_SESSION_H_

#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <chrono>
#include <type_traits>
#include <utility>

#include "runtime/world/http/framing.h"
#include "runtime/world/http/listener.h"

namespace hpdl::rt::http_internal {

/// One connection. It has a place among the open connections as long as it lives. The time limit of
/// its first request runs from the start of the connection. `Stream` is a tcp_stream or a layer
/// over one.
template <class Stream>
class Session final : public HttpCall {
 public:
  Session(std::shared_ptr<Shared> shared, Stream stream)
      : shared_(std::move(shared)),
        stream_(std::move(stream)),
        place_(shared_->connections, Tcp()) {
    LimitTo(Limits().total_ms);
  }
  ~Session() override { GiveRoomBack(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Stream& stream() { return stream_; }

  Task<void> Serve() {
    do {
      Prepare();
      std::optional<HttpAnswer> answer = co_await Read();
      if (!place_.Work()) {
        co_return;
      }
      if (!answer) {
        Tcp().expires_never();
        answer = co_await shared_->listen.handle(*this);
      } else {
        keep_ = false;  // the rest of the request was not read
      }
      if (answer->status == kNobody) {
        co_return;
      }
      DropBody();
      co_await Write(*answer);
      place_.Rest();
      LimitTo(Limits().idle_ms);
    } while (keep_);
    co_await Close();
  }

  std::string_view method() const override { return View(parser_->get().method_string()); }
  std::string_view target() const override { return View(parser_->get().target()); }
  std::string_view Field(std::string_view name) const override {
    return View(parser_->get()[boost::beast::string_view(name.data(), name.size())]);
  }
  const std::string& body() const override { return parser_->get().body(); }
  bool too_long() const override { return too_long_; }
  std::string peer() const override {
    boost::system::error_code error;
    const auto other = boost::beast::get_lowest_layer(stream_).socket().remote_endpoint(error);
    return error ? std::string() : other.address().to_string();
  }
  bool gone() const override {
    char byte = 0;
    const int socket = const_cast<Session*>(this)->Tcp().socket().native_handle();
    const ssize_t got = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
  }

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  static constexpr int kNobody = 0;  ///< a value of HttpAnswer::status: the client gets no answer
  static constexpr auto kNoThrow = boost::asio::as_tuple(boost::asio::use_awaitable);
  static constexpr std::int64_t kLingerMs = 1000, kWriteMs = 5000;
  static constexpr std::size_t kMostLingered = 64 << 10;

  static std::string_view View(boost::beast::string_view text) {
    return {text.data(), text.size()};
  }
  boost::beast::tcp_stream& Tcp() { return boost::beast::get_lowest_layer(stream_); }
  const HttpLimits& Limits() const { return shared_->listen.limits; }
  void LimitTo(std::int64_t ms) { Tcp().expires_after(std::chrono::milliseconds(ms)); }

  /// Resets the state for the next request.
  void Prepare() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(Limits().header_bytes));
    // There is no limit yet: Read() sets the body limit after it has read the header.
    parser_->body_limit(boost::none);
    too_long_ = false;
  }

  /// Reads a request. Returns nullopt if the request can be handled, else the answer that refuses
  /// it.
  Task<std::optional<HttpAnswer>> Read() {
    const auto [error, size] =
        co_await boost::beast::http::async_read_header(stream_, buffer_, *parser_, kNoThrow);
    if (error) {
      co_return Complaint(error);
    }
    if (keep_) {
      LimitTo(Limits().total_ms);
    }
    keep_ = Limits().idle_ms > 0 && parser_->keep_alive();
    std::optional<HttpAnswer> refusal = RefuseFraming(parser_->get());
    if (!refusal) {
      refusal = shared_->listen.admit(*this);
    }
    if (refusal) {
      co_return refusal;
    }
    const auto& given = shared_->listen.body_limit;
    const auto limit = static_cast<std::uint64_t>(given ? given(*this) : Limits().body_bytes);
    // A body without a stated length may become as long as the limit.
    const std::uint64_t most = parser_->chunked() ? limit : parser_->content_length().value_or(0);
    if (most > limit) {
      too_long_ = true;
      keep_ = false;
      co_return std::nullopt;
    }
    if (!TakeRoom(static_cast<std::int64_t>(most))) {
      co_return HttpAnswer{503, "too many long requests at a time; send this request again\n"};
    }
    parser_->body_limit(limit);
    co_return co_await ReadBody();
  }

  /// Reserves a part of HttpLimits::bodies_bytes for a body. Returns false if too little is left.
  bool TakeRoom(std::int64_t bytes) {
    if (bytes <= kSmallBody || Limits().bodies_bytes == 0) {
      return true;
    }
    if (shared_->bodies + bytes > Limits().bodies_bytes) {
      return false;
    }
    room_ = bytes;
    shared_->bodies += bytes;
    return true;
  }
  void DropBody() {
    std::string().swap(parser_->get().body());
    GiveRoomBack();
  }
  void GiveRoomBack() { shared_->bodies -= std::exchange(room_, 0); }

  Task<std::optional<HttpAnswer>> ReadBody() {
    namespace http = boost::beast::http;
    if (boost::beast::iequals(parser_->get()[http::field::expect], "100-continue")) {
      constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
      co_await boost::asio::async_write(stream_, boost::asio::buffer(kGoOn), kNoThrow);
    }
    const auto [error, size] = co_await http::async_read(stream_, buffer_, *parser_, kNoThrow);
    if (error == http::error::body_limit) {
      too_long_ = true;
      keep_ = false;
      parser_->get().body().clear();
    } else if (error) {
      co_return Complaint(error);
    }
    co_return std::nullopt;
  }

  static HttpAnswer Complaint(const boost::system::error_code& error) {
    namespace http = boost::beast::http;
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return {431, "the header is too long\n"};
    }
    const bool ours = error.category() == http::make_error_code(http::error::bad_method).category();
    const bool gone = error == http::error::end_of_stream || error == http::error::partial_message;
    return ours && !gone ? HttpAnswer{400, "the request is not HTTP\n"} : HttpAnswer{kNobody};
  }

  Task<void> Write(const HttpAnswer& answer) {
    LimitTo(std::max<std::int64_t>(kWriteMs, Limits().idle_ms));
    const std::string_view reason = answer.reason.empty() ? ReasonOf(answer.status) : answer.reason;
    std::string text = "HTTP/1.1 " + std::to_string(answer.status) + " ";
    text.append(reason).append("\r\n");
    if (!answer.content_type.empty()) {
      text.append("Content-Type: ").append(answer.content_type).append("\r\n");
    }
    text.append(keep_ ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
    text += answer.fields;
    text += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n\r\n";
    if (method() != "HEAD") {
      text += answer.body;
    }
    const auto [error, size] =
        co_await boost::asio::async_write(stream_, boost::asio::buffer(text), kNoThrow);
    keep_ = keep_ && !error;
  }

  Task<void> Close() {
    LimitTo(kWriteMs);
    if constexpr (!std::is_same_v<Stream, boost::beast::tcp_stream>) {
      // The TLS shutdown shows the client that the answer is complete.
      co_await stream_.async_shutdown(kNoThrow);
    }
    boost::system::error_code ignored;
    Tcp().socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
    // The `for` loop reads the rest of the request. If the socket closed with unread bytes, the
    // kernel would drop the answer that is still on its way.
    LimitTo(kLingerMs);
    for (std::size_t read = 0; read < kMostLingered;) {
      char rest[1024];
      const auto [error, size] =
          co_await Tcp().async_read_some(boost::asio::buffer(rest), kNoThrow);
      if (error) {
        break;
      }
      read += size;
    }
  }

  std::shared_ptr<Shared> shared_;
  Stream stream_;
  Connections::Place place_;
  boost::beast::flat_buffer buffer_{64 << 10};
  std::optional<Parser> parser_;
  std::int64_t room_ = 0;  ///< bytes of Shared::bodies that this request has reserved
  bool too_long_ = false;
  bool keep_ = false;  ///< the connection stays open for the next request
};

}  // namespace hpdl::rt::http_internal

#endif  // HPDL_RUNTIME_WORLD_HTTP_SESSION_H_
