#ifndef HPDL_RUNTIME_WORLD_HTTP_LISTENER_H_
#define HPDL_RUNTIME_WORLD_HTTP_LISTENER_H_

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <list>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/world/http/http_server.h"

/// What the port is, whatever is spoken on its connections. Of this room alone.
namespace hpdl::rt::http_internal {

/// What the sessions and the one who listens share; the last of them to go takes it along.
struct Shared {
  explicit Shared(HttpListen l) : listen(std::move(l)) {}
  virtual ~Shared() = default;
  HttpListen listen;
  std::list<boost::beast::tcp_stream*> open;  ///< by their last requests, the oldest first
  std::int64_t bodies = 0;                    ///< bytes for which HttpLimits::bodies_bytes has room
};

/// The words of RFC 9110 for a status; for one that has none here, those of its class.
std::string_view ReasonOf(int status);

/// Serves one connection to its end.
using Serve = Task<void> (*)(std::shared_ptr<Shared>, boost::asio::ip::tcp::socket);

/// Binds the port and serves what comes.
Result<std::unique_ptr<HttpListener>> Listen(boost::asio::io_context& loop,
                                             std::shared_ptr<Shared> shared, Serve serve);

}  // namespace hpdl::rt::http_internal

#endif  // HPDL_RUNTIME_WORLD_HTTP_LISTENER_H_
