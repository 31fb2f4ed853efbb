#include "runtime/engines/workflow/notification_redirect.h"

#include <strings.h>

#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

struct Place {
  std::string_view host, port;
};

/// Splits HOST:PORT at the colon before the port. Ignores the colons of an IPv6 address.
Place PlaceOf(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const std::size_t bracket = text.rfind(']');
  if (colon == std::string_view::npos || (bracket != std::string_view::npos && colon < bracket)) {
    return {text, {}};
  }
  return {text.substr(0, colon), text.substr(colon + 1)};
}

bool SameHost(const Place& one, const Place& other) {
  return one.host.size() == other.host.size() &&
         strncasecmp(one.host.data(), other.host.data(), one.host.size()) == 0;
}

}  // namespace

bool MayLead(std::string_view from, std::string_view to, std::string_view named) {
  const Place begin = PlaceOf(from);
  const Place end = PlaceOf(to);
  if (end.host.empty()) {
    return false;
  }
  if (SameHost(begin, end) &&
      (begin.port == end.port || (begin.port == "80" && end.port == "443"))) {
    return true;
  }
  while (!named.empty()) {
    const std::size_t comma = named.find(',');
    const std::string_view word = Trimmed(named.substr(0, comma));
    const Place place = PlaceOf(word);
    if (word == "*" || (SameHost(place, end) && (place.port.empty() || place.port == end.port))) {
      return true;
    }
    named.remove_prefix(comma == std::string_view::npos ? named.size() : comma + 1);
  }
  return false;
}

}  // namespace hpdl::rt
