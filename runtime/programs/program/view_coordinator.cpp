#include "runtime/programs/program/view_coordinator.h"

#include <algorithm>
#include <utility>

#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/calendar/local_time.h"
#include "runtime/programs/program/text.h"
#include "runtime/programs/program/views.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

/// The maximum number of actions that are shown. If a coordinator has more actions, the last
/// actions are shown.
constexpr std::int64_t kShown = 1000;

std::string Field(std::string_view name, std::string_view value) {
  if (value.empty()) {
    return {};
  }
  std::string label(name);
  label.append(13 - std::min<std::size_t>(label.size(), 12), ' ');
  return label.append(value).append("\n");
}

std::string Schedule(const CoordinatorRow& row) {
  const std::string every = row.time_unit == "CRON"
                                ? "at " + row.frequency
                                : "every " + row.frequency + " " + row.time_unit;
  return every + ", " + row.timezone + ", from " + WriteTime(row.start) + " to " +
         WriteTime(row.end);
}

std::string Controls(const CoordinatorRow& row) {
  return "concurrency " + std::to_string(row.concurrency) + ", throttle " +
         std::to_string(row.throttle) + ", timeout " + std::to_string(row.timeout) + " min, " +
         row.execution;
}

std::string Counts(const CoordinatorReport& report) {
  std::string text;
  for (const auto& [state, count] : report.counts) {
    if (count != 0) {
      text.append(text.empty() ? "" : ", ").append(std::to_string(count)).append(" ");
      text.append(WordOf(state));
    }
  }
  return text;
}

std::string Notified(const NotificationReport& report) {
  std::string why;
  for (const NotificationRow& row : report.undelivered) {
    if (why.empty() && !row.error.empty()) {
      why = ": " + OneLine(row.error);
    }
  }
  return NotificationCounts(report) + why;
}

std::string StateLine(const CoordinatorReport& report) {
  std::string text(StateName(report.job.state, report.job.dialect));
  if (report.job.parked) {
    text.append(", parked");
  } else if (IsLive(report.job.state) && !report.alive) {
    text.append(", no process runs it");
  }
  return text;
}

std::string ErrorText(std::string_view code, std::string_view message) {
  std::string text(code);
  text.append(code.empty() || message.empty() ? "" : ": ");
  return text.append(OneLine(message));
}

std::string Dash(std::string text) {
  return text.empty() ? "-" : std::move(text);
}

std::string ActionsTable(const CoordinatorReport& report) {
  Table table({"ACTION", "NOMINAL TIME", "STATE", "WORKFLOW", "MISSING"});
  std::string errors;
  for (const CoordinatorActionRow& action : report.actions) {
    const std::string number = std::to_string(action.number);
    std::string missing = action.missing;
    const std::size_t first = std::min(missing.find('#'), missing.size());
    if (first + 1 < missing.size()) {
      const auto more = std::count(missing.begin(), missing.end(), '#');
      missing = missing.substr(0, first) + " and " + std::to_string(more) + " more";
    }
    table.Add({number, WriteTime(action.nominal), std::string(WordOf(action.state)),
               Dash(action.external_id), OneLine(missing)});
    if (const std::string error = ErrorText(action.error_code, action.error_message);
        !error.empty()) {
      errors.append("  ").append(number).append(": ").append(error).append("\n");
    }
  }
  return table.empty() ? std::string() : "\n" + table.Text() + errors;
}

std::string BundledTable(const CoordinatorReport& report) {
  Table table({"COORDINATOR", "STATE", "JOB"});
  std::string errors;
  for (const BundledRow& row : report.bundled) {
    table.Add({OneLine(row.name), std::string(WordOf(row.state)), Dash(row.coordinator_id)});
    if (const std::string error = ErrorText(row.error_code, row.error_message); !error.empty()) {
      errors.append("  ").append(OneLine(row.name)).append(": ").append(error).append("\n");
    }
  }
  return table.empty() ? std::string() : "\n" + table.Text() + errors;
}

std::string Time(std::int64_t time) {
  return time == 0 ? "" : WriteTime(time);
}

}  // namespace

Result<CoordinatorReport> LoadCoordinator(StateDirectory& state, const std::string& id) {
  const Result<std::unique_ptr<Journal>> journal = state.OpenJob(id, true);
  HPDL_TRY(journal);
  CoordinatorReport report;
  Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  if (jobs->empty()) {
    return Error{ErrorClass::kError, "E0604", "Job does not exist [" + id + "]"};
  }
  report.job = std::move(jobs->front());
  CoordinatorRecords& records = (*journal)->coordinator();
  Result<std::optional<CoordinatorRow>> coordinator = records.Coordinator();
  HPDL_TRY(coordinator);
  report.coordinator = std::move(*coordinator);
  ActionQuery last;
  last.descending = true;
  last.limit = kShown;
  Result<std::vector<CoordinatorActionRow>> actions = records.Actions(last);
  HPDL_TRY(actions);
  report.actions.assign(std::make_move_iterator(actions->rbegin()),
                        std::make_move_iterator(actions->rend()));
  Result<std::map<ActionState, std::int64_t>> counts = records.Count({});
  HPDL_TRY(counts);
  report.counts = std::move(*counts);
  Result<std::optional<BundleRow>> bundle = records.Bundle();
  HPDL_TRY(bundle);
  report.bundle = *bundle;
  Result<std::vector<BundledRow>> bundled = records.Bundled();
  HPDL_TRY(bundled);
  report.bundled = std::move(*bundled);
  Result<NotificationReport> notifications = (*journal)->Notifications();
  HPDL_TRY(notifications);
  report.notifications = std::move(*notifications);
  report.alive = state.IsRun(id);
  return report;
}

