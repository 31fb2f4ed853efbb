#ifndef HPDL_RUNTIME_GROUND_BASE_UTC_TIME_H_
#define HPDL_RUNTIME_GROUND_BASE_UTC_TIME_H_

#include <cstdint>
#include <string>
#include <string_view>

/// Dates and times of day in the Gregorian calendar, also for years before its introduction. The C
/// library's functions would make a program 110 KB larger, because they need its code for time
/// zones and scanf.
namespace hpdl::rt {

struct UtcTime {
  std::int64_t year = 1970;
  int month = 1;  ///< 1 to 12
  int day = 1;    ///< 1 to 31
  int hour = 0;
  int minute = 0;
  int second = 0;
};

/// Returns the date and time in UTC for a time in seconds since 1970.
UtcTime UtcTimeOf(std::int64_t seconds);

/// Returns the number of days from 1970-01-01 to a date.
std::int64_t DayNumber(std::int64_t year, int month, int day);

bool IsLeapYear(std::int64_t year);

/// Returns `Jan` to `Dec` for months 1 to 12.
std::string_view MonthName(int month);
/// Returns the day of the week of a date, `Sun` to `Sat`.
std::string_view DayName(const UtcTime& time);

/// Returns the date, `separator` and the time of day, for example 2026-03-01T12:05:00 if the
/// separator is 'T'.
std::string DateAndTime(const UtcTime& time, char separator);
/// Returns the time of day, for example 12:05:00.
std::string TimeOfDay(const UtcTime& time);
/// Returns a time like 2026-03-01T12:05:00.123Z. `ms` is milliseconds since 1970.
std::string IsoTime(std::int64_t ms);
/// Returns a time like `Sun, 01 Mar 2026 12:05:00 GMT` (RFC 9110, 5.6.7). `ms` is milliseconds
/// since 1970.
std::string HttpDate(std::int64_t ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_UTC_TIME_H_
