#include "runtime/ground/calendar/period.h"

#include <algorithm>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kSecondsADay = 86'400;
constexpr std::int64_t kFirstSecond = -62'135'596'800;  // 0001-01-01
constexpr std::int64_t kLastSecond = 253'402'300'799;   // 9999-12-31

std::int64_t DayOf(std::int64_t local) {
  return (local >= 0 ? local : local - kSecondsADay + 1) / kSecondsADay;
}

/// Returns the time at which the clocks of a zone show `local`. If the clocks show `local` twice,
/// returns the later time. If the clocks skip `local`, converts it with the offset before the
/// change.
std::int64_t TimeOfClock(std::int64_t local, const TimeZone& zone) {
  const std::int64_t before = zone.OffsetAt(local - kSecondsADay);
  const std::int64_t after = zone.OffsetAt(local + kSecondsADay);
  return zone.OffsetAt(local - after) == after ? local - after : local - before;
}

/// Returns the time `days` days after `start`. Keeps the local time of day when summer time begins
/// or ends, unless this would change the day.
std::int64_t AddDays(std::int64_t start, std::int64_t days, const TimeZone& zone) {
  const std::int64_t offset = zone.OffsetAt(start);
  const std::int64_t time = start + days * kSecondsADay;
  const std::int64_t change = offset - zone.OffsetAt(time);
  const std::int64_t right = time + change;
  const bool same_day = DayOf(right + zone.OffsetAt(right)) == DayOf(time + offset);
  return same_day ? right : time;
}

std::int64_t MonthsFrom1970(const UtcTime& local) {
  return (local.year - 1970) * 12 + local.month - 1;
}

/// Returns the date of day number `day` of a month, as days since 1970-01-01. If the month has
/// fewer days, returns its last day.
std::int64_t DayInMonth(std::int64_t months_from_1970, int day) {
  const auto first = [](std::int64_t months) {
    const std::int64_t year = months >= 0 ? months / 12 : (months - 11) / 12;
    return DayNumber(1970 + year, static_cast<int>(months - year * 12) + 1, 1);
  };
  const std::int64_t begin = first(months_from_1970);
  return std::min(begin + day, first(months_from_1970 + 1)) - 1;
}

std::int64_t AddMonths(std::int64_t start, std::int64_t months, const TimeZone& zone) {
  const std::int64_t local = start + zone.OffsetAt(start);
  const UtcTime shown = UtcTimeOf(local);
  const std::int64_t day = DayInMonth(MonthsFrom1970(shown) + months, shown.day);
  return TimeOfClock(day * kSecondsADay + (local - DayOf(local) * kSecondsADay), zone);
}

}  // namespace

std::int64_t BeginOf(const Period& period, std::int64_t start, const TimeZone& zone) {
  const std::int64_t local = start + zone.OffsetAt(start);
  const std::int64_t day = DayOf(local);
  std::int64_t begin = day;
  switch (period.begin) {
    case Period::Begin::kAsItIs:
      return start;
    case Period::Begin::kNextDay:
      begin = day + 1;
      break;
    case Period::Begin::kNextWeek:
      begin = day + 7 - ((day + 4) % 7 + 7) % 7;  // day 0, 1970-01-01, was a Thursday
      break;
    case Period::Begin::kNextMonth:
      begin = DayInMonth(MonthsFrom1970(UtcTimeOf(local)) + 1, 1);
      break;
  }
  return TimeOfClock(begin * kSecondsADay, zone);
}

std::int64_t TimeAfter(const Period& period, std::int64_t start, std::int64_t periods,
                       const TimeZone& zone) {
  const std::int64_t units = periods * period.count;
  switch (period.unit) {
    case Period::Unit::kMinutes:
      return start + units * 60;
    case Period::Unit::kDays:
      return AddDays(start, units, zone);
    case Period::Unit::kWeeks:
      return AddDays(start, units * 7, zone);
    case Period::Unit::kMonths:
      return AddMonths(start, units, zone);
  }
  return start;
}

std::optional<std::int64_t> CheckedTimeAfter(const Period& period, std::int64_t start,
                                             std::int64_t periods, const TimeZone& zone) {
  // The limits for minutes, days, weeks and months. Each limit is about ten thousand years.
  constexpr std::int64_t kMost[] = {5'260'000'000, 3'660'000, 530'000, 120'000};
  const std::int64_t most = kMost[static_cast<std::size_t>(period.unit)];
  std::int64_t units = 0;
  if (__builtin_mul_overflow(period.count, periods, &units) || units < -most || units > most) {
    return std::nullopt;
  }
  const std::int64_t time = TimeAfter(period, start, periods, zone);
  return time < kFirstSecond || time > kLastSecond ? std::nullopt : std::optional(time);
}

}  // namespace hpdl::rt
