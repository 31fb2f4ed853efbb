#ifndef HPDL_RUNTIME_WORLD_NET_CURL_NETWORK_H_
#define HPDL_RUNTIME_WORLD_NET_CURL_NETWORK_H_

#include <cstddef>
#include <memory>

#include "runtime/world/net/network.h"

namespace hpdl::rt {

/// The largest number of HTTP requests under way at a time; further requests wait. Requests and
/// kept connections (curl_multi.cpp) together use at most 256 descriptors. Many machines allow a
/// process 1,024 descriptors.
inline constexpr std::size_t kMostRequests = 192;

/// Opens the network of libcurl, with at most `most_requests` HTTP requests at a time.
std::unique_ptr<Network> OpenCurlNetwork(boost::asio::io_context& loop, std::size_t most_requests);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_CURL_NETWORK_H_
