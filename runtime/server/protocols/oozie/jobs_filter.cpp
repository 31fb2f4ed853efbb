#include "runtime/server/protocols/oozie/jobs_filter.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kKeys[] = {"user",           "name", "group",
                                      "status",         "id",   "startcreatedtime",
                                      "endcreatedtime", "text", "sortby"};
/// Keys for coordinators only.
constexpr std::string_view kCoordinatorKeys[] = {"frequency", "unit"};

struct Single {
  std::string_view key, complaint;
};
/// Keys that may be given only once.
constexpr Single kSingles[] = {
    {"startcreatedtime", "cannot specify multiple startcreatedtime"},
    {"endcreatedtime", "cannot specify multiple endcreatedtime"},
    {"text", "cannot specify multiple strings to search"},
    {"sortby", "cannot specify multiple sortby parameter"},
};

Refusal WrongFilter(std::string_view filter, std::string_view what) {
  std::string text = "Invalid jobs filter [";
  return Refuse("E0420", text.append(filter).append("], ").append(what));
}

/// Refuses a filter with the error that Oozie returns if it cannot build the SQL query.
Refusal WrongQuery(std::string_view what) {
  return Refuse("E0603",
                "SQL error in operation, E0302: Invalid parameter [" + std::string(what) + "]");
}

Refusal WrongTime(std::string_view value) {
  return WrongQuery("Unsupported time format: " + std::string(value) +
                    " Specify time either in UTC format (yyyy-MM-dd'T'HH:mm'Z') or a offset value "
                    "in days/hours/minutes e.g. (-2d/h/m) from the current time.");
}

/// True if the key is `sortby` and its value is unknown. Oozie ignores this part of a filter.
bool IsIgnored(std::string_view key, std::string_view value) {
  return key == "sortby" && !IsInAnyCase(value, "createdtime") &&
         !IsInAnyCase(value, "lastmodifiedtime");
}

