#include "runtime/engines/celos_scripts/hints.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <numeric>

#include "runtime/ground/base/lower_case.h"

namespace hpdl::rt::celos {
namespace {

/// The names that Celos had in the global scope of scripts until August 2015. They are now in
/// `celos`.
constexpr std::array<std::string_view, 20> kMovedNames = {
    "addWorkflow",          "hourlySchedule",    "minutelySchedule",
    "cronSchedule",         "dependentSchedule", "serialSchedulingStrategy",
    "alwaysTrigger",        "hdfsCheck",         "hdfsCheckTrigger",
    "andTrigger",           "orTrigger",         "notTrigger",
    "delayTrigger",         "offsetTrigger",     "successTrigger",
    "mergeProperties",      "hdfsPath",          "oozieExternalService",
    "replaceTimeVariables", "databaseName"};

/// Returns the number of letters to change, insert or delete to turn `a` into `b`.
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

/// Returns the element of `words` that is most similar to `word`, or null if no element is similar.
const std::string* Nearest(std::string_view word, const std::vector<std::string>& words) {
  const std::string lower = LowerCase(word.substr(0, 100));
  std::size_t best = std::max<std::size_t>(2, lower.size() / 3) + 1;
  const std::string* nearest = nullptr;
  for (const std::string& each : words) {
    if (const std::size_t distance = Distance(lower, LowerCase(each)); distance < best) {
      best = distance;
      nearest = &each;
    }
  }
  return nearest;
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
    return message + "; put ${" + name +
           "} in quotes, because in backquotes JavaScript itself looks for " + name;
  }
  return message;
}

std::string NotAFunction(const std::string& name, const std::vector<std::string>& functions) {
  constexpr std::string_view kCelos = "celos.";
  constexpr std::array<std::string_view, 4> kRemoved = {"commandTrigger", "commandExternalService",
                                                        "putRegister", "deleteRegister"};
  std::string message = "TypeError: " + name + " is not a function";
  if (!name.starts_with(kCelos)) {
    return message;
  }
  const std::string member = name.substr(kCelos.size());
  if (std::find(kRemoved.begin(), kRemoved.end(), member) != kRemoved.end()) {
    return message + "; Celos removed it in 2015";
  }
  const std::string* meant = Nearest(member, functions);
  return meant == nullptr ? message : message + "; did you mean celos." + *meant + "?";
}

std::string UnknownOption(std::string_view name, const std::vector<std::string>& known) {
  const std::string begin(name.substr(0, 100));
  const std::string* meant = Nearest(begin, known);
  return "defineWorkflow has no option " + begin + "; it is ignored" +
         (meant == nullptr ? "" : "; did you mean " + *meant + "?");
}

}  // namespace hpdl::rt::celos
