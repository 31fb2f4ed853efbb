#ifndef HPDL_RUNTIME_STORE_COORDINATOR_RECORDS_H_
#define HPDL_RUNTIME_STORE_COORDINATOR_RECORDS_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/coordinator/action_states.h"
#include "runtime/rules/coordinator/job_states.h"
#include "runtime/rules/sla/sla_states.h"

/// The records that the journal of a coordinator or a bundle has besides the row of its job. Times
/// whose names end in _ms are UTC milliseconds. Other times are seconds since 1970. A time of 0 is
/// not set.
namespace hpdl::rt {

/// A coordinator as it was submitted, with all later changes. The coordinator's state is in the row
/// of its job.
struct CoordinatorRow {
  std::int64_t start = 0, end = 0;
  std::int64_t pause = 0;
  std::string frequency;  ///< as Oozie shows it: a number, or a cron expression
  std::string time_unit;  ///< MINUTE, DAY, WEEK, MONTH, CRON
  std::string timezone;   ///< the time zone as the definition names it
  std::string execution;  ///< FIFO, LIFO, LAST_ONLY, NONE
  std::int64_t concurrency = 1;
  std::int64_t throttle = 12;
  std::int64_t timeout = 120;  ///< in minutes
  /// The next action: its number, its nominal time, and Turn::regular, the nominal time before
  /// summer time moves it (runtime/rules/coordinator). All are 0 before the first materialisation.
  std::int64_t next_number = 0, next_time = 0, next_regular = 0;
  bool all_made = false;
  /// True if a command on an action is not done yet.
  bool pending = false;
  std::string bundle_id;  ///< "": the coordinator belongs to no bundle
};

/// The command that must still be carried out on an action or on its workflow.
enum class ActionWish : std::uint8_t {
  kNothing,
  kStart,    ///< start a new workflow; `external_id` is "" or the id that the workflow must get
  kKill,     ///< kill the workflow; the action has already ended
  kSuspend,  ///< suspend the workflow; the action is already suspended
  kResume,
  kRerun,    ///< run the ended workflow again without the nodes that succeeded
  kCleanUp,  ///< delete the outputs; then the action waits
  /// check the action's data after a delay: a check was due while the job did not run
  kRecover,
};

/// An action of a coordinator.
struct CoordinatorActionRow {
  std::int64_t number = 0;  ///< the first action has the number 1
  ActionState state = ActionState::kWaiting;
  ActionWish wish = ActionWish::kNothing;
  std::int64_t run = 0;  ///< number of reruns
  std::int64_t nominal = 0;
  std::int64_t actual = 0;  ///< time when the action was made, or was made again by a rerun with
                            ///< refresh, in whole minutes
  std::int64_t created_ms = 0, modified_ms = 0;
  std::int64_t timeout = 0;  ///< in minutes
  std::string external_id;   ///< id of the workflow job of the action
  std::string error_code, error_message;
  /// The missing URIs as Oozie shows them, with `#` between them. `!!` precedes the URIs of
  /// instances that coord:latest or coord:future selects.
  std::string missing;
  std::string inputs, outputs;  ///< texts of EncodeData() (runtime/rules/coordinator/action_data.h)
  /// The properties for the start of the action's workflow, as Java properties text. The text is ""
  /// until the action is READY.
  std::string configuration;
};

/// Selects actions. An action must meet every condition.
struct ActionQuery {
  std::vector<ActionState> states;  ///< the action is in one of these states; empty: any state
  std::vector<ActionState> not_states;
  /// The first and the last number of the selected actions.
  std::int64_t first = 1, last = std::numeric_limits<std::int64_t>::max();
  /// The earliest and the latest nominal time of the selected actions.
  std::int64_t nominal_from = std::numeric_limits<std::int64_t>::min();
  std::int64_t nominal_to = std::numeric_limits<std::int64_t>::max();
  bool wishes = false;      ///< selects only actions whose ActionWish is not kNothing
  bool descending = false;  ///< orders by number, the highest first
  std::int64_t skip = 0;
  std::int64_t limit = -1;  ///< negative: no limit
};

/// A bundle as it was submitted, with all later changes.
struct BundleRow {
  std::int64_t kick_off = 0;
  std::int64_t end = 0;
  std::int64_t pause = 0;
  std::int64_t suspended_ms = 0;  ///< time when a user suspended the bundle
  bool pending = false;
};

/// A coordinator of a bundle.
struct BundledRow {
  std::int64_t place = 0;  ///< position in the definition, from 0
  std::string name;
  std::string coordinator_id;  ///< "": not submitted yet, or the submission failed
  CoordinatorState state = CoordinatorState::kPrep;
  std::int64_t pending = 0;  ///< number of commands that are not done yet
  /// The requests that must still be sent to the coordinator, in this order. RequestsText() of
  /// runtime/engines/coordinator writes them.
  std::string requests;
  bool critical = false;
  std::int64_t modified_ms = 0;
  std::string error_code, error_message;  ///< reason why the submission failed
};

/// The subject of an SLA agreement: a job or an action of this type.
enum class SlaSubject : std::uint8_t { kCoordinatorAction, kWorkflowJob, kWorkflowAction };
constexpr std::string_view WordOf(SlaSubject subject) {
  constexpr std::string_view kWords[] = {"COORDINATOR_ACTION", "WORKFLOW_JOB", "WORKFLOW_ACTION"};
  return kWords[static_cast<std::size_t>(subject)];
}

/// An SLA agreement about an action of a coordinator, a workflow job or an action of a workflow
/// job. It has the results of the checks so far (runtime/rules/sla).
struct SlaRow {
  /// In a coordinator, the number of the action. In a workflow, a number made from the number of
  /// the job and the index of the node.
  std::int64_t number = 0;
  std::string id;         ///< id of the action or the job
  std::string parent_id;  ///< "": no parent
  SlaSubject subject = SlaSubject::kCoordinatorAction;
  std::string app_name;
  std::string job_status;  ///< status at the last change of this row, in Oozie's words
  std::int64_t created_ms = 0, modified_ms = 0;
  std::int64_t nominal_ms = 0;
  std::int64_t expected_start_ms = 0;  ///< 0: the agreement sets no start
  std::int64_t expected_end_ms = 0;
  std::int64_t expected_duration_ms = -1;  ///< -1: the agreement sets no duration
  std::int64_t started_ms = 0, ended_ms = 0;
  SlaStatus status = SlaStatus::kNotStarted;
  /// Bits, from the lowest: the check of the start is done; the check of the duration is done; the
  /// check of the end is done; the agreement is closed (kSlaClosed).
  std::uint8_t judged = 0;
  bool alerts = true;             ///< alerts are sent
  std::uint8_t alert_events = 0;  ///< the events that cause an alert: SlaTerms::alert_events
  std::string alert_contact, notification_msg, upstream_apps;

