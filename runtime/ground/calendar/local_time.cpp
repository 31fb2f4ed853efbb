#include "runtime/ground/calendar/local_time.h"

#include "runtime/ground/base/utc_time.h"
#include "runtime/ground/calendar/time_zone.h"

namespace hpdl::rt {
namespace {

/// Returns the local date and time of day in the time zone of this machine.
UtcTime ClockAt(std::int64_t ms) {
  static const TimeZone zone = TimeZone::OfThisMachine();
  const std::int64_t seconds = ms / 1000;
  return UtcTimeOf(seconds + zone.OffsetAt(seconds));
}

}  // namespace

std::string LocalTime(std::int64_t ms) {
  return ms == 0 ? "-" : DateAndTime(ClockAt(ms), ' ');
}

std::string LocalClock(std::int64_t ms) {
  return TimeOfDay(ClockAt(ms));
}

}  // namespace hpdl::rt
