#ifndef HPDL_RUNTIME_ENGINES_REPORT_JOB_JSON_H_
#define HPDL_RUNTIME_ENGINES_REPORT_JOB_JSON_H_

#include <string>
#include <string_view>

#include "runtime/engines/report/job_report.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/store/records.h"

/// Writes jobs as JSON. docs/json.md describes the members.
namespace hpdl::rt {

/// Begins the object of a job and writes its members. The caller may add members and ends the
/// object.
void WriteJob(JsonWriter* json, const JobRow& job, std::string_view root_id);
/// Writes the members `parked` (the time of the parking, or null) and `waits` (the waits of a
/// parked job).
void WriteParked(JsonWriter* json, const JobRow& job);

/// Returns "DELIVERED", "WAITING" or "GIVEN_UP".
std::string_view WordOf(NotificationState state);

/// The output of `info --format json` for a job.
std::string InfoJson(const JobReport& report);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_JOB_JSON_H_
