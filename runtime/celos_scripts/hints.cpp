#include "runtime/celos_scripts/hints.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <numeric>

#include "runtime/base/lower_case.h"

namespace hpdl::rt::celos {
namespace {

/// Until August 2015 these were names of the global scope.
constexpr std::array<std::string_view, 20> kMovedNames = {
    "addWorkflow",          "hourlySchedule",    "minutelySchedule",
    "cronSchedule",         "dependentSchedule", "serialSchedulingStrategy",
    "alwaysTrigger",        "hdfsCheck",         "hdfsCheckTrigger",
    "andTrigger",           "orTrigger",         "notTrigger",
    "delayTrigger",         "offsetTrigger",     "successTrigger",
    "mergeProperties",      "hdfsPath",          "oozieExternalService",
    "replaceTimeVariables", "databaseName"};

/// How many letters have to be changed, put in or left out.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string WithHint(const std::string& message) {
  constexpr std::string_view kBegin = "ReferenceError: ", kEnd = " is not defined";
  if (!message.starts_with(kBegin) || !message.ends_with(kEnd)) {
    return message;
  }
  const std::string name =
      message.substr(kBegin.size(), message.size() - kBegin.size() - kEnd.size());
  if (std::find(kMovedNames.begin(), kMovedNames.end(), name) != kMovedNames.end()) {
    return message + "; it is called celos." + name;
  }
  constexpr std::array<std::string_view, 6> kTimes = {"year", "month",  "day",
                                                      "hour", "minute", "second"};
  if (std::find(kTimes.begin(), kTimes.end(), name) != kTimes.end()) {
    return message + "; ${" + name +
           "} stands in quotes, for within backquotes JavaScript itself looks for " + name;
  }
  return message;
}

std::string UnknownOption(std::string_view name, const std::vector<std::string>& known) {
  const std::string lower = LowerCase(name.substr(0, 100));
  std::size_t best = std::max<std::size_t>(2, lower.size() / 3) + 1;
  const std::string* meant = nullptr;
  for (const std::string& option : known) {
    if (const std::size_t distance = Distance(lower, LowerCase(option)); distance < best) {
      best = distance;
      meant = &option;
    }
  }
  return "defineWorkflow has no option " + std::string(name.substr(0, 100)) + ", which is ignored" +
         (meant == nullptr ? "" : "; did you mean " + *meant + "?");
}

}  // namespace hpdl::rt::celos
