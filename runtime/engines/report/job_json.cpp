#include "runtime/engines/report/job_json.h"

#include <optional>

#include "runtime/store/wait.h"

namespace hpdl::rt {
namespace {

void WriteWait(JsonWriter* json, const Wait& wait) {
  json->BeginObject().Member("for", WordOf(wait.kind)).Time("since", wait.since_ms);
  json->Time("until", wait.until_ms).Key("what").BeginArray();
  for (const std::string& word : wait.what) {
    json->Text(word);
  }
  json->EndArray().EndObject();
}

void WriteCallbacks(JsonWriter* json, const JobNodes& job, const std::string& node) {
  json->Key("callbacks").BeginArray();
  for (const CallbackRow& row : job.callbacks) {
    if (row.node == node) {
      json->BeginObject().Member("attempt", row.attempt).Time("received", row.received_ms);
      json->Member("status", row.status).Optional("contentType", row.content_type);
      json->Member("body", row.body).EndObject();
    }
  }
  json->EndArray();
}

void WriteAttempts(JsonWriter* json, const JobNodes& job, const std::string& node) {
  json->Key("earlierAttempts").BeginArray();
  for (const AttemptRow& row : job.attempts) {
    if (row.node == node) {
      json->BeginObject().Member("attempt", static_cast<std::int64_t>(row.attempt));
      json->Time("started", row.started_ms).Time("ended", row.ended_ms);
      json->Optional("errorCode", row.error_code).Optional("errorMessage", row.error_message);
      json->Optional("externalId", row.external_id).EndObject();
    }
  }
  json->EndArray();
}

/// Begins the object of a node and writes its members. The caller ends the object.
void WriteNode(JsonWriter* json, const NodeRow& node, std::uint32_t dialect) {
  json->BeginObject().Member("name", node.node).Member("type", node.type);
  json->Member("status", StateName(node.state, dialect));
  json->Member("attempt", static_cast<std::int64_t>(node.attempt)).Member("run", node.run);
  json->Key("skipped").Boolean(node.skipped);
  json->Time("started", node.started_ms).Time("ended", node.ended_ms);
  json->Optional("transition", node.transition).Optional("errorCode", node.error_code);
  json->Optional("errorMessage", node.error_message);
  json->Optional("errorClass", node.error_class.value_or(""))
      .Optional("externalId", node.external_id);
  json->Optional("externalStatus", node.external_status).Optional("trackerUri", node.tracker_uri);
  json->Optional("consoleUrl", node.console_url).Key("data");
  if (node.data) {
    json->Text(*node.data);
  } else {
    json->Null();
  }
}

std::string_view IdOf(const JobReport& report, std::int64_t number) {
  for (const JobNodes& child : report.children) {
    if (child.job.number == number) {
      return child.job.id;
    }
  }
  return report.main.job.number == number ? std::string_view(report.main.job.id)
                                          : std::string_view();
}

void WriteNotifications(JsonWriter* json, const JobReport& report) {
  const NotificationReport& notifications = report.notifications;
  json->Key("notifications").BeginObject().Member("delivered", notifications.delivered);
  json->Member("waiting", notifications.waiting).Member("givenUp", notifications.given_up);
  json->Key("undelivered").BeginArray();
  for (const NotificationRow& row : notifications.undelivered) {
    json->BeginObject().Optional("job", IdOf(report, row.job));
    json->Member("run", row.run).Optional("node", row.node).Member("status", row.status);
    json->Member("target", row.target).Member("state", WordOf(row.state));
    json->Member("tries", row.tries).Time("created", row.created_ms).Time("tried", row.tried_ms);
    json->Optional("error", row.error).EndObject();
  }
  json->EndArray().EndObject();
}

}  // namespace

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

std::string_view WordOf(NotificationState state) {
  return state == NotificationState::kDelivered ? "DELIVERED"
         : state == NotificationState::kWaiting ? "WAITING"
                                                : "GIVEN_UP";
}

std::string InfoJson(const JobReport& report) {
  JsonWriter json;
  const auto write = [&](const JobNodes& job) {
    WriteJob(&json, job.job, report.root_id);
    json.Key("nodes").BeginArray();
    for (const NodeRow& node : job.nodes) {
      WriteNode(&json, node, job.job.dialect);
      WriteCallbacks(&json, job, node.node);
      WriteAttempts(&json, job, node.node);
      const auto next = job.next_tries.find(node.node);
      json.Time("nextTry", next == job.next_tries.end() ? 0 : next->second).Key("wait");
      const std::optional<Wait> wait =
          node.wait && !IsEnd(node.state) ? DecodeWait(*node.wait) : std::optional<Wait>();
      if (wait) {
        WriteWait(&json, *wait);
      } else {
        json.Null();
      }
      json.EndObject();
    }
    json.EndArray();
    WriteParked(&json, job.job);
    json.EndObject();
  };
  json.BeginObject().Member("version", std::int64_t{1}).Key("job");
  write(report.main);
  json.Member("shownRun", report.main.run).Member("lastRun", report.last_run);
  json.Member("directory", report.directory);
  json.Key("alive").Boolean(report.alive).Key("local").Boolean(report.facts.local);
  json.Optional("site", report.facts.site_path).Optional("program", report.facts.program_path);
  json.Member("programHash", report.facts.program_hash);
  json.Key("subJobs").BeginArray();
  for (const JobNodes& child : report.children) {
    write(child);
  }
  json.EndArray();
  WriteNotifications(&json, report);
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace hpdl::rt
