#include "runtime/server/protocols/oozie/bulk_filter.h"

#include <optional>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/rules/coordinator/time_functions.h"
#include "runtime/server/protocols/oozie/action_filter.h"

namespace hpdl::rt {
namespace {

Refusal WrongPart(std::string_view part, std::string_view what) {
  std::string text = "Invalid jobs filter [";
  return Refuse("E0420", text.append(part).append("], ").append(what));
}

struct NamedTime {
  std::string_view name;
  BulkFilter::Span BulkFilter::* span;
  std::int64_t BulkFilter::Span::* end;
};
constexpr NamedTime kTimes[] = {
    {"startcreatedtime", &BulkFilter::created, &BulkFilter::Span::from},
    {"endcreatedtime", &BulkFilter::created, &BulkFilter::Span::until},
    {"startscheduledtime", &BulkFilter::nominal, &BulkFilter::Span::from},
    {"endscheduledtime", &BulkFilter::nominal, &BulkFilter::Span::until},
};

std::optional<Refusal> AddTime(std::string_view part, const NamedTime& named,
                               std::string_view value, BulkFilter* filter) {
  const Result<std::int64_t> time = ReadTime(value);
  if (!time) {
    return WrongPart(part, "invalid value [" + std::string(value) +
                               "] for time. A datetime value of pattern "
                               "[yyyy-MM-dd'T'HH:mm'Z'] is expected");
  }
  filter->*named.span.*named.end = *time;
  return std::nullopt;
}

std::optional<Refusal> AddState(std::string_view part, std::string_view value, BulkFilter* filter) {
  const std::optional<ActionState> state = ActionStateOf(value);
  if (!state) {
    return WrongPart(part, "invalid action status [" + std::string(value) + "]");
  }
  filter->states.push_back(*state);
  return std::nullopt;
}

std::optional<Refusal> AddValues(std::string_view part, const std::string& name,
                                 std::string_view values, BulkFilter* filter) {
  for (const std::string_view each : Split(values, ',')) {
    const std::string_view value = Trimmed(each);
    if (name == "actionstatus") {
      if (std::optional<Refusal> wrong = AddState(part, each, filter)) {
        return wrong;
      }
    }
    if (value.empty()) {
      return WrongPart(part, "value is empty or whitespace");
    }
    if (name == "bundle" || name == "coordinators") {
      (name == "bundle" ? filter->bundles : filter->coordinators).emplace_back(value);
    }
  }
  return std::nullopt;
}

std::optional<Refusal> AddPart(std::string_view part, BulkFilter* filter) {
  const std::size_t equals = part.find('=');
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
  if (value.empty() || value.find('=') != std::string_view::npos) {
    return WrongPart(part, "elements must be name=value pairs");
  }
  const std::string name = LowerCase(part.substr(0, equals));
  for (const NamedTime& time : kTimes) {
    if (time.name == name) {
      return AddTime(part, time, value, filter);
    }
  }
  constexpr std::string_view kNames[] = {"bundle", "coordinators", "actionstatus", "filterlevel"};
  for (const std::string_view known : kNames) {
    if (known == name) {
      return AddValues(part, name, value, filter);
    }
  }
  return WrongPart(part, "invalid parameter name [" + name + "]");
}

}  // namespace

std::variant<BulkFilter, Refusal> ReadBulkFilter(std::string_view text) {
  BulkFilter filter;
  for (const std::string_view part : Split(text, ';')) {
    if (part.empty()) {
      continue;
    }
    if (std::optional<Refusal> wrong = AddPart(part, &filter)) {
      return *wrong;
    }
  }
  if (filter.bundles.empty()) {
    return Refuse("E0305", "Missing parameter [bundle]");
  }
  if (filter.states.empty()) {
    filter.states = {ActionState::kKilled, ActionState::kFailed};
  }
  return filter;
}

}  // namespace hpdl::rt
