#ifndef HPDL_RUNTIME_WORLD_HTTP_HTTP_SERVER_H_
#define HPDL_RUNTIME_WORLD_HTTP_HTTP_SERVER_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"

/// A port that takes requests of HTTP/1.1 within limits. Programs have it for callbacks, without
/// TLS and with one request a connection.
namespace hpdl::rt {

/// A request. What is of its header comes as it was sent.
class HttpCall {
 public:
  virtual ~HttpCall() = default;
  virtual std::string_view method() const = 0;  ///< "GET"
  virtual std::string_view target() const = 0;  ///< path and query
  /// The first field of this name, in any case; "" if there is none.
  virtual std::string_view Field(std::string_view name) const = 0;
  /// "" until the body has been read.
  virtual const std::string& body() const = 0;
  /// The body was over the limit and is not here.
  virtual bool too_long() const = 0;
  /// The numeric address of the other side; "" if it has gone.
  virtual std::string peer() const = 0;
  /// The other side has closed its connection, as far as can be seen, and waits for no answer.
  virtual bool gone() const { return false; }
};

struct HttpAnswer {
  int status = 200;
  std::string body;
  std::string content_type = "text/plain; charset=UTF-8";  ///< "": the field is not there
  std::string fields;                                      ///< further ones, "NAME: VALUE\r\n" each
  std::string reason;  ///< the words behind the status, one line; "": those of RFC 9110
};

/// A client that is over one of them is answered if that can be done, and its connection closed.
struct HttpLimits {
  std::int64_t header_bytes = 8192;
  std::int64_t body_bytes = 2048;
  /// Bodies that are here at a time, of all connections together; those of at most kSmallBody are
  /// not counted. A request that has no room is answered with 503. 0: no bound.
  std::int64_t bodies_bytes = 0;
  std::int64_t total_ms = 10'000;  ///< from the connection to the end of the request
  std::size_t connections = 64;    ///< one more closes the one that has been quiet for longest
  /// From an answer to the end of the next request's header. 0: a connection has one request.
  std::int64_t idle_ms = 0;
};

/// Bodies up to here always have room: many that are longer keep none of these out.
inline constexpr std::int64_t kSmallBody = 64 << 10;

struct HttpListen {
  std::string host;  ///< a numeric address
  std::uint16_t port = 0;
  /// A socket that listens already, in the place of both; the listener's from then on. -1: none.
  int socket = -1;
  HttpLimits limits;
  /// Looks at the header before anything of the body is read. An answer refuses the request.
  std::function<std::optional<HttpAnswer>(const HttpCall&)> admit;
  /// The most that the body of an admitted request may have, in place of HttpLimits::body_bytes.
  std::function<std::int64_t(const HttpCall&)> body_limit;
  /// The request lives until the task has ended. One whose body is too long comes here too: not
  /// everybody needs the body.
  std::function<Task<HttpAnswer>(const HttpCall&)> handle;
};

/// An open port. Destroyed, it takes no more connections and closes those that are open; must go
/// before the io_context does.
class HttpListener {
 public:
  virtual ~HttpListener() = default;
  /// HOST:PORT, the port being the bound one.
  virtual std::string address() const = 0;
};

/// kError without a code: the port is busy, or the address is none of this machine.
Result<std::unique_ptr<HttpListener>> ListenHttp(boost::asio::io_context& loop, HttpListen listen);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HTTP_HTTP_SERVER_H_
