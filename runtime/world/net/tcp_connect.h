#ifndef HPDL_RUNTIME_WORLD_NET_TCP_CONNECT_H_
#define HPDL_RUNTIME_WORLD_NET_TCP_CONNECT_H_

#include <sys/socket.h>

#include <cstdint>
#include <span>
#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// A request for a TCP connection, for a protocol that libcurl does not support. Connecting blocks
/// the calling thread, which must not be the loop's thread.
struct TcpRequest {
  std::string host;  ///< a name, or an address without brackets
  std::uint16_t port = 0;
  /// The time limit for resolving the name and trying all of its addresses.
  std::int64_t timeout_ms = 10'000;
  /// A descriptor that ends the wait at once when it becomes readable; -1: no descriptor.
  int stop_fd = -1;
};

/// Resolves the host with c-ares, which works in a static program, and connects to the first of its
/// addresses that answers. It tries the next address after a quarter of a second, or as soon as an
/// address has failed. Returns a non-blocking socket that the caller owns. Errors are kTransient:
/// "NET_RESOLVE", "NET_CONNECT", "NET_TIMEOUT"; the message names host and cause.
Result<int> ConnectTcp(const TcpRequest& request);

struct SocketAddress {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

/// Connects to the first of `addresses` that answers; does not resolve the host. Returns the same
/// kinds of sockets and errors as ConnectTcp().
Result<int> ConnectToFirst(const TcpRequest& request, std::span<const SocketAddress> addresses);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_TCP_CONNECT_H_
