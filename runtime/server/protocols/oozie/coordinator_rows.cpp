#include "runtime/server/protocols/oozie/coordinator_rows.h"

#include <utility>

#include "runtime/server/protocols/oozie/coordinator_reading.h"

namespace hpdl::rt {
namespace {

/// Returns "KIND[name] status[STATUS]".
std::string Named(std::string_view kind, std::string_view name, std::string_view status) {
  std::string text(kind);
  return text.append("[").append(name).append("] status[").append(status).append("]");
}

/// Returns the value of both `lastAction` and `nextMaterializedTime` in Oozie's JSON. It is the
/// next time that the cron expression gives, without the shift for daylight saving time.
std::int64_t NextTime(const CoordinatorRow& row) {
  return row.next_number == 0 ? 0 : row.next_regular * kSecondMs;
}

void WriteNotSubmitted(JsonWriter* json, std::span<const BundledRow> coordinators) {
  bool any = false;
  for (const BundledRow& row : coordinators) {
    if (!row.coordinator_id.empty() || row.error_code.empty()) {
      continue;
    }
    if (!std::exchange(any, true)) {
      json->Key("notSubmitted").BeginArray();
    }
    json->BeginObject().Member("coordJobName", row.name).Member("errorCode", row.error_code);
    json->Member("errorMessage", row.error_message).EndObject();
  }
  if (any) {
    json->EndArray();
  }
}

/// Returns the message of an action as Oozie shows it: after its code, unless the application does
/// not exist (E1005). The message of E0730 is Oozie's alone; the log has the places, too.
std::string ShownMessage(const CoordinatorActionRow& row) {
  if (row.error_code.empty() || row.error_message.empty() || row.error_code == "E1005") {
    return row.error_message;
  }
  return row.error_code + ": " +
         (row.error_code == "E0730" ? "Fork/Join not in pair" : row.error_message);
}

}  // namespace

std::string_view ShownStatus(JobState state, bool with_error) {
  const std::optional<CoordinatorState> known = CoordinatorStateOf(state);
  return !known ? std::string_view() : WordOf(with_error ? *known : ShownState(*known));
}

void BeginCoordinator(JsonWriter* json, const JobRow& job, const CoordinatorRow& row,
                      const CoordinatorExtras& extras) {
  json->BeginObject().Member("mat_throttling", row.throttle);
  json->Member("executionPolicy", row.execution).Optional("conf", extras.conf).Key("acl").Null();
  json->Member("frequency", row.frequency).Member("total", extras.total);
  json->Time("pauseTime", row.pause * kSecondMs).Key("consoleUrl").Null();
  json->Time("lastAction", NextTime(row)).Member("coordJobName", job.app_name);
  json->Time("createdTime", job.created_ms).Time("startTime", row.start * kSecondMs);
  json->Key("coordExternalId").Null().Member("timeUnit", row.time_unit);
  json->Optional("group", job.group).Member("coordJobId", job.id);
  json->Member("coordJobPath", job.app_path).Optional("bundleId", extras.bundle_id);
  json->Member("timeZone", row.timezone).Member("concurrency", row.concurrency);
  json->Member("timeOut", row.timeout).Time("nextMaterializedTime", NextTime(row));
  json->Member("toString", Named("Coordinator application id", job.id,
                                 ShownStatus(job.state, extras.with_error)));
  json->Time("endTime", row.end * kSecondMs).Member("user", job.user).Key("actions").BeginArray();
}

void EndCoordinator(JsonWriter* json, const JobRow& job, const CoordinatorExtras& extras) {
  json->EndArray().Member("status", ShownStatus(job.state, extras.with_error)).EndObject();
}

void WriteCoordinatorAction(JsonWriter* json, std::string_view job_id,
                            const CoordinatorActionRow& row, const ActionExtras& extras) {
  const std::string id = ActionId(job_id, row.number);
  json->BeginObject().Time("nominalTime", row.nominal * kSecondMs).Key("trackerUri").Null();
  json->Time("lastModifiedTime", row.modified_ms).Member("coordJobId", job_id);
  json->Member("missingDependencies", row.missing).Optional("createdConf", extras.created_conf);
  json->Optional("errorMessage", ShownMessage(row)).Optional("externalId", row.external_id);
  json->Optional("errorCode", row.error_code).Key("type").Null();
  json->Member("pushMissingDependencies", "").Key("consoleUrl").Null();
  json->Optional("runConf", extras.run_conf);
  json->Member("actionNumber", extras.without_number ? 0 : row.number);
  json->Time("createdTime", row.created_ms);
  json->Member("toString", Named("CoordinatorAction name", id, WordOf(row.state)));
  json->Member("id", id).Key("externalStatus").Null();
  json->Member("status", WordOf(row.state)).EndObject();
}

void BeginBundle(JsonWriter* json, const JobRow& job, const BundleRow& row,
                 std::span<const BundledRow> coordinators) {
  json->BeginObject().Member("bundleJobName", job.app_name);
  json->Member("bundleJobPath", job.app_path).Time("kickoffTime", row.kick_off * kSecondMs);
  WriteNotSubmitted(json, coordinators);
  json->Key("bundleCoordJobs").BeginArray();
}

void EndBundle(JsonWriter* json, const JobRow& job, const BundleRow& row,
               const CoordinatorExtras& extras) {
  const std::string_view status = ShownStatus(job.state, extras.with_error);
  json->EndArray().Optional("conf", extras.conf).Key("acl").Null();
  json->Member("bundleJobId", job.id).Key("bundleExternalId").Null();
  json->Member("timeOut", std::int64_t{0}).Time("pauseTime", row.pause * kSecondMs);
  json->Key("consoleUrl").Null().Time("createdTime", job.created_ms).Key("startTime").Null();
  json->Member("toString", Named("Bundle id", job.id, status));
  json->Time("endTime", row.end * kSecondMs).Member("user", job.user).Member("status", status);
  json->Member("timeUnit", "NONE").Optional("group", job.group).EndObject();
}

}  // namespace hpdl::rt
