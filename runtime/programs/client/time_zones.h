#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_TIME_ZONES_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_TIME_ZONES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/calendar/named_zone.h"

namespace hpdl::client {

using rt::NamedZone;

/// What `info -timezones` prints.
std::string ListOfZones();

/// Seconds since 1970 of "Sun, 22 Nov 2026 10:11:12 GMT"; none if it is no such text.
std::optional<std::int64_t> ReadHttpDate(std::string_view text);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_TIME_ZONES_H_
