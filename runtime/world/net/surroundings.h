#ifndef HPDL_RUNTIME_WORLD_NET_SURROUNDINGS_H_
#define HPDL_RUNTIME_WORLD_NET_SURROUNDINGS_H_

#include <string>

/// The network settings of a machine. A program looks them up when it runs, because it may have
/// been built on another distribution.
namespace hpdl::rt {

/// The paths of the trusted certificates. Both paths are empty if the certificates are at no known
/// path on this machine.
struct TrustedRoots {
  std::string file;
  std::string directory;
};

/// Returns $SSL_CERT_FILE and $SSL_CERT_DIR if one of them is set, else the first path that exists
/// among the usual paths of Linux distributions.
TrustedRoots FindTrustedRoots();

/// Returns the hosts that are reached without the proxy of the environment: the loopback addresses
/// and the hosts in $no_proxy.
std::string HostsWithoutProxy();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_SURROUNDINGS_H_
