#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_RECORDS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_RECORDS_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/ground/base/json_writer.h"
#include "runtime/server/protocols/oozie/answers.h"
#include "runtime/server/protocols/oozie/query.h"

/// Records of the agreements of jobs (SLA), and queries about them.
namespace hpdl::rt {

/// An agreement of a job or an action. Times are UTC milliseconds, durations milliseconds.
struct SlaRecord {
  std::string id, parent_id;  ///< parent_id "": no parent
  std::string app_name;
  std::string app_type;  ///< for example COORDINATOR_ACTION, WORKFLOW_JOB
  std::string user;
  std::int64_t created_ms = 0, modified_ms = 0;
  std::int64_t nominal_ms = 0;
  std::optional<std::int64_t> expected_start_ms, actual_start_ms, expected_end_ms, actual_end_ms;
  std::optional<std::int64_t> expected_duration_ms, actual_duration_ms;
  std::string job_status;
  std::string sla_status;      ///< NOT_STARTED, IN_PROCESS, MET, MISS
  std::optional<bool> alerts;  ///< true if alerts are on; nullopt: no longer known
  std::string alert_contact, notification_msg, upstream_apps;
};

/// The results of a record's events (start, duration, end), as far as they are known at a given
/// time: met or missed, and the delay.
struct SlaEvents {
  struct Event {
    std::string_view word;   ///< for example START_MET
    std::int64_t delay = 0;  ///< whole minutes; more than 0 is a miss
  };
  std::optional<Event> start, duration, end;
  std::vector<std::string_view> Words() const;
};
SlaEvents EventsOf(const SlaRecord& record, std::int64_t now_ms);

/// A query: the records to show, and their order.
struct SlaQuery {
  /// If `id` or `parent_id` is set, a record must match one of the two.
  std::optional<std::string> id, parent_id;
  std::string bundle;  ///< a name or an id; "": any bundle
  /// Patterns of SQL's LIKE with `%` and `_`; "": any value matches.
  std::string app_name, app_type, user, job_status;
  /// A record must have one of `sla_statuses` and one of `events`. An empty list allows any value.
  std::vector<std::string> sla_statuses, events;
  struct Span {
    std::optional<std::int64_t> from, until;  ///< both ends are included
  };
  Span nominal, created, expected_start, expected_end, actual_start, actual_end;
  Span expected_duration, actual_duration;
  std::string sort_by = "nominalTimeTS";
  bool descending = false;
  std::size_t len = 1000;
};
/// Reads `filter`, `sortby`, `order` and `len` of a request.
std::variant<SlaQuery, Refusal> ReadSlaQuery(const Parameters& parameters);

/// Returns the records that match the query, in the order that the query requests. If the query
/// names a bundle, `coordinators` are the coordinators of this bundle.
std::vector<SlaRecord> Chosen(std::vector<SlaRecord> records, const SlaQuery& query,
                              const std::set<std::string>& coordinators, std::int64_t now_ms);

/// Matches a text with a pattern of SQL's LIKE. The running time is at most proportional to the
/// product of the two lengths.
bool IsLike(std::string_view text, std::string_view pattern);

/// Writes a record as Oozie's JSON; with `texts`, times are texts instead of milliseconds.
void WriteSlaRecord(JsonWriter* json, const SlaRecord& record, bool texts, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_RECORDS_H_