  bool operator==(const SlaRow&) const = default;
};
/// The bit of SlaRow::judged for a closed agreement: its job or action has ended, and the agreement
/// will not change any more. It is the highest bit in use.
inline constexpr std::uint8_t kSlaClosed = 8;

/// The rows of coordinators, bundles and SLA agreements in a journal (journal.h). Rows passed to
/// Put() belong to the next commit of the journal. A journal without these rows has no tables for
/// them.
class CoordinatorRecords {
 public:
  virtual ~CoordinatorRecords() = default;
  virtual Result<void> Put(const CoordinatorRow& row) = 0;
  virtual Result<void> Put(const CoordinatorActionRow& row) = 0;
  virtual Result<void> Drop(std::int64_t number) = 0;
  virtual Result<void> Put(const BundleRow& row) = 0;
  virtual Result<void> Put(const BundledRow& row) = 0;

  virtual Result<void> Put(const SlaRow& row) = 0;
  virtual Result<void> DropSla(std::int64_t number) = 0;

  /// Returns nullopt if the journal does not belong to a coordinator.
  virtual Result<std::optional<CoordinatorRow>> Coordinator() = 0;
  virtual Result<std::vector<CoordinatorActionRow>> Actions(const ActionQuery& query) = 0;
  /// Counts the selected actions in each state.
  virtual Result<std::map<ActionState, std::int64_t>> Count(const ActionQuery& query) = 0;
  virtual Result<std::optional<BundleRow>> Bundle() = 0;
  /// Returns the coordinators of the bundle, ordered by `place`.
  virtual Result<std::vector<BundledRow>> Bundled() = 0;
  /// Returns the agreements with the numbers `first` to `last`, ordered by number. If `open` is
  /// set, leaves out closed agreements (kSlaClosed).
  virtual Result<std::vector<SlaRow>> Slas(std::int64_t first, std::int64_t last, bool open) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_COORDINATOR_RECORDS_H_
