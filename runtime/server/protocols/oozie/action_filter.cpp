#include "runtime/server/protocols/oozie/action_filter.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <string>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
/// The comparison operators, in the order in which Oozie looks for them.
constexpr std::string_view kComparisons[] = {">=", ">", "<=", "<", "!=", "="};
constexpr int kActionStates = static_cast<int>(ActionState::kSkipped) + 1;

/// The states, in the order in which Oozie lists them.
constexpr std::string_view kKnownStates =
    "WAITING, READY, SUBMITTED, RUNNING, SUSPENDED, TIMEDOUT, SUCCEEDED, KILLED, FAILED, IGNORED, "
    "SKIPPED";

Refusal WrongActionFilter(std::string_view filter, std::string_view what) {
  std::string text = "Invalid job filter [";
  return Refuse("E0421", text.append(filter).append("], ").append(what));
}

struct Condition {
  std::string_view key, comparison, value;
};

std::optional<Condition> ConditionOf(std::string_view part) {
  for (const std::string_view comparison : kComparisons) {
    const std::size_t at = part.find(comparison);
    if (at != std::string_view::npos) {
      return Condition{part.substr(0, at), comparison, part.substr(at + comparison.size())};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> AddState(std::string_view filter, const Condition& condition,
                                ActionFilter* read) {
  const std::optional<ActionState> state = ActionStateOf(UpperCase(condition.value));
  if (!state) {
    return WrongActionFilter(filter, "invalid status value [" + std::string(condition.value) +
                                         "]. Valid status values are: [" +
                                         std::string(kKnownStates) + "]");
  }
  if (condition.comparison != "=" && condition.comparison != "!=") {
    return WrongActionFilter(filter, "invalid comparator [" + std::string(condition.comparison) +
                                         "] for status. Valid are = and !=");
  }
  (condition.comparison == "=" ? read->states : read->not_states).push_back(*state);
  return std::nullopt;
}

using Span = std::pair<std::int64_t, std::int64_t>;

/// Returns the times that satisfy a condition.
std::vector<Span> SpansOf(std::string_view comparison, std::int64_t time) {
  if (comparison == ">=") {
    return {{time, kLast}};
  }
  if (comparison == ">") {
    return {{time + 1, kLast}};
  }
  if (comparison == "<=") {
    return {{kFirst, time}};
  }
  if (comparison == "<") {
    return {{kFirst, time - 1}};
  }
  if (comparison == "!=") {
    return {{kFirst, time - 1}, {time + 1, kLast}};
  }
  return {{time, time}};
}

std::vector<Span> Common(const std::vector<Span>& some, const std::vector<Span>& others) {
  std::vector<Span> common;
  for (const Span& a : some) {
    for (const Span& b : others) {
      const Span both{std::max(a.first, b.first), std::min(a.second, b.second)};
      if (both.first <= both.second) {
        common.push_back(both);
      }
    }
  }
  return common;
}

ActionQuery QueryOf(const ActionFilter& filter, const Span& span) {
  ActionQuery query;
  query.states = filter.states;
  query.not_states = filter.not_states;
  query.nominal_from = span.first;
  query.nominal_to = span.second;
  return query;
}

Result<std::int64_t> CountIn(CoordinatorRecords& records, const ActionQuery& query) {
  const Result<std::map<ActionState, std::int64_t>> counts = records.Count(query);
  HPDL_TRY(counts);
  std::int64_t all = 0;
  for (const auto& [state, count] : *counts) {
    all += count;
  }
  return all;
}

}  // namespace

std::optional<ActionState> ActionStateOf(std::string_view word) {
  for (int i = 0; i < kActionStates; ++i) {
    if (WordOf(static_cast<ActionState>(i)) == word) {
      return static_cast<ActionState>(i);
    }
  }
  return std::nullopt;
}

std::variant<ActionFilter, Refusal> ReadActionFilter(std::string_view filter) {
  ActionFilter read;
  read.nominal = {{kFirst, kLast}};
  // The comparison operators that were already read in conditions on the nominal time. If several
  // conditions have the same operator, Oozie applies only the first of them.
  std::set<std::string_view> compared;
  for (const std::string_view each : Split(filter, ';')) {
    const std::string_view part = Trimmed(each);
    if (each.empty()) {
      continue;
    }
    const std::optional<Condition> condition = ConditionOf(part);
    if (!condition) {
      return WrongActionFilter(filter, "filter should be of format <key><comparator><value> pairs");
    }
    if (IsInAnyCase(condition->key, "status")) {
      if (std::optional<Refusal> wrong = AddState(filter, *condition, &read)) {
        return *wrong;
      }
      continue;
    }
    if (!IsInAnyCase(condition->key, "nominaltime")) {
      return WrongActionFilter(filter, "invalid filter [" + std::string(condition->key) +
                                           "]. Valid filters [status, nominaltime]");
    }
    const Result<std::int64_t> time = ReadTime(condition->value);
    if (!time) {
      return WrongActionFilter(filter, "invalid nominal time [" + std::string(condition->value) +
                                           "]. Valid format: [yyyy-MM-dd'T'HH:mm'Z']");
    }
    if (compared.insert(condition->comparison).second) {
      read.nominal = Common(read.nominal, SpansOf(condition->comparison, *time));
    }
  }
  return read;
}

Result<std::int64_t> ActionFilter::Count(CoordinatorRecords& records) const {
  std::int64_t all = 0;
  for (const Span& span : nominal) {
    const Result<std::int64_t> count = CountIn(records, QueryOf(*this, span));
    HPDL_TRY(count);
    all += *count;
  }
  return all;
}

Result<std::vector<CoordinatorActionRow>> ActionFilter::Page(CoordinatorRecords& records,
                                                             std::int64_t offset, std::int64_t len,
                                                             bool descending) const {
  std::vector<CoordinatorActionRow> page;
  std::int64_t skip = offset - 1;
  std::vector<Span> spans = nominal;
  if (descending) {
    std::reverse(spans.begin(), spans.end());
  }
  for (const Span& span : spans) {
    const std::int64_t left = len - std::ssize(page);
    if (left <= 0) {
      break;
    }
    ActionQuery query = QueryOf(*this, span);
    query.descending = descending;
    query.skip = skip;
    query.limit = left;
    Result<std::vector<CoordinatorActionRow>> rows = records.Actions(query);
    HPDL_TRY(rows);
    if (rows->empty() && skip > 0) {
      const Result<std::int64_t> count = CountIn(records, QueryOf(*this, span));
      HPDL_TRY(count);
      skip -= std::min(skip, *count);
    } else {
      skip = 0;
    }
    std::move(rows->begin(), rows->end(), std::back_inserter(page));
  }
  return page;
}

}  // namespace hpdl::rt
