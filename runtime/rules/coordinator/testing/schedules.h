#ifndef HPDL_RUNTIME_RULES_COORDINATOR_TESTING_SCHEDULES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_TESTING_SCHEDULES_H_

#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/rules/coordinator/nominal_times.h"
#include "runtime/rules/coordinator/testing/places.h"

namespace hpdl::rt::testing {

inline Schedule EachPeriod(Period period, std::string_view start, std::string_view end,
                           std::string_view zone = "UTC") {
  return {.frequency = period, .start = At(start), .end = At(end), .zone = Place(zone)};
}
inline Schedule Minutes(std::int64_t count, std::string_view start, std::string_view end) {
  return EachPeriod({Period::Unit::kMinutes, Period::Begin::kAsItIs, count}, start, end);
}
inline Schedule Days(std::string_view start, std::string_view end, std::string_view zone = "UTC",
                     std::int64_t count = 1) {
  return EachPeriod({Period::Unit::kDays, Period::Begin::kAsItIs, count}, start, end, zone);
}
inline Schedule ByCron(std::string_view cron, std::string_view start, std::string_view end,
                       std::string_view zone = "UTC") {
  const std::variant<Cron, CronProblem> read = Cron::OfOozie(cron);
  if (!std::holds_alternative<Cron>(read)) {
    std::abort();
  }
  return {
      .frequency = std::get<Cron>(read), .start = At(start), .end = At(end), .zone = Place(zone)};
}

inline std::string NominalTimes(const std::vector<Turn>& turns) {
  std::vector<std::int64_t> times;
  for (const Turn& turn : turns) {
    times.push_back(turn.time);
  }
  return Times(times, ' ');
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_TESTING_SCHEDULES_H_
