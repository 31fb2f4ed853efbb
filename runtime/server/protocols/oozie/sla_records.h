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

/// What is known of the agreements of jobs (SLA), and what is asked about it.
namespace hpdl::rt {

/// One agreement of a job or an action. Times are UTC milliseconds, durations milliseconds.
struct SlaRecord {
  std::string id, parent_id;  ///< parent_id "": none
  std::string app_name;
  std::string app_type;  ///< COORDINATOR_ACTION, WORKFLOW_JOB, ...
  std::string user;
  std::int64_t created_ms = 0, modified_ms = 0;
  std::int64_t nominal_ms = 0;
  std::optional<std::int64_t> expected_start_ms, actual_start_ms, expected_end_ms, actual_end_ms;
  std::optional<std::int64_t> expected_duration_ms, actual_duration_ms;
  std::string job_status;
  std::string sla_status;      ///< NOT_STARTED, IN_PROCESS, MET, MISS
  std::optional<bool> alerts;  ///< whether somebody is told; nothing: not known any more
  std::string alert_contact, notification_msg, upstream_apps;
};

/// What is met and missed of a record at a time, and by how many minutes.
struct SlaEvents {
  struct Event {
    std::string_view word;   ///< START_MET, ...
    std::int64_t delay = 0;  ///< whole minutes; more than 0 is a miss
  };
  std::optional<Event> start, duration, end;
  std::vector<std::string_view> Words() const;
};
SlaEvents EventsOf(const SlaRecord& record, std::int64_t now_ms);

/// Which records somebody wants to see, and in which order.
struct SlaQuery {
  std::optional<std::string> id, parent_id;  ///< one of the two is enough
  std::string bundle;                        ///< a name or an id; "": any
  /// Patterns of SQL's LIKE: `%` and `_`. "": any.
  std::string app_name, app_type, user, job_status;
  std::vector<std::string> sla_statuses, events;  ///< one of these; empty: any
  struct Span {
    std::optional<std::int64_t> from, until;  ///< both ends too
  };
  Span nominal, created, expected_start, expected_end, actual_start, actual_end;
  Span expected_duration, actual_duration;
  std::string sort_by = "nominalTimeTS";
  bool descending = false;
  std::size_t len = 1000;
};
/// `filter`, `sortby`, `order` and `len` of a request.
std::variant<SlaQuery, Refusal> ReadSlaQuery(const Parameters& parameters);

/// The records that are meant, in order. `coordinators`: of the query's bundle, if it has one.
std::vector<SlaRecord> Chosen(std::vector<SlaRecord> records, const SlaQuery& query,
                              const std::set<std::string>& coordinators, std::int64_t now_ms);

/// SQL's LIKE, in time that grows with the product of both texts at most.
bool IsLike(std::string_view text, std::string_view pattern);

/// As Oozie's JSON has it; with `texts`, times are texts and not milliseconds.
void WriteSlaRecord(JsonWriter* json, const SlaRecord& record, bool texts, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_RECORDS_H_
