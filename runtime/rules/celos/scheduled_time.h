#ifndef HPDL_RUNTIME_RULES_CELOS_SCHEDULED_TIME_H_
#define HPDL_RUNTIME_RULES_CELOS_SCHEDULED_TIME_H_

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt::celos {

/// The units by which a time can be moved.
enum class TimeUnit : std::uint8_t { kYears, kMonths, kDays, kHours, kMinutes, kSeconds };

/// A time of a schedule, in milliseconds since 1970, UTC. Celos calls it a scheduled time.
struct ScheduledTime {
  std::int64_t ms = 0;  ///< milliseconds since 1970

  /// Reads a time in the forms that Celos accepts (ISO 8601 as in Joda-Time), such as
  /// `2015-09-01T05:00Z`. Seconds, a fraction and the whole time of day are optional. The date may
  /// be written with a week or with a day of the year. If the time has an offset from UTC, the
  /// offset must be 0. The errors are the same as in Celos: the code is the Java class, and the
  /// message is, for example, `Invalid format: "x"`.
  static Result<ScheduledTime> Parse(std::string_view text);

  /// Returns a text such as `2015-09-01T05:00:00.000Z`.
  std::string Text() const;
  /// Returns the short text, without seconds and milliseconds that are 0:
  /// `2015-09-01T05:00Z`.
  std::string Pretty() const;

  /// Returns the year, month, day, hour, minute and second in UTC.
  UtcTime Calendar() const;
  /// Returns the milliseconds within the second, 0 to 999.
  int Millisecond() const;
  /// Returns the whole seconds since 1970.
  std::int64_t WholeSeconds() const;
  /// True if the time has no milliseconds. Only such a time can be a time of a schedule.
  bool IsWholeSecond() const { return Millisecond() == 0; }

  /// Returns the time that is `amount` units later, or earlier if `amount` is negative. The 31st of
  /// a month becomes the last day of a shorter month. Returns an error if the result is outside the
  /// years of Joda-Time.
  Result<ScheduledTime> Plus(std::int64_t amount, TimeUnit unit) const;

  auto operator<=>(const ScheduledTime&) const = default;
};

/// Replaces every `${year}`, `${month}`, `${day}`, `${hour}`, `${minute}`, `${second}` and
/// `${millisecond}` in a text by its value in `time`. Other texts in `${}` stay unchanged.
std::string ReplaceTimeVariables(std::string_view text, ScheduledTime time);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SCHEDULED_TIME_H_
