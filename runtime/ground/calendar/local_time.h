#ifndef HPDL_RUNTIME_GROUND_CALENDAR_LOCAL_TIME_H_
#define HPDL_RUNTIME_GROUND_CALENDAR_LOCAL_TIME_H_

#include <cstdint>
#include <string>

/// Prints times for people, in the time zone of this machine. `ms` is milliseconds since 1970.
namespace hpdl::rt {

/// Returns a time like "2026-11-21 03:56:11"; "-" if `ms` is 0.
std::string LocalTime(std::int64_t ms);
/// Returns a time of day like "03:56:11".
std::string LocalClock(std::int64_t ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_LOCAL_TIME_H_
