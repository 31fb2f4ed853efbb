#ifndef HPDL_RUNTIME_GROUND_CALENDAR_TESTING_TIMES_H_
#define HPDL_RUNTIME_GROUND_CALENDAR_TESTING_TIMES_H_

#include <cstdint>
#include <cstdio>
#include <string>

#include "runtime/ground/base/calendar.h"

namespace hpdl::rt::testing {

/// Seconds of 2013-11-25T11:00Z and of 2013-11-25T11:00:00.000Z; parts of a second do not count.
inline std::int64_t SecondsOf(const std::string& text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  std::sscanf(text.c_str(), "%d-%d-%dT%d:%d:%d", &year, &month, &day, &hour, &minute, &second);
  return DayNumber(year, month, day) * 86'400 + hour * 3600 + minute * 60 + second;
}

/// 2013-11-25T11:00Z, the form of Oozie.
inline std::string MinuteOf(std::int64_t seconds) {
  return DateAndTime(CalendarOf(seconds), 'T').substr(0, 16) + "Z";
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_TESTING_TIMES_H_
