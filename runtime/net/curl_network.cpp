#include "runtime/net/network.h"

extern "C" const hpdl_network hpdl_network_curl = {
    [](boost::asio::io_context&) { return std::unique_ptr<hpdl::rt::Network>(); }};
