#ifndef HPDL_RUNTIME_GROUND_CALENDAR_PERIOD_H_
#define HPDL_RUNTIME_GROUND_CALENDAR_PERIOD_H_

#include <cstdint>
#include <optional>

#include "runtime/ground/base/time_zone.h"

namespace hpdl::rt {

/// How often something is due, as `coord:minutes(n)` to `coord:endOfMonths(n)` say. Times are
/// seconds since 1970; the units are those of the calendar of a place, as java.util.Calendar counts
/// them.
struct Period {
  /// Days, weeks and months keep the time of day of the place; minutes do not care.
  enum class Unit : std::uint8_t { kMinutes, kDays, kWeeks, kMonths };
  /// What the first time is moved to: always later than it was, also from a midnight.
  enum class Begin : std::uint8_t { kAsItIs, kNextDay, kNextWeek, kNextMonth };

  Unit unit = Unit::kMinutes;
  Begin begin = Begin::kAsItIs;
  std::int64_t count = 0;  ///< of units

  bool operator==(const Period&) const = default;
};

/// `start`, moved to where the period begins: to the midnight of the place before the next day,
/// week (Sunday) or month.
std::int64_t BeginOf(const Period& period, std::int64_t start, const TimeZone& zone);

/// So many periods after a time; before it, if negative. It is counted in one step: a month after
/// 31 January is 29 February, two are 31 March. A time of day that the clocks leave out, or show
/// twice, becomes one that is there, as Java chooses it.
std::int64_t TimeAfter(const Period& period, std::int64_t start, std::int64_t periods,
                       const TimeZone& zone);

/// The same with any numbers: nothing if the time is before the year 1 or after 9999. `start` is
/// not.
std::optional<std::int64_t> CheckedTimeAfter(const Period& period, std::int64_t start,
                                             std::int64_t periods, const TimeZone& zone);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_PERIOD_H_
