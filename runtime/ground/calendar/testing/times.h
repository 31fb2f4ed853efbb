#ifndef HPDL_RUNTIME_GROUND_CALENDAR_TESTING_TIMES_H_
#define HPDL_RUNTIME_GROUND_CALENDAR_TESTING_TIMES_H_

#include <cstdint>
#include <cstdio>
#include <string>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt::testing {

/// Returns the seconds since 1970 of a text like 2013-11-25T11:00Z or 2013-11-25T11:00:00.000Z.
/// Parts of a second are ignored.
inline std::int64_t SecondsOf(const std::string& text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  std::sscanf(text.c_str(), "%d-%d-%dT%d:%d:%d", &year, &month, &day, &hour, &minute, &second);
  return DayNumber(year, month, day) * 86'400 + hour * 3600 + minute * 60 + second;
}

/// Returns a time like 2013-11-25T11:00Z, the form of Oozie.
inline std::string MinuteOf(std::int64_t seconds) {
  return DateAndTime(UtcTimeOf(seconds), 'T').substr(0, 16) + "Z";
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_TESTING_TIMES_H_
