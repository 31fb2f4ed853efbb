#include "runtime/rules/sla/sla_terms.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/rules/coordinator/action_ranges.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kSecondMs = 1000, kHourMs = 3'600'000;

Error Invalid(std::string_view value, std::string_view of) {
  return {ErrorClass::kError, "E0302",
          "Invalid parameter [" + std::string(value) + "] for SLA " + std::string(of)};
}

Result<std::int64_t> NominalMs(std::string_view text) {
  const Result<std::int64_t> time = ReadTime(Trimmed(text));
  if (!time) {
    return Invalid(text, "Nominal time");
  }
  return *time * kSecondMs;
}

/// Parses a number of minutes and returns it in milliseconds.
Result<std::int64_t> Milliseconds(std::string_view text, std::string_view of) {
  constexpr float kMinute = 60, kSecond = 1000, kMost = 1e15F;
  const std::string_view number = Trimmed(text);
  float minutes = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), minutes);
  const bool whole = error == std::errc() && end == number.data() + number.size();
  if (!whole || !std::isfinite(minutes) || minutes < 0 || minutes > kMost / kMinute / kSecond) {
    return Invalid(text, of);
  }
  const float seconds = minutes * kMinute;
  const float milliseconds = seconds * kSecond;
  return static_cast<std::int64_t>(milliseconds);
}

/// Parses a duration in minutes and returns it in milliseconds. Returns nullopt for 0, which means
/// that there is no limit.
Result<std::optional<std::int64_t>> Duration(std::string_view text) {
  const Result<std::int64_t> duration = Milliseconds(text, "Expected duration");
  HPDL_TRY(duration);
  return *duration > 0 ? std::optional(*duration) : std::nullopt;
}

std::uint8_t ReadAlertEvents(std::string_view text) {
  std::uint8_t events = 0;
  if (Trimmed(text).empty()) {
    return BitOf(SlaEvent::kEndMiss);
  }
  for (const std::string_view word : Split(text, ',')) {
    events |= BitOf(SlaEventOf(Trimmed(word)).value_or(SlaEvent::kEndMiss));
  }
  return events;
}

Error BadSlaChange(const std::string& why) {
  return {ErrorClass::kError, "E1027", "SLA change command failed. " + why};
}

/// Returns the digits of a number of minutes. `text` is a number or a product like `${2 * HOURS}`.
std::string PlainMinutes(std::string_view text) {
  if (!text.starts_with("${") || !text.ends_with('}')) {
    return std::string(text);
  }
  constexpr std::pair<std::string_view, std::string_view> kUnits[] = {
      {"MINUTES", "1"}, {"HOURS", "60"}, {"DAYS", "1440"}};
  const std::string_view inner = Trimmed(text.substr(2, text.size() - 3));
  if (inner.empty() || inner.ends_with('*')) {
    return std::string(text);
  }
  std::int64_t product = 1;
  for (std::string_view factor : Split(inner, '*')) {
    factor = Trimmed(factor);
    for (const auto& [unit, minutes] : kUnits) {
      factor = factor == unit ? minutes : factor;
    }
    constexpr std::int64_t kMost = 1'000'000'000;
    const std::optional<std::int64_t> number = ParseNumber(factor);
    if (!number || *number > kMost || product * *number > kMost) {
      return std::string(text);  // the text is not a number; the caller reports the error
    }
    product *= *number;
  }
  return std::to_string(product);
}

Result<void> ChangeNominalTime(const std::string& value, SlaTerms* terms) {
  const Result<std::int64_t> nominal = NominalMs(value);
  HPDL_TRY(nominal);
  const std::int64_t later = *nominal - terms->nominal_ms;
  terms->nominal_ms = *nominal;
  terms->expected.end_ms += later;
  if (terms->expected.start_ms) {
    *terms->expected.start_ms += later;
  }
  return {};
}

Result<void> ChangeShouldStart(const std::string& value, SlaTerms* terms) {
  const Result<std::int64_t> after = Milliseconds(PlainMinutes(value), "Expected start time");
  HPDL_TRY(after);
  terms->expected.start_ms = terms->nominal_ms + *after;
  return {};
}

Result<void> ChangeShouldEnd(const std::string& value, SlaTerms* terms) {
  const Result<std::int64_t> after = Milliseconds(PlainMinutes(value), "Expected end time");
  HPDL_TRY(after);
  terms->expected.end_ms = terms->nominal_ms + *after;
  return {};
}

Result<void> ChangeMaxDuration(const std::string& value, SlaTerms* terms) {
  const Result<std::optional<std::int64_t>> duration = Duration(PlainMinutes(value));
  HPDL_TRY(duration);
  terms->expected.duration_ms = *duration;
  return {};
}

/// The keys of an SLA change, in the order in which their values are applied. The nominal time is
/// first, because the other times are counted from it.
struct ChangeKey {
  std::string_view name;
  Result<void> (*change)(const std::string& value, SlaTerms* terms);
};
constexpr ChangeKey kChangeKeys[] = {{"sla-nominal-time", &ChangeNominalTime},
                                     {"sla-should-start", &ChangeShouldStart},
                                     {"sla-should-end", &ChangeShouldEnd},
                                     {"sla-max-duration", &ChangeMaxDuration}};

using Change = std::map<std::string, std::string, std::less<>>;

