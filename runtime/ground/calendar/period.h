#ifndef HPDL_RUNTIME_GROUND_CALENDAR_PERIOD_H_
#define HPDL_RUNTIME_GROUND_CALENDAR_PERIOD_H_

#include <cstdint>
#include <optional>

#include "runtime/ground/calendar/time_zone.h"

namespace hpdl::rt {

/// A frequency, as given by `coord:minutes(n)` to `coord:endOfMonths(n)`. Times are seconds since
/// 1970. The units are counted in the calendar of a time zone, like in java.util.Calendar.
struct Period {
  /// Days, weeks and months keep the local time of day. Minutes do not depend on the time zone.
  enum class Unit : std::uint8_t { kMinutes, kDays, kWeeks, kMonths };
  /// The midnight to which BeginOf() moves the first time of a schedule. All values except kAsItIs
  /// make the first time later, even if it is a midnight already.
  enum class Begin : std::uint8_t { kAsItIs, kNextDay, kNextWeek, kNextMonth };

  Unit unit = Unit::kMinutes;
  Begin begin = Begin::kAsItIs;
  std::int64_t count = 0;  ///< number of units

  bool operator==(const Period&) const = default;
};

/// Returns `start` moved to the beginning of the period: to the local midnight at which the next
/// day, week (Sunday) or month begins. kAsItIs returns `start` itself.
std::int64_t BeginOf(const Period& period, std::int64_t start, const TimeZone& zone);

/// Adds `periods` periods to the time `start`; `periods` may be negative. All periods are added in
/// one step: one month after 31 January is 29 February, but two months after 31 January is 31
/// March. For a local time that the clocks skip or show twice, the result is the same as Java's.
std::int64_t TimeAfter(const Period& period, std::int64_t start, std::int64_t periods,
                       const TimeZone& zone);

/// Does the same as TimeAfter(), but returns nullopt if the result is before the year 1 or after
/// the year 9999. So `period` and `periods` may have any values. `start` must be within these
/// years.
std::optional<std::int64_t> CheckedTimeAfter(const Period& period, std::int64_t start,
                                             std::int64_t periods, const TimeZone& zone);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_PERIOD_H_
