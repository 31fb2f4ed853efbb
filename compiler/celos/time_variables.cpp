#include "compiler/celos/time_variables.h"

#include <algorithm>
#include <array>
#include <utility>

#include "compiler/base/suggest.h"
#include "runtime/ground/base/lower_case.h"

namespace hpdl::celos {
namespace {

constexpr std::array<std::string_view, 7> kTimeVariables = {
    "year", "month", "day", "hour", "minute", "second", "millisecond"};

/// Pairs of a short form for a part of a time and the time variable of Celos for this part. A short
/// form is, for example, a letter of Java's date patterns.
constexpr std::pair<std::string_view, std::string_view> kShortForms[] = {
    {"yyyy", "year"},       {"YYYY", "year"},
    {"yy", "year"},         {"y", "year"},
    {"Y", "year"},          {"MM", "month"},
    {"M", "month"},         {"mon", "month"},
    {"dd", "day"},          {"DD", "day"},
    {"d", "day"},           {"D", "day"},
    {"HH", "hour"},         {"hh", "hour"},
    {"H", "hour"},          {"h", "hour"},
    {"mm", "minute"},       {"min", "minute"},
    {"m", "minute"},        {"ss", "second"},
    {"SS", "second"},       {"s", "second"},
    {"sec", "second"},      {"S", "millisecond"},
    {"SSS", "millisecond"}, {"millis", "millisecond"},
    {"ms", "millisecond"}};

}  // namespace

std::vector<std::string> UnknownTimeVariables(std::string_view path) {
  std::vector<std::string> unknown;
  std::size_t begin = path.find("${");
  while (begin != std::string_view::npos) {
    const std::size_t end = path.find('}', begin);
    if (end == std::string_view::npos) {
      break;
    }
    const std::string_view name = path.substr(begin + 2, end - begin - 2);
    if (std::find(kTimeVariables.begin(), kTimeVariables.end(), name) == kTimeVariables.end() &&
        std::find(unknown.begin(), unknown.end(), name) == unknown.end()) {
      unknown.emplace_back(name);
    }
    begin = path.find("${", end);
  }
  return unknown;
}

std::string TimeVariableMeantBy(std::string_view name) {
  for (const auto& [form, variable] : kShortForms) {
    if (name == form) {
      return std::string(variable);
    }
  }
  const std::string lower = LowerCase(name);
  return std::find(kTimeVariables.begin(), kTimeVariables.end(), lower) != kTimeVariables.end()
             ? lower
             : std::string(Nearest(lower, kTimeVariables));
}

}  // namespace hpdl::celos