/// Reads the text of an SLA change, `KEY=VALUE;KEY=VALUE`, into a map from keys to values.
Result<Change> ReadChange(std::string_view text) {
  Change change;
  for (const std::string_view part : Split(text, ';')) {
    if (Trimmed(part).empty()) {
      continue;
    }
    const std::size_t equals = part.find('=');
    const std::string key(Trimmed(part.substr(0, equals)));
    if (equals == std::string_view::npos) {
      return Error{ErrorClass::kError, "E1015",
                   "Invalid coordinator job change value " + std::string(part) +
                       ", change value must be name=value pair or name=(empty string)"};
    }
    if (Trimmed(part.substr(equals + 1)).empty()) {
      return BadSlaChange("parameter [" + key + "] has no value");
    }
    const bool known = std::any_of(std::begin(kChangeKeys), std::end(kChangeKeys),
                                   [&key](const ChangeKey& each) { return each.name == key; });
    if (!known) {
      return BadSlaChange("Unsupported parameter " + key);
    }
    if (!change.emplace(key, Trimmed(part.substr(equals + 1))).second) {
      return BadSlaChange("parameter [" + key + "] is given twice");
    }
  }
  if (change.empty()) {
    return BadSlaChange("the request changes nothing");
  }
  return change;
}

bool Holds(const ActionRanges& ranges, std::int64_t value) {
  return std::any_of(ranges.begin(), ranges.end(), [value](const auto& range) {
    return range.first <= value && value <= range.second;
  });
}

/// True if a list contains the action. The list has action numbers and nominal times, or is ALL.
Result<bool> Means(std::string_view list, const SlaAlertSubject& subject) {
  if (LowerCase(Trimmed(list)) == "all") {
    return true;
  }
  for (const std::string_view part : Split(list, ',')) {
    const std::string_view word = Trimmed(part);
    if (word.empty()) {
      continue;
    }
    const bool is_date = word.find(':') != std::string_view::npos;
    const Result<ActionRanges> ranges = is_date ? ReadActionDates(word) : ReadActionNumbers(word);
    HPDL_TRY(ranges);
    if (Holds(*ranges, is_date ? subject.nominal_ms / kSecondMs : subject.number)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<SlaTerms> ReadSlaTerms(const SlaTexts& texts) {
  SlaTerms terms;
  const Result<std::int64_t> nominal = NominalMs(texts.nominal_time);
  HPDL_TRY(nominal);
  terms.nominal_ms = *nominal;
  if (texts.should_start && !Trimmed(*texts.should_start).empty()) {
    const Result<std::int64_t> start = Milliseconds(*texts.should_start, "Expected start time");
    HPDL_TRY(start);
    terms.expected.start_ms = *nominal + *start;
  }
  const Result<std::int64_t> end = Milliseconds(texts.should_end, "Expected end time");
  HPDL_TRY(end);
  terms.expected.end_ms = *nominal + *end;
  if (texts.max_duration && !Trimmed(*texts.max_duration).empty()) {
    Result<std::optional<std::int64_t>> duration = Duration(*texts.max_duration);
    HPDL_TRY(duration);
    terms.expected.duration_ms = *duration;
  } else if (terms.expected.start_ms && *terms.expected.start_ms < terms.expected.end_ms) {
    terms.expected.duration_ms = terms.expected.end_ms - *terms.expected.start_ms;
  }
  terms.alert_events = ReadAlertEvents(texts.alert_events);
  terms.alert_contact = Trimmed(texts.alert_contact);
  terms.notification_msg = Trimmed(texts.notification_msg);
  terms.upstream_apps = Trimmed(texts.upstream_apps);
  return terms;
}

Result<void> ChangeSlaTerms(std::string_view text, SlaTerms* terms) {
  const Result<Change> change = ReadChange(text);
  HPDL_TRY(change);
  SlaTerms changed = *terms;
  for (const ChangeKey& key : kChangeKeys) {
    if (const auto value = change->find(key.name); value != change->end()) {
      if (const Result<void> done = key.change(value->second, &changed); !done) {
        return BadSlaChange(done.error().message);
      }
    }
  }
  *terms = std::move(changed);
  return {};
}

Result<std::string> JoinedSlaChanges(std::string_view before, std::string_view after) {
  Result<Change> change = ReadChange(after);
  HPDL_TRY(change);
  if (!before.empty()) {
    Result<Change> earlier = ReadChange(before);
    HPDL_TRY(earlier);
    change->merge(*earlier);  // if both changes have the same key, the value in `after` stays
  }
  std::string text;
  for (const auto& [key, value] : *change) {
    text.append(text.empty() ? "" : ";").append(key).append("=").append(value);
  }
  return text;
}

Result<void> CheckSlaChange(std::string_view text) {
  SlaTerms any;
  return ChangeSlaTerms(text, &any);
}

Result<bool> HasAlerts(const SlaAlertRules& rules, const SlaAlertSubject& subject,
                       std::int64_t now_ms) {
  if (rules.older_than_hours > 0 &&
      (now_ms - subject.nominal_ms) / kHourMs > rules.older_than_hours) {
    return false;
  }
  for (const std::string_view name : Split(rules.coordinators, ',')) {
    if (!name.empty() && (name == subject.coordinator_id || name == subject.coordinator_name)) {
      return false;
    }
  }
  const Result<bool> disabled = Means(rules.disabled, subject);
  HPDL_TRY(disabled);
  const Result<bool> enabled = Means(rules.enabled, subject);
  HPDL_TRY(enabled);
  return !*disabled || *enabled;
}

}  // namespace hpdl::rt
