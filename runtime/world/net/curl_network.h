#ifndef HPDL_RUNTIME_WORLD_NET_CURL_NETWORK_H_
#define HPDL_RUNTIME_WORLD_NET_CURL_NETWORK_H_

#include <cstddef>
#include <memory>

#include "runtime/world/net/network.h"

namespace hpdl::rt {

/// HTTP requests that are on their way at a time; more wait their turn. Together with the
/// connections that are kept (curl_multi.cpp) a quarter of the files that many machines allow.
inline constexpr std::size_t kMostRequests = 192;

/// The network by libcurl, with `most_requests` of HTTP at a time.
std::unique_ptr<Network> OpenCurlNetwork(boost::asio::io_context& loop, std::size_t most_requests);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_CURL_NETWORK_H_
