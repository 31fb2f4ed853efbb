#ifndef HPDL_RUNTIME_SERVER_ACCESS_OWN_HOSTS_H_
#define HPDL_RUNTIME_SERVER_ACCESS_OWN_HOSTS_H_

#include <set>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// The hosts that clients may name in the field `Host` of a request. If the DNS name of a foreign
/// page is changed to lead to this machine (DNS rebinding), the browser sends that name.
class OwnHosts {
 public:
  /// Allows localhost, the name of this machine and each numeric address.
  OwnHosts();
  /// Allows more host names, separated by commas. Their case does not matter.
  void Add(std::string_view names);
  /// `field`: a host name or an address, with or without a port.
  bool Has(std::string_view field) const;

 private:
  std::set<std::string, std::less<>> names_;
};

/// Returns the name in a `Host`, in small letters: "[::1]" for "[::1]:11000", "localhost" for
/// "LOCALHOST:11000".
std::string HostName(std::string_view host);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_OWN_HOSTS_H_