bool IsOneOf(std::string_view key, std::span<const std::string_view> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Returns the states that a coordinator or bundle shows as `word`; nullopt if `word` is not a
/// state. `with_error`: states with error, for example RUNNINGWITHERROR, are shown as they are.
std::optional<std::vector<JobState>> StatesShownAs(std::string_view word, JobType type,
                                                   bool with_error) {
  std::vector<JobState> states;
  bool known = false;
  for (const JobState state : StatesOf(type)) {
    const CoordinatorState own = *CoordinatorStateOf(state);
    known = known || WordOf(own) == word;
    if (WordOf(with_error ? own : ShownState(own)) == word) {
      states.push_back(state);
    }
  }
  return known ? std::optional(std::move(states)) : std::nullopt;
}

/// Reads a frequency as a float, as Oozie does, and drops its fraction.
std::optional<std::int64_t> WholeNumber(std::string_view text) {
  float number = 0;
  text = Trimmed(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  constexpr float kMost = 2e9F;
  return error == std::errc() && end == text.data() + text.size() && std::abs(number) < kMost
             ? std::optional(static_cast<std::int64_t>(number))
             : std::nullopt;
}

/// Reads a filter part by part.
class FilterReader {
 public:
  FilterReader(std::string_view filter, JobType type, bool with_error, std::int64_t now_ms)
      : filter_(filter), type_(type), with_error_(with_error), now_ms_(now_ms) {}

  std::optional<Refusal> Add(std::string_view key, std::string_view value) {
    const bool of_coordinator = type_ == JobType::kCoordinator && IsOneOf(key, kCoordinatorKeys);
    if (!IsOneOf(key, kKeys) && !of_coordinator) {
      return WrongFilter(filter_, "invalid name [" + std::string(key) + "]");
    }
    if (of_coordinator) {
      return key == "unit" ? AddUnit(value) : AddFrequency(value);
    }
    if (key == "status" && type_ != JobType::kWorkflow) {
      return AddState(value);
    }
    if (IsIgnored(key, value)) {
      return std::nullopt;
    }
    const Result<void> added =
        AddJobFilter(std::string(key).append("=").append(value), now_ms_, &read_.query);
    if (added) {
      return std::nullopt;
    }
    return key == "status" ? WrongFilter(filter_, "invalid status [" + std::string(value) + "]")
                           : WrongTime(value);
  }

  std::variant<JobsFilter, Refusal> End() {
    std::vector<JobState>& states = read_.query.filter.states;
    read_.none = states.empty() && has_states_;
    if (states.empty()) {
      states = StatesOf(type_);
    }
    if (!unit_.empty() && !frequency_) {
      return WrongFilter(filter_,
                         "time unit should be added only when frequency is specified. Either "
                         "specify frequency also or else remove the time unit");
    }
    if (frequency_) {
      constexpr std::int64_t kMinutesOfHour = 60;
      const bool hours = IsInAnyCase(unit_, "hours");
      read_.frequency = std::to_string(hours ? *frequency_ * kMinutesOfHour : *frequency_);
      read_.time_unit = IsInAnyCase(unit_, "months") ? "MONTH"
                        : IsInAnyCase(unit_, "days") ? "DAY"
                                                     : "MINUTE";
    }
    return std::move(read_);
  }

 private:
  std::optional<Refusal> AddState(std::string_view value) {
    const auto states = StatesShownAs(value, type_, with_error_);
    if (!states) {
      return WrongFilter(filter_, "invalid status [" + std::string(value) + "]");
    }
    has_states_ = true;
    std::vector<JobState>& all = read_.query.filter.states;
    all.insert(all.end(), states->begin(), states->end());
    return std::nullopt;
  }

  std::optional<Refusal> AddFrequency(std::string_view value) {
    frequency_ = WholeNumber(value);
    return frequency_ ? std::nullopt
                      : std::optional(WrongFilter(
                            filter_, "invalid value [" + std::string(value) +
                                         "] for frequency. A numerical value is expected"));
  }

  std::optional<Refusal> AddUnit(std::string_view value) {
    constexpr std::string_view kUnits[] = {"months", "days", "hours", "minutes"};
    unit_ = value;
    return std::any_of(std::begin(kUnits), std::end(kUnits),
                       [&](std::string_view unit) { return IsInAnyCase(value, unit); })
               ? std::nullopt
               : std::optional(WrongFilter(
                     filter_, "invalid value [" + std::string(value) +
                                  "] for time unit. Valid value is one of months, days, hours or "
                                  "minutes"));
  }

  const std::string_view filter_;
  const JobType type_;
  const bool with_error_;
  const std::int64_t now_ms_;
  JobsFilter read_;
  bool has_states_ = false;
  std::optional<std::int64_t> frequency_;
  std::string unit_;
};

}  // namespace

std::variant<JobsFilter, Refusal> ReadJobsFilter(std::string_view filter, JobType type,
                                                 bool with_error, std::int64_t now_ms) {
  FilterReader reader(filter, type, with_error, now_ms);
  std::set<std::string, std::less<>> seen;
  for (const std::string_view part : Split(filter, ';')) {
    if (Trimmed(part).empty()) {
      continue;
    }
    const std::size_t equals = part.find('=');
    const std::string key = LowerCase(Trimmed(part.substr(0, equals)));
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : Trimmed(part.substr(equals + 1));
    if (key.empty() || value.empty() || value.find('=') != std::string_view::npos) {
      return WrongFilter(filter, "elements must be semicolon-separated name=value pairs");
    }
    const bool again = !seen.insert(key).second;
    for (const Single& single : kSingles) {
      if (again && single.key == key) {
        return WrongQuery(single.complaint);
      }
    }
    if (std::optional<Refusal> wrong = reader.Add(key, value)) {
      return *wrong;
    }
  }
  return reader.End();
}

}  // namespace hpdl::rt
