#include "runtime/server/access/own_hosts.h"

#include <arpa/inet.h>
#include <limits.h>
#include <unistd.h>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

bool IsNumericAddress(const std::string& host) {
  unsigned char address[sizeof(in6_addr)];
  if (host.starts_with('[') && host.ends_with(']')) {
    return inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), address) == 1;
  }
  return inet_pton(AF_INET, host.c_str(), address) == 1;
}

}  // namespace

OwnHosts::OwnHosts() {
  char machine[HOST_NAME_MAX + 1] = "";
  gethostname(machine, sizeof machine - 1);
  Add("localhost");
  Add(machine);
}

void OwnHosts::Add(std::string_view names) {
  for (const std::string_view name : Split(names, ',')) {
    names_.insert(LowerCase(hpdl::Trimmed(name)));
  }
  names_.erase("");
}

bool OwnHosts::Has(std::string_view field) const {
  const std::string host = HostName(field);
  return names_.contains(host) || IsNumericAddress(host);
}

std::string HostName(std::string_view host) {
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  return LowerCase(host.substr(0, end));
}

}  // namespace hpdl::rt
