#include "runtime/server/protocols/celos/same_origin.h"

#include <cstddef>

namespace hpdl::rt::celos {

bool IsForeign(const HttpCall& call, Askers askers) {
  if (call.method() == "GET" || call.method() == "HEAD" || call.method() == "OPTIONS") {
    return false;
  }
  const std::string_view origin = call.Field("Origin");
  if (!origin.empty()) {
    const std::size_t scheme = origin.find("://");
    if (scheme == std::string_view::npos || origin.substr(scheme + 3) != call.Field("Host")) {
      return true;
    }
  }
  const std::string_view site = call.Field("Sec-Fetch-Site");
  if (!site.empty()) {
    return site != "same-origin";
  }
  return origin.empty() && askers == Askers::kOwnPageOnly;
}

std::optional<HttpAnswer> RefusedIfForeign(const HttpCall& call, const OwnHosts& hosts,
                                           Askers askers) {
  if (!hosts.Has(call.Field("Host"))) {
    return HttpAnswer{403, "'" + std::string(call.Field("Host").substr(0, 100)) +
                               "' is not a name of this server; --hosts can add names\n"};
  }
  return IsForeign(call, askers)
             ? std::optional(HttpAnswer{403, "pages of other sites may not call this server\n"})
             : std::nullopt;
}

}  // namespace hpdl::rt::celos
