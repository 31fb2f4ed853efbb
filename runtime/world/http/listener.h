#ifndef HPDL_RUNTIME_WORLD_HTTP_LISTENER_H_
#define HPDL_RUNTIME_WORLD_HTTP_LISTENER_H_

#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/world/http/connections.h"
#include "runtime/world/http/http_server.h"

/// The listening port that HTTP and HTTPS share.
namespace hpdl::rt::http_internal {

/// The state that the sessions and the listener share. Its last owner destroys it.
struct Shared {
  explicit Shared(HttpListen l) : listen(std::move(l)), connections(listen.limits.connections) {}
  virtual ~Shared() = default;
  HttpListen listen;
  Connections connections;
  std::int64_t bodies = 0;  ///< bytes of HttpLimits::bodies_bytes that are in use
};

/// Returns the usual reason phrase of a status. For a status without a known phrase, returns "OK"
/// if the status is below 300, else "Refused".
std::string_view ReasonOf(int status);

/// Serves one connection to its end.
using Serve = Task<void> (*)(std::shared_ptr<Shared>, boost::asio::ip::tcp::socket);

/// Opens the port and serves its connections.
Result<std::unique_ptr<HttpListener>> Listen(boost::asio::io_context& loop,
                                             std::shared_ptr<Shared> shared, Serve serve);

}  // namespace hpdl::rt::http_internal

#endif  // HPDL_RUNTIME_WORLD_HTTP_LISTENER_H_
