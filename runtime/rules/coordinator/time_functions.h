#ifndef HPDL_RUNTIME_RULES_COORDINATOR_TIME_FUNCTIONS_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_TIME_FUNCTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/calendar/time_zone.h"

/// Implements the time functions of coordinators. All times are seconds since 1970.
namespace hpdl::rt {

/// The units of `coord:offset` and `coord:dateOffset`.
enum class TimeUnit : std::uint8_t { kMinute, kHour, kDay, kWeek, kMonth, kYear };

/// Reads a unit: `MINUTE`, `HOUR`, `DAY`, `WEEK`, `MONTH` or `YEAR`. Fails with E1004 for any other
/// word.
Result<TimeUnit> ReadTimeUnit(std::string_view word);

/// Reads a time such as `2009-02-01T11:00Z` as Oozie does. Leading zeros may be left out, no other
/// text may follow the time, and each part must exist in the calendar. Fails with E1004 if the text
/// is not a time.
Result<std::int64_t> ReadTime(std::string_view text);

/// Returns a time in the form `2009-02-01T11:00Z`, without seconds.
std::string WriteTime(std::int64_t time);

/// Adds `count` units to `time`. Minutes and hours are elapsed time; all other units keep the time
/// of day in the zone. Returns nullopt if the result is before the year 1 or after the year 9999.
std::optional<std::int64_t> AddUnits(std::int64_t time, std::int64_t count, TimeUnit unit,
                                     const TimeZone& zone);

/// Evaluates `coord:dateOffset`. Returns the time `count` units after `time`, in UTC. Fails with
/// E1004 if `time` or `unit` is malformed, or if the result is not in the years 1 to 9999.
Result<std::string> DateOffset(std::string_view time, std::int64_t count, std::string_view unit);

/// Evaluates `coord:dateTzOffset`. Returns the local time of a zone. The text of this time ends
/// with `Z` although the time is not in UTC.
Result<std::string> DateTzOffset(std::string_view time, const TimeZone& zone);

/// Evaluates `coord:formatTime`. Returns a time in the form of a java.text.SimpleDateFormat
/// pattern, in UTC and English. Fails with E1004 for a letter that has no meaning in a pattern, and
/// for a quote that is not closed.
Result<std::string> FormatTime(std::string_view time, std::string_view pattern);

/// Evaluates `coord:epochTime`. Returns seconds since 1970, or milliseconds if `millis` is `true`
/// in upper or lower case.
Result<std::string> EpochTime(std::string_view time, std::string_view millis);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_TIME_FUNCTIONS_H_
