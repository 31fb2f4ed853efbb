#ifndef HPDL_RUNTIME_WORLD_NET_SURROUNDINGS_H_
#define HPDL_RUNTIME_WORLD_NET_SURROUNDINGS_H_

#include <string>

/// The network settings of a machine. A program looks them up when it runs, because it may have
/// been built on another distribution.
namespace hpdl::rt {

/// Certificates of the trusted authorities. Both are empty if this machine has no known place for
/// them.
struct TrustedRoots {
  std::string file;
  std::string directory;
};

/// Returns $SSL_CERT_FILE and $SSL_CERT_DIR if one of them is set, else the first usual place of
/// the distributions that exists.
TrustedRoots FindTrustedRoots();

/// Returns the hosts that are reached without the proxy of the environment: loopback, and
/// $no_proxy.
std::string HostsWithoutProxy();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_SURROUNDINGS_H_
