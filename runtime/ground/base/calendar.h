#ifndef HPDL_RUNTIME_GROUND_BASE_CALENDAR_H_
#define HPDL_RUNTIME_GROUND_BASE_CALENDAR_H_

#include <cstdint>
#include <string>
#include <string_view>

/// Dates and times of day, Gregorian in both directions. The runtime needs no more than this. The
/// C library's functions would bring its time zones and scanf into a program, 110 KB.
namespace hpdl::rt {

struct CalendarTime {
  std::int64_t year = 1970;
  int month = 1;  ///< 1 to 12
  int day = 1;    ///< 1 to 31
  int hour = 0;
  int minute = 0;
  int second = 0;
};

/// The date and time that UTC shows `seconds` after 1970.
CalendarTime CalendarOf(std::int64_t seconds);

/// Days from 1970-01-01 to a date.
std::int64_t DayNumber(std::int64_t year, int month, int day);

bool IsLeapYear(std::int64_t year);

/// `Jan` to `Dec` of 1 to 12.
std::string_view MonthName(int month);
/// `Sun` to `Sat`, the day of the week that a date is.
std::string_view DayName(const CalendarTime& time);

/// 2026-03-01, with `separator` and 12:05:00 after it.
std::string DateAndTime(const CalendarTime& time, char separator);
/// 12:05:00
std::string TimeOfDay(const CalendarTime& time);
/// 2026-03-01T12:05:00.123Z of milliseconds since 1970.
std::string IsoTime(std::int64_t ms);
/// `Sun, 01 Mar 2026 12:05:00 GMT` of milliseconds since 1970 (RFC 9110, 5.6.7).
std::string HttpDate(std::int64_t ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_CALENDAR_H_
