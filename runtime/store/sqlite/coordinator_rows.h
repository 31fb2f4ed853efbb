#ifndef HPDL_RUNTIME_STORE_SQLITE_COORDINATOR_ROWS_H_
#define HPDL_RUNTIME_STORE_SQLITE_COORDINATOR_ROWS_H_

#include <type_traits>

#include "runtime/store/coordinator_records.h"
#include "runtime/store/sqlite/rows.h"

/// The columns of the rows of coordinators and bundles. rows.h has the columns of workflows.
namespace hpdl::rt {

template <class Row, class Of>
inline constexpr bool kIsRow = std::is_same_v<std::remove_const_t<Row>, Of>;

template <class Row, class Visitor>
  requires kIsRow<Row, CoordinatorRow>
void Visit(Row& row, Visitor&& visit) {
  visit(row.start);
  visit(row.end);
  visit(row.pause);
  visit(row.frequency);
  visit(row.time_unit);
  visit(row.timezone);
  visit(row.execution);
  visit(row.concurrency);
  visit(row.throttle);
  visit(row.timeout);
  visit(row.next_number);
  visit(row.next_time);
  visit(row.next_regular);
  visit(row.all_made);
  visit(row.pending);
  visit(row.bundle_id);
}

template <class Row, class Visitor>
  requires kIsRow<Row, CoordinatorActionRow>
void Visit(Row& row, Visitor&& visit) {
  visit(row.number);
  visit(row.state);
  visit(row.wish);
  visit(row.run);
  visit(row.nominal);
  visit(row.actual);
  visit(row.created_ms);
  visit(row.modified_ms);
  visit(row.timeout);
  visit(row.external_id);
  visit(row.error_code);
  visit(row.error_message);
  visit(row.missing);
  visit(row.inputs);
  visit(row.outputs);
  visit(row.configuration);
}

template <class Row, class Visitor>
  requires kIsRow<Row, BundleRow>
void Visit(Row& row, Visitor&& visit) {
  visit(row.kick_off);
  visit(row.end);
  visit(row.pause);
  visit(row.suspended_ms);
  visit(row.pending);
}

template <class Row, class Visitor>
  requires kIsRow<Row, BundledRow>
void Visit(Row& row, Visitor&& visit) {
  visit(row.place);
  visit(row.name);
  visit(row.coordinator_id);
  visit(row.state);
  visit(row.pending);
  visit(row.requests);
  visit(row.critical);
  visit(row.modified_ms);
  visit(row.error_code);
  visit(row.error_message);
}

template <class Row, class Visitor>
  requires kIsRow<Row, SlaRow>
void Visit(Row& row, Visitor&& visit) {
  visit(row.number);
  visit(row.id);
  visit(row.parent_id);
  visit(row.subject);
  visit(row.app_name);
  visit(row.job_status);
  visit(row.created_ms);
  visit(row.modified_ms);
  visit(row.nominal_ms);
  visit(row.expected_start_ms);
  visit(row.expected_end_ms);
  visit(row.expected_duration_ms);
  visit(row.started_ms);
  visit(row.ended_ms);
  visit(row.status);
  visit(row.judged);
  visit(row.alerts);
  visit(row.alert_events);
  visit(row.alert_contact);
  visit(row.notification_msg);
  visit(row.upstream_apps);
}

/// True if the table of this row type has at most one row. The key of this row is not a member of
/// the type.
template <class Row>
constexpr bool IsSingle() {
  return kIsRow<Row, CoordinatorRow> || kIsRow<Row, BundleRow>;
}

/// True if each enumeration in the row has a value that this version defines.
inline bool IsSound(const CoordinatorRow&) {
  return true;
}
inline bool IsSound(const CoordinatorActionRow& row) {
  return row.state <= ActionState::kSkipped && row.wish <= ActionWish::kRecover;
}
inline bool IsSound(const BundleRow&) {
  return true;
}
inline bool IsSound(const SlaRow& row) {
  return row.subject <= SlaSubject::kWorkflowAction && row.status <= SlaStatus::kMiss;
}
inline bool IsSound(const BundledRow& row) {
  return row.state <= CoordinatorState::kIgnored;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_COORDINATOR_ROWS_H_