std::string CoordinatorText(const CoordinatorReport& report, const std::string& program,
                            std::int64_t now_ms) {
  const JobRow& job = report.job;
  std::string text = Field("job", job.id);
  text += Field("name", OneLine(job.app_name));
  text += Field("state", StateLine(report));
  text += Field("error", ErrorText(job.error_code, job.error_message));
  text += Field("user", OneLine(job.user));
  text += Field("application", OneLine(job.app_path));
  text += Field("created", LocalTime(job.created_ms));
  if (report.coordinator) {
    const CoordinatorRow& row = *report.coordinator;
    text += Field("schedule", Schedule(row));
    text += Field("controls", Controls(row));
    text += Field("pauses at", Time(row.pause));
    text += Field("next", row.all_made || row.next_number == 0 ? "" : WriteTime(row.next_time));
    text += Field("actions", Counts(report));
    text += Field("notified", Notified(report.notifications));
    text += ActionsTable(report);
  }
  if (report.bundle) {
    text += Field("kick-off", Time(report.bundle->kick_off));
    text += Field("pauses at", Time(report.bundle->pause));
    text += BundledTable(report);
  }
  (void)now_ms;
  if (IsLive(job.state) && !report.alive && !job.parked) {
    text += "\ngo on with the job: " + program + " start " + job.id + "\n";
  }
  return text;
}

namespace {

constexpr std::int64_t kSecondMs = 1000;

/// Writes the missing data as an array. In Oozie, the missing data is one text.
void WriteMissing(std::string_view missing, JsonWriter* json) {
  json->Key("missing").BeginArray();
  for (const std::string_view uri : Split(missing, '#')) {
    if (!uri.empty()) {
      json->Text(uri);
    }
  }
  json->EndArray();
}

void WriteCoordinator(const CoordinatorReport& report, JsonWriter* json) {
  const CoordinatorRow& row = *report.coordinator;
  json->Member("frequency", row.frequency).Member("timeUnit", row.time_unit);
  json->Member("timezone", row.timezone).Member("execution", row.execution);
  json->Time("start", row.start * kSecondMs).Time("end", row.end * kSecondMs);
  json->Time("pause", row.pause * kSecondMs).Optional("bundle", row.bundle_id);
  json->Member("concurrency", row.concurrency).Member("throttle", row.throttle);
  json->Member("timeout", row.timeout).Key("notifications").BeginObject();
  json->Member("delivered", report.notifications.delivered);
  json->Member("waiting", report.notifications.waiting);
  json->Member("givenUp", report.notifications.given_up).EndObject();
  json->Key("actions").BeginArray();
  for (const CoordinatorActionRow& action : report.actions) {
    json->BeginObject().Member("number", action.number);
    json->Time("nominalTime", action.nominal * kSecondMs);
    json->Member("status", WordOf(action.state)).Member("run", action.run);
    json->Time("created", action.created_ms).Time("modified", action.modified_ms);
    json->Optional("externalId", action.external_id);
    WriteMissing(action.missing, json);
    json->Optional("errorCode", action.error_code);
    json->Optional("errorMessage", action.error_message).EndObject();
  }
  json->EndArray();
}

void WriteBundle(const CoordinatorReport& report, JsonWriter* json) {
  json->Time("kickOff", report.bundle->kick_off * kSecondMs);
  json->Time("pause", report.bundle->pause * kSecondMs).Key("coordinators").BeginArray();
  for (const BundledRow& row : report.bundled) {
    json->BeginObject().Member("name", row.name).Member("status", WordOf(row.state));
    json->Optional("id", row.coordinator_id).Optional("errorCode", row.error_code);
    json->Optional("errorMessage", row.error_message).EndObject();
  }
  json->EndArray();
}

}  // namespace

std::string CoordinatorJson(const CoordinatorReport& report) {
  const JobRow& job = report.job;
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Key("job").BeginObject();
  json.Member("id", job.id).Member("type", report.bundle ? "bundle" : "coordinator");
  json.Member("name", job.app_name).Member("status", StateName(job.state, job.dialect));
  json.Member("user", job.user).Optional("group", job.group).Member("appPath", job.app_path);
  json.Time("created", job.created_ms).Time("ended", job.ended_ms);
  json.Optional("errorCode", job.error_code).Optional("errorMessage", job.error_message);
  if (report.coordinator) {
    WriteCoordinator(report, &json);
  }
  if (report.bundle) {
    WriteBundle(report, &json);
  }
  json.EndObject().Key("alive").Boolean(report.alive).EndObject();
  return json.Take() + "\n";
}

}  // namespace hpdl::rt
