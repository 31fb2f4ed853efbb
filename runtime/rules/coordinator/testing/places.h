#ifndef HPDL_RUNTIME_RULES_COORDINATOR_TESTING_PLACES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_TESTING_PLACES_H_

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/calendar/time_zone.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt::testing {

/// Returns a time zone with its rules since 2008. The rules are in this file, so the tests need no
/// time zone files of the machine.
inline TimeZone Place(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kRules[] = {
      {"UTC", "UTC0"},
      {"America/Los_Angeles", "PST8PDT,M3.2.0,M11.1.0"},
      {"PST", "PST8PDT,M3.2.0,M11.1.0"},
      {"Asia/Kolkata", "IST-5:30"},
      {"GMT+05:30", "IST-5:30"},
      {"Australia/Sydney", "AEST-10AEDT,M10.1.0,M4.1.0/3"},
      {"Europe/London", "GMT0BST,M3.5.0/1,M10.5.0"},
      {"Europe/Paris", "CET-1CEST,M3.5.0,M10.5.0/3"},
  };
  for (const auto& [place, rule] : kRules) {
    if (place == name) {
      return *TimeZone::FromRule(rule);
    }
  }
  std::abort();
}

/// Returns the seconds since 1970 of a text such as 2013-11-25T11:00Z.
inline std::int64_t At(std::string_view text) {
  const Result<std::int64_t> time = ReadTime(text);
  if (!time) {
    std::abort();
  }
  return *time;
}

/// Returns times in the form 2013-11-25T11:00Z, with `between` between them.
inline std::string Times(const std::vector<std::int64_t>& times, char between) {
  std::string text;
  for (const std::int64_t time : times) {
    text += (text.empty() ? "" : std::string(1, between)) + WriteTime(time);
  }
  return text;
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_TESTING_PLACES_H_
