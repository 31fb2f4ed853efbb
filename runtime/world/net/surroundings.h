#ifndef HPDL_RUNTIME_WORLD_NET_SURROUNDINGS_H_
#define HPDL_RUNTIME_WORLD_NET_SURROUNDINGS_H_

#include <string>

/// What a machine says about its network, looked up when a program runs: it may have been built on
/// another distribution.
namespace hpdl::rt {

/// Certificates of the authorities that are trusted. Both empty: none are known here.
struct TrustedRoots {
  std::string file;
  std::string directory;
};

/// $SSL_CERT_FILE and $SSL_CERT_DIR where set, else the first of the distributions' usual places.
TrustedRoots FindTrustedRoots();

/// Hosts that are reached without the proxy of the environment: loopback, and $no_proxy.
std::string HostsWithoutProxy();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_SURROUNDINGS_H_
