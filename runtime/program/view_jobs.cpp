#include <optional>

#include "runtime/program/json.h"
#include "runtime/program/text.h"
#include "runtime/program/view_json.h"
#include "runtime/program/views.h"

namespace hpdl::rt {

void WriteJob(JsonWriter* json, const JobRow& job, std::string_view root_id) {
  json->BeginObject().Member("id", job.id).Member("name", job.app_name);
  json->Member("status", StateName(job.state, job.dialect)).Member("run", job.run);
  json->Member("dialect", job.dialect == HPDL_DIALECT_HWS ? "hws" : "oozie");
  json->Member("user", job.user).Optional("group", job.group).Member("appPath", job.app_path);
  json->Time("created", job.created_ms).Time("started", job.started_ms);
  json->Time("ended", job.ended_ms).Time("modified", job.modified_ms);
  json->Member("root", root_id).Optional("parentNode", job.parent_node);
  json->Optional("errorCode", job.error_code).Optional("errorMessage", job.error_message);
  json->Optional("lastErrorNode", job.last_error_node);
  json->Optional("suspendedBy", job.state == JobState::kSuspended ? job.suspended_by : "");
}

void WriteWait(JsonWriter* json, const Wait& wait) {
  json->BeginObject().Member("for", WordOf(wait.kind)).Time("since", wait.since_ms);
  json->Time("until", wait.until_ms).Key("what").BeginArray();
  for (const std::string& word : wait.what) {
    json->Text(word);
  }
  json->EndArray().EndObject();
}

void WriteParked(JsonWriter* json, const JobRow& job) {
  const std::optional<ParkingNote> note =
      job.parked ? DecodeNote(*job.parked) : std::optional<ParkingNote>();
  json->Time("parked", note ? note->since_ms : 0).Key("waits").BeginArray();
  for (const ParkingNote::Entry& entry : note ? note->entries : ParkingNote().entries) {
    json->BeginObject().Member("job", entry.job).Optional("node", entry.node).Key("wait");
    WriteWait(json, entry.wait);
    json->EndObject();
  }
  json->EndArray();
}

std::string JobsText(const std::vector<ListedJob>& jobs, const std::string& next,
                     std::int64_t now_ms) {
  if (jobs.empty()) {
    return "no jobs\n";
  }
  Table table({"JOB", "NAME", "STATE", "PARKED", "RUN", "USER", "CREATED", "TOOK"});
  for (const ListedJob& listed : jobs) {
    const JobRow& job = listed.entry.job;
    std::string state(StateName(job.state, job.dialect));
    // Its process crashed, or the machine was restarted.
    const std::optional<ParkingNote> note =
        job.parked ? DecodeNote(*job.parked) : std::optional<ParkingNote>();
    state.append(job.state == JobState::kRunning && !listed.alive && !note ? ", no process" : "");
    const std::int64_t end = job.ended_ms == 0 ? now_ms : job.ended_ms;
    table.Add({job.id, OneLine(job.app_name), std::move(state),
               note ? DurationText(now_ms - note->since_ms) : "-", std::to_string(job.run),
               OneLine(job.user), LocalTime(job.created_ms),
               job.started_ms == 0 ? "-" : DurationText(end - job.started_ms)});
  }
  return table.Text() + (next.empty() ? "" : "more: --after " + next + "\n");
}

std::string JobsJson(const std::vector<ListedJob>& jobs, const std::string& next) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Key("jobs").BeginArray();
  for (const ListedJob& listed : jobs) {
    WriteJob(&json, listed.entry.job, listed.entry.root_id);
    json.Key("alive").Boolean(listed.alive);
    WriteParked(&json, listed.entry.job);
    json.EndObject();
  }
  json.EndArray().Optional("next", next).EndObject();
  return json.Take() + "\n";
}

}  // namespace hpdl::rt
