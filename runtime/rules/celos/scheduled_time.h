#ifndef HPDL_RUNTIME_RULES_CELOS_SCHEDULED_TIME_H_
#define HPDL_RUNTIME_RULES_CELOS_SCHEDULED_TIME_H_

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/calendar.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// What a time is moved by.
enum class TimeUnit : std::uint8_t { kYears, kMonths, kDays, kHours, kMinutes, kSeconds };

/// A point in time of a schedule, to the millisecond, in UTC: what Celos calls a scheduled time.
struct ScheduledTime {
  std::int64_t ms = 0;  ///< since 1970

  /// The forms that Celos reads (of ISO 8601 as Joda-Time has it): `2015-09-01T05:00Z`, with
  /// seconds and a fraction or without a time at all, weeks and days of the year, offsets that are
  /// UTC. The error is Celos' own: its code the Java class, its message as `Invalid format: "x"`.
  static Result<ScheduledTime> Parse(std::string_view text);

  /// `2015-09-01T05:00:00.000Z`
  std::string Text() const;
  /// The same without seconds and milliseconds while these are 0: `2015-09-01T05:00Z`.
  std::string Pretty() const;

  /// Its year to second.
  CalendarTime Calendar() const;
  /// 0 to 999
  int Millisecond() const;
  /// Since 1970, without the milliseconds.
  std::int64_t WholeSeconds() const;

  /// So many units later, or earlier: the 31st of a month becomes the last day of a shorter one. An
  /// error: outside of the years that Joda-Time has.
  Result<ScheduledTime> Plus(std::int64_t amount, TimeUnit unit) const;

  auto operator<=>(const ScheduledTime&) const = default;
};

/// A text with `${year}`, `${month}`, `${day}`, `${hour}`, `${minute}`, `${second}` and
/// `${millisecond}` of a time in it, each replaced everywhere. What merely looks alike stays.
std::string ReplaceTimeVariables(std::string_view text, ScheduledTime time);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SCHEDULED_TIME_H_
