#include "runtime/ground/base/utc_time.h"

#include <cstdio>

namespace hpdl::rt {
namespace {

constexpr std::int64_t kDaySeconds = 86400;
constexpr std::int64_t kEraYears = 400;  // the calendar repeats after 400 years
constexpr std::int64_t kEraDays = 146097;
constexpr std::int64_t kEraTo1970 = 719468;  // days from 0000-03-01 to 1970-01-01

std::int64_t FloorDivide(std::int64_t number, std::int64_t by) {
  return number / by - (number % by < 0 ? 1 : 0);
}

/// Writes `number`, 0 to 99, and returns the position after it. With snprintf() instead, writing a
/// schedule would take twice as long.
char* PutTwoDigits(int number, char* to) {
  to[0] = static_cast<char>('0' + number / 10);
  to[1] = static_cast<char>('0' + number % 10);
  return to + 2;
}

constexpr std::size_t kTimeOfDay = 8;  // characters

void PutTimeOfDay(const UtcTime& time, char* to) {
  to = PutTwoDigits(time.hour, to);
  *to++ = ':';
  to = PutTwoDigits(time.minute, to);
  *to++ = ':';
  PutTwoDigits(time.second, to);
}

}  // namespace

// Years begin in March here, so that the leap day is the last day of a year. A linear formula then
// gives the number of days before a month, because five months in a row always have 153 days.
std::int64_t DayNumber(std::int64_t year, int month, int day) {
  if (month <= 2) {
    --year;
  }
  const std::int64_t era = FloorDivide(year, kEraYears);
  const std::int64_t year_of_era = year - era * kEraYears;
  const std::int64_t day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
  return era * kEraDays + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
         kEraTo1970;
}

UtcTime UtcTimeOf(std::int64_t seconds) {
  const std::int64_t days = FloorDivide(seconds, kDaySeconds);
  const auto rest = static_cast<int>(seconds - days * kDaySeconds);
  const std::int64_t era = FloorDivide(days + kEraTo1970, kEraDays);
  const std::int64_t day_of_era = days + kEraTo1970 - era * kEraDays;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (year_of_era * 365 + year_of_era / 4 - year_of_era / 100);
  const auto march_month = static_cast<int>((5 * day_of_year + 2) / 153);
  UtcTime time;
  time.month = march_month < 10 ? march_month + 3 : march_month - 9;
  time.day = static_cast<int>(day_of_year) - (153 * march_month + 2) / 5 + 1;
  time.year = era * kEraYears + year_of_era + (time.month <= 2 ? 1 : 0);
  time.hour = rest / 3600;
  time.minute = rest / 60 % 60;
  time.second = rest % 60;
  return time;
}

bool IsLeapYear(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

std::string_view MonthName(int month) {
  constexpr std::string_view kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  return kMonths[month - 1];
}

std::string_view DayName(const UtcTime& time) {
  constexpr std::string_view kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  // 1970-01-01 was a Thursday, day 4.
  const std::int64_t day = DayNumber(time.year, time.month, time.day) + 4;
  return kDays[day - FloorDivide(day, 7) * 7];
}

std::string TimeOfDay(const UtcTime& time) {
  char text[kTimeOfDay];
  PutTimeOfDay(time, text);
  return {text, sizeof text};
}

std::string DateAndTime(const UtcTime& time, char separator) {
  constexpr std::int64_t kMostPlainYear = 9999;
  constexpr std::size_t kRest = 7;  // characters between the year and the time of day
  char text[32 + kRest + kTimeOfDay];
  char* to = text;
  if (time.year < 0 || time.year > kMostPlainYear) {
    to += std::snprintf(to, 32, "%04lld", static_cast<long long>(time.year));
  } else {
    to = PutTwoDigits(static_cast<int>(time.year / 100), to);
    to = PutTwoDigits(static_cast<int>(time.year % 100), to);
  }
  *to++ = '-';
  to = PutTwoDigits(time.month, to);
  *to++ = '-';
  to = PutTwoDigits(time.day, to);
  *to++ = separator;
  PutTimeOfDay(time, to);
  return {text, to + kTimeOfDay};
}

std::string IsoTime(std::int64_t ms) {
  char fraction[16];
  std::snprintf(fraction, sizeof fraction, ".%03dZ", static_cast<int>(ms % 1000));
  return DateAndTime(UtcTimeOf(ms / 1000), 'T') + fraction;
}

std::string HttpDate(std::int64_t ms) {
  const UtcTime time = UtcTimeOf(FloorDivide(ms, 1000));
  char date[64];
  std::snprintf(date, sizeof date, ", %02d %s %04lld ", time.day, MonthName(time.month).data(),
                static_cast<long long>(time.year));
  return std::string(DayName(time)) + date + TimeOfDay(time) + " GMT";
}

}  // namespace hpdl::rt
