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

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"

/// A port that takes HTTP/1.1 requests within limits. Programs use it for callbacks, without TLS
/// and with one request for each connection.
namespace hpdl::rt {

/// A request. The parts of its header are as they were sent.
class HttpCall {
 public:
  virtual ~HttpCall() = default;
  virtual std::string_view method() const = 0;  ///< for example "GET"
  virtual std::string_view target() const = 0;  ///< path and query
  /// Returns the value of the first field with this name; "" if there is no such field. The case of
  /// the name does not matter.
  virtual std::string_view Field(std::string_view name) const = 0;
  /// Returns the body; "" until the body has been read.
  virtual const std::string& body() const = 0;
  /// True if the body is over the limit; body() is then "".
  virtual bool too_long() const = 0;
  /// Returns the numeric address of the client; "" if the client has gone.
  virtual std::string peer() const = 0;
  /// True if the client has closed its connection, so that it waits for no answer.
  virtual bool gone() const { return false; }
};

struct HttpAnswer {
  int status = 200;
  std::string body;
  std::string content_type = "text/plain; charset=UTF-8";  ///< "": the answer has no Content-Type
  std::string fields;  ///< further header fields, each "NAME: VALUE\r\n"
  std::string reason;  ///< the reason phrase, one line; "": the usual phrase of the status
};

/// A client that exceeds a limit gets an answer if possible, and its connection is closed.
struct HttpLimits {
  std::int64_t header_bytes = 8192;
  std::int64_t body_bytes = 2048;
  /// The maximum total size in bytes of the request bodies in memory; 0: no limit. Bodies of at
  /// most kSmallBody bytes are not counted. A request whose body does not fit gets status 503.
  std::int64_t bodies_bytes = 0;
  /// The time limit of a request. For the first request it begins with the connection, for a later
  /// request with the end of the request's header.
  std::int64_t total_ms = 10'000;
  /// The maximum number of open connections. At most half of them belong to one client address. If
  /// a maximum is reached, a new connection makes the server close the connection that has been
  /// idle for longest. If none is idle, the server closes the new connection.
  std::size_t connections = 64;
  /// The time limit from an answer to the end of the next request's header. If 0, a connection
  /// serves only one request.
  std::int64_t idle_ms = 0;
};

/// Bodies of at most this many bytes are not counted in HttpLimits::bodies_bytes.
inline constexpr std::int64_t kSmallBody = 64 << 10;

struct HttpListen {
  std::string host;  ///< a numeric address
  std::uint16_t port = 0;
  /// A listening socket that is used instead of `host` and `port`; the listener takes ownership of
  /// it. -1: no socket.
  int socket = -1;
  HttpLimits limits;
  /// Checks the header before any byte of the body is read. Returns nullopt to admit the request,
  /// or the answer that refuses it.
  std::function<std::optional<HttpAnswer>(const HttpCall&)> admit;
  /// Returns the maximum size, in bytes, of the body of an admitted request. It replaces
  /// HttpLimits::body_bytes.
  std::function<std::int64_t(const HttpCall&)> body_limit;
  /// Handles a request. The request lives until the task has ended. A request whose body is too
  /// long is handled too, because not every handler needs the body.
  std::function<Task<HttpAnswer>(const HttpCall&)> handle;
};

/// An open port. The destructor closes the port and its open connections. The object must be
/// destroyed before the io_context.
class HttpListener {
 public:
  virtual ~HttpListener() = default;
  /// Returns HOST:PORT. PORT is the port that was bound, even if the configured port was 0.
  virtual std::string address() const = 0;
};

/// Opens a port at a numeric address and returns the socket, which listens and is closed at exec.
/// kError without a code: the port is busy, or the address does not belong to this machine.
Result<Descriptor> OpenPort(const std::string& host, std::uint16_t port);

/// Returns the HOST:PORT at which a socket listens. kError: it is not a TCP socket that listens.
Result<std::string> PlaceOf(int socket);

/// Opens the port. Returns error kError without a code if the port is busy, or the address does not
/// belong to this machine.
Result<std::unique_ptr<HttpListener>> ListenHttp(boost::asio::io_context& loop, HttpListen listen);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HTTP_HTTP_SERVER_H_
