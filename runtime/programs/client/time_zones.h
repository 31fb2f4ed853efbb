#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_TIME_ZONES_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_TIME_ZONES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/calendar/named_zone.h"

namespace hpdl::client {

using rt::NamedZone;

/// Returns the text of `info -timezones`.
std::string ListOfZones();

/// Returns the seconds since 1970 of a date such as "Sun, 22 Nov 2026 10:11:12 GMT"; nullopt if the
/// text is not such a date.
std::optional<std::int64_t> ReadHttpDate(std::string_view text);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_TIME_ZONES_H_
