#ifndef HPDL_RUNTIME_RULES_COORDINATOR_TIME_FUNCTIONS_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_TIME_FUNCTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/time_zone.h"

/// What the functions of coordinators do with times. All times are seconds since 1970.
namespace hpdl::rt {

/// The units of `coord:offset` and `coord:dateOffset`.
enum class TimeUnit : std::uint8_t { kMinute, kHour, kDay, kWeek, kMonth, kYear };

/// Of `MINUTE` to `YEAR`; E1004 for any other word.
Result<TimeUnit> ReadTimeUnit(std::string_view word);

/// The time of `2009-02-01T11:00Z`, as Oozie reads it: digits before it that are 0 may be left
/// out, nothing may follow, and each part is one that a calendar has. E1004 if it is none.
Result<std::int64_t> ReadTime(std::string_view text);

/// `2009-02-01T11:00Z`; seconds are left out.
std::string WriteTime(std::int64_t time);

/// So many units after a time, by the calendar of a place: minutes and hours are elapsed time, all
/// others keep the time of day. None if that is before the year 1 or after 9999.
std::optional<std::int64_t> AddUnits(std::int64_t time, std::int64_t count, TimeUnit unit,
                                     const TimeZone& zone);

/// `coord:dateOffset`: AddUnits in UTC, of texts. E1004 for what is none.
Result<std::string> DateOffset(std::string_view time, std::int64_t count, std::string_view unit);

/// `coord:dateTzOffset`: what the clocks of a place show, with a `Z` after it all the same.
Result<std::string> DateTzOffset(std::string_view time, const TimeZone& zone);

/// `coord:formatTime`: by a pattern of java.text.SimpleDateFormat, in UTC and English. E1004 for a
/// letter that has no meaning there, and for a quote that is not closed.
Result<std::string> FormatTime(std::string_view time, std::string_view pattern);

/// `coord:epochTime`: seconds since 1970, or milliseconds if `millis` is `true` in any case.
Result<std::string> EpochTime(std::string_view time, std::string_view millis);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_TIME_FUNCTIONS_H_
