#include "runtime/server/protocols/oozie/coordinator_log.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/rules/coordinator/action_ranges.h"
#include "runtime/rules/coordinator/time_functions.h"
#include "runtime/server/protocols/oozie/coordinator_reading.h"
#include "runtime/server/protocols/oozie/coordinator_rows.h"
#include "runtime/server/protocols/oozie/log_lines.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

/// The maximum number of actions in one log.
constexpr std::int64_t kMostActions = 10'000;
/// The maximum number of actions that `scope` may name for one log, as in Oozie.
constexpr std::int64_t kMostNamed = 50;

std::string_view LevelOf(ActionState state) {
  return state == ActionState::kFailed                                      ? "ERROR"
         : state == ActionState::kKilled || state == ActionState::kTimedOut ? "WARN"
                                                                            : "INFO";
}

void AddFailure(const std::string& code, const std::string& message, std::string* text) {
  if (!code.empty()) {
    text->append(", ErrorCode [").append(code).append("]");
  }
  if (!message.empty()) {
    text->append(", Message [").append(message).append("]");
  }
}

/// Adds a line for the creation of an action, and a line for its present state.
void AddAction(const std::string& job_id, const CoordinatorActionRow& row,
               std::vector<LogLine>* lines) {
  const std::string id = ActionId(job_id, row.number);
  lines->push_back({row.created_ms, "INFO", id,
                    "Coordinator action made, nominal time [" + WriteTime(row.nominal) + "]"});
  LogLine line{row.modified_ms, LevelOf(row.state), id,
               "Coordinator action status [" + std::string(WordOf(row.state)) + "]"};
  if (!row.external_id.empty()) {
    line.text += ", external id [" + row.external_id + "]";
  }
  if (row.state == ActionState::kWaiting && !row.missing.empty()) {
    line.text += ", missing [" + row.missing + "]";
  }
  AddFailure(row.error_code, row.error_message, &line.text);
  lines->push_back(std::move(line));
}

void AddJob(const JobRow& job, std::string_view what, std::vector<LogLine>* lines) {
  const std::string name(what);
  lines->push_back({job.created_ms, "INFO", "", name + " job submitted"});
  if (job.ended_ms != 0) {
    const CoordinatorState state = *CoordinatorStateOf(job.state);
    LogLine line{job.ended_ms,
                 state == CoordinatorState::kFailed      ? "ERROR"
                 : state == CoordinatorState::kSucceeded ? "INFO"
                                                         : "WARN",
                 "", name + " job ended with status [" + std::string(WordOf(state)) + "]"};
    AddFailure(job.error_code, job.error_message, &line.text);
    lines->push_back(std::move(line));
  }
}

/// Returns a query for each range of numbers or dates in `type` and `scope`; without these
/// parameters, one query for all actions.
Result<std::vector<ActionQuery>> QueriesOf(const Exchange& exchange) {
  const std::string_view type = exchange.Of("type"), scope = exchange.Of("scope");
  const std::size_t at = exchange.rest.find('@');
  ActionQuery all;
  all.limit = kMostActions;
  const bool named = !type.empty() && !scope.empty();
  if (!named && at == std::string::npos) {
    return std::vector<ActionQuery>{all};
  }
  const bool by_date = at == std::string::npos && type == "date";
  const Result<ActionRanges> ranges =
      by_date
          ? ReadActionDates(scope)
          : ReadActionNumbers(
                at == std::string::npos ? scope : std::string_view(exchange.rest).substr(at + 1));
  HPDL_TRY(ranges);
  std::vector<ActionQuery> queries;
  for (const auto& [first, last] : *ranges) {
    ActionQuery query = all;
    (by_date ? query.nominal_from : query.first) = first;
    (by_date ? query.nominal_to : query.last) = last;
    query.limit = kMostNamed + 1;
    queries.push_back(query);
  }
  return queries;
}

Result<std::vector<LogLine>> LinesOf(const Exchange& exchange, const CoordinatorRead& read) {
  const Result<std::vector<ActionQuery>> queries = QueriesOf(exchange);
  HPDL_TRY(queries);
  std::vector<LogLine> lines;
  std::int64_t named = 0;
  for (const ActionQuery& query : *queries) {
    const auto rows = read.records().Actions(query);
    HPDL_TRY(rows);
    named += query.limit == kMostActions ? 0 : std::ssize(*rows);
    if (named > kMostNamed) {
      return Error{ErrorClass::kError, "E0302",
                   "Invalid parameter [Retrieving log of too many coordinator actions. Max count "
                   "is " +
                       std::to_string(kMostNamed) + " actions]"};
    }
    for (const CoordinatorActionRow& row : *rows) {
      AddAction(read.job.id, row, &lines);
    }
    if (query.limit == kMostActions) {
      AddJob(read.job, "Coordinator", &lines);
    }
  }
  return lines;
}

std::vector<LogLine> LinesOf(const BundleRead& read) {
  std::vector<LogLine> lines;
  AddJob(read.job, "Bundle", &lines);
  for (const BundledRow& row : read.coordinators) {
    LogLine line{row.modified_ms, row.error_code.empty() ? "INFO" : "ERROR", "",
                 "Coordinator [" + row.name + "] status [" + std::string(WordOf(row.state)) + "]"};
    if (!row.coordinator_id.empty()) {
      line.text += ", id [" + row.coordinator_id + "]";
    }
    AddFailure(row.error_code, row.error_message, &line.text);
    lines.push_back(std::move(line));
  }
  return lines;
}

/// Returns the refusal of a request for a log. As in Oozie, the error for a missing job is E0307,
/// and its message quotes the error E0604.
Refusal LogRefusal(const Exchange& exchange, const Error& error) {
  return error.code == "E0604"
             ? Refuse("E0307", "Runtime error [E0604: Job does not exist [" + exchange.rest + "]]")
             : RefusalOf(error);
}

std::string TextOf(const Exchange& exchange, std::vector<LogLine> lines, const JobRow& job,
                   const LogFilter& filter) {
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LogLine& a, const LogLine& b) { return a.time_ms < b.time_ms; });
  return LinesText(lines, job, filter, exchange.settings.host_name, TimeZone::OfThisMachine(),
                   NowMs());
}

}  // namespace

Answered CoordinationLog(const Exchange& exchange, const LogFilter& filter) {
  const std::string job = exchange.rest.substr(0, exchange.rest.find('@'));
  if (TypeOfId(job) == JobType::kBundle) {
    const Result<BundleRead> read = ReadBundle(exchange.state, job);
    return read ? Answered(TextAnswer(TextOf(exchange, LinesOf(*read), read->job, filter)))
                : LogRefusal(exchange, read.error());
  }
  const Result<CoordinatorRead> read = ReadCoordinator(exchange.state, job);
  if (!read) {
    return LogRefusal(exchange, read.error());
  }
  Result<std::vector<LogLine>> lines = LinesOf(exchange, *read);
  return lines ? Answered(TextAnswer(TextOf(exchange, std::move(*lines), read->job, filter)))
               : RefusalOf(lines.error());
}

}  // namespace hpdl::rt
