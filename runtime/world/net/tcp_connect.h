#ifndef HPDL_RUNTIME_WORLD_NET_TCP_CONNECT_H_
#define HPDL_RUNTIME_WORLD_NET_TCP_CONNECT_H_

#include <sys/socket.h>

#include <cstdint>
#include <span>
#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// A TCP connection for a protocol that libcurl does not speak. Blocks the calling thread, never
/// the loop's.
struct TcpRequest {
  std::string host;  ///< a name, or an address without brackets
  std::uint16_t port = 0;
  std::int64_t timeout_ms = 10'000;  ///< for the name and all of its addresses together
  int stop_fd = -1;                  ///< ends the wait at once when it gets readable; -1: none
};

/// Resolves the host by c-ares, which a static program can do, and connects to one of its
/// addresses: the first that answers; each is tried a quarter of a second after the one before it,
/// or when that has failed. Gives a socket that does not block and belongs to the caller. Errors
/// are kTransient: "NET_RESOLVE", "NET_CONNECT", "NET_TIMEOUT"; the message names host and cause.
Result<int> ConnectTcp(const TcpRequest& request);

struct SocketAddress {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

/// The same when the addresses of the host are known.
Result<int> ConnectToFirst(const TcpRequest& request, std::span<const SocketAddress> addresses);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_TCP_CONNECT_H_
