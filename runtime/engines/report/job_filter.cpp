#include "runtime/engines/report/job_filter.h"

#include <limits>
#include <optional>
#include <string>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;

struct StateWord {
  std::string_view word;
  JobState state;
};
constexpr StateWord kStateWords[] = {
    {"prep", JobState::kPrep},           {"created", JobState::kPrep},
    {"running", JobState::kRunning},     {"suspended", JobState::kSuspended},
    {"succeeded", JobState::kSucceeded}, {"killed", JobState::kKilled},
    {"failed", JobState::kFailed}};

Error Wrong(std::string message) {
  return {ErrorClass::kError, "E0420", std::move(message)};
}

/// Reads a time such as 2026-11-22T10:00Z. Returns milliseconds since 1970.
std::optional<std::int64_t> MomentOf(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00Z";
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool fits = text.size() == kForm.size() &&
                      (kForm[i] == '0' ? text[i] >= '0' && text[i] <= '9' : text[i] == kForm[i]);
    if (!fits) {
      return std::nullopt;
    }
  }
  const auto number = [&](std::size_t at, std::size_t size) {
    return static_cast<int>(*ParseNumber(text.substr(at, size)));
  };
  const int year = number(0, 4), month = number(5, 2), day = number(8, 2), hour = number(11, 2),
            minute = number(14, 2);
  if (year < 1970 || month < 1 || month > 12 || hour > 23 || minute > 59) {
    return std::nullopt;
  }
  const std::int64_t days = DayNumber(year, month, day);
  if (UtcTimeOf(days * 24 * 60 * 60).day != day) {  // the day does not exist in this month
    return std::nullopt;
  }
  return ((days * 24 + hour) * 60 + minute) * kMinuteMs;
}

/// Reads a time before `now_ms`, such as "-3d", "-2h" or "-30m". Returns milliseconds since 1970.
std::optional<std::int64_t> AgoOf(std::string_view text, std::int64_t now_ms) {
  if (text.size() < 3 || text.front() != '-') {
    return std::nullopt;
  }
  const char unit = text.back();
  const std::optional<std::int64_t> number = ParseNumber(text.substr(1, text.size() - 2));
  const std::int64_t minutes = unit == 'd' ? 24 * 60 : unit == 'h' ? 60 : unit == 'm' ? 1 : 0;
  if (!number || minutes == 0 ||
      *number > std::numeric_limits<std::int32_t>::max()) {  // no job has this age
    return std::nullopt;
  }
  return now_ms - *number * minutes * kMinuteMs;
}

Result<std::int64_t> TimeOf(std::string_view key, const std::string& value, std::int64_t now_ms) {
  std::optional<std::int64_t> time = AgoOf(value, now_ms);
  time = time ? time : MomentOf(value);
  return time ? Result<std::int64_t>(*time)
              : Wrong(std::string(key) + "=" + value +
                      ": expected a time such as 2026-11-22T10:00Z, or an age such as -3d, -2h "
                      "or -30m");
}

Result<void> AddOrder(const std::string& value, JobQuery* query) {
  const std::string order = LowerCase(value);
  if (order != "createdtime" && order != "lastmodifiedtime") {
    return Wrong("sortby=" + value + ": expected createdTime or lastModifiedTime");
  }
  query->order = order == "createdtime" ? JobOrder::kCreated : JobOrder::kModified;
  return {};
}

Result<void> AddCondition(const std::string& key, const std::string& value, std::int64_t now_ms,
                          JobQuery* query) {
  JobFilter& filter = query->filter;
  if (key == "status") {
    return AddStates(value, &filter);
  }
  if (key == "sortby") {
    return AddOrder(value, query);
  }
  if (key == "text") {
    filter.text = value;
    return {};
  }
  if (key == "startcreatedtime" || key == "endcreatedtime") {
    const Result<std::int64_t> time = TimeOf(key, value, now_ms);
    HPDL_TRY(time);
    (key == "startcreatedtime" ? filter.created_from_ms : filter.created_until_ms) = *time;
    return {};
  }
  std::vector<std::string>* values = key == "user"    ? &filter.users
                                     : key == "group" ? &filter.groups
                                     : key == "name"  ? &filter.names
                                     : key == "id"    ? &filter.ids
                                                      : nullptr;
  if (values == nullptr) {
    return Wrong("unknown filter key '" + key +
                 "'; the keys are status, user, group, name, id, startcreatedtime, endcreatedtime, "
                 "text and sortby");
  }
  values->push_back(value);
  return {};
}

}  // namespace

Result<void> AddStates(std::string_view words, JobFilter* filter) {
  for (const std::string_view part : Split(words, ',')) {
    const std::string word = LowerCase(Trimmed(part));
    bool known = false;
    for (const StateWord& each : kStateWords) {
      if (each.word == word) {
        filter->states.push_back(each.state);
        known = true;
      }
    }
    if (!known) {
      return Wrong("'" + std::string(part) +
                   "': expected PREP, CREATED, RUNNING, SUSPENDED, SUCCEEDED, KILLED or FAILED");
    }
  }
  return {};
}

Result<void> AddJobFilter(std::string_view text, std::int64_t now_ms, JobQuery* query) {
  for (const std::string_view part : Split(text, ';')) {
    if (Trimmed(part).empty()) {
      continue;
    }
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || Trimmed(part.substr(equals + 1)).empty()) {
      return Wrong("'" + std::string(part) + "': expected KEY=VALUE");
    }
    HPDL_TRY(AddCondition(LowerCase(Trimmed(part.substr(0, equals))),
                          std::string(Trimmed(part.substr(equals + 1))), now_ms, query));
  }
  return {};
}

}  // namespace hpdl::rt
