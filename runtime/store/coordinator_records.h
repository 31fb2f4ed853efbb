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

/// What the journal of a coordinator or a bundle has beside the row of its job. Times without _ms
/// are seconds since 1970, the others UTC milliseconds; 0 is none.
namespace hpdl::rt {

/// A coordinator as it was submitted, with what was changed since. Its state is that of its job's
/// row.
struct CoordinatorRow {
  std::int64_t start = 0, end = 0;
  std::int64_t pause = 0;
  std::string frequency;  ///< as Oozie shows it: a number, or a cron expression
  std::string time_unit;  ///< MINUTE, DAY, WEEK, MONTH, CRON
  std::string timezone;   ///< as written
  std::string execution;  ///< FIFO, LIFO, LAST_ONLY, NONE
  std::int64_t concurrency = 1;
  std::int64_t throttle = 12;
  std::int64_t timeout = 120;  ///< minutes
  /// The turn of the next action (Turn of runtime/rules/coordinator). 0: there was no pass yet.
  std::int64_t next_number = 0, next_time = 0, next_regular = 0;
  bool all_made = false;
  /// A command on an action is not done yet.
  bool pending = false;
  std::string bundle_id;  ///< "": it belongs to none
};

/// What is still to be done about the workflow of an action, in Oozie's words.
enum class ActionWish : std::uint8_t {
  kNothing,
  kStart,    ///< of a new workflow: `external_id` is "" or the id that it is to have
  kKill,     ///< the action is over already
  kSuspend,  ///< likewise suspended
  kResume,
  kRerun,    ///< the ended workflow is to run again without what has succeeded
  kCleanUp,  ///< outputs are to be deleted, then it waits
  /// Its data was to be looked at while the job did not run, and nobody looks before long.
  kRecover,
};

/// An action of a coordinator.
struct CoordinatorActionRow {
  std::int64_t number = 0;  ///< from 1
  ActionState state = ActionState::kWaiting;
  ActionWish wish = ActionWish::kNothing;
  std::int64_t run = 0;  ///< how often it was run again
  std::int64_t nominal = 0;
  std::int64_t actual = 0;  ///< when it was made, or made anew, in whole minutes
  std::int64_t created_ms = 0, modified_ms = 0;
  std::int64_t timeout = 0;  ///< minutes
  std::string external_id;   ///< of its workflow job
  std::string error_code, error_message;
  /// As Oozie shows it: URIs with `#` between them, `!!` before those of latest and future.
  std::string missing;
  std::string inputs, outputs;  ///< EncodeData() of runtime/rules/coordinator/action_data.h
  /// The properties that its workflow is started with, as Java properties text; "" until it is
  /// READY.
  std::string configuration;
};

/// Which actions are meant. Each condition must hold.
struct ActionQuery {
  std::vector<ActionState> states;  ///< one of these; empty: any
  std::vector<ActionState> not_states;
  std::int64_t first = 1, last = std::numeric_limits<std::int64_t>::max();  ///< numbers
  std::int64_t nominal_from = std::numeric_limits<std::int64_t>::min();     ///< this one too
  std::int64_t nominal_to = std::numeric_limits<std::int64_t>::max();       ///< this one too
  bool wishes = false;      ///< only those with something left to do (ActionWish)
  bool descending = false;  ///< by number
  std::int64_t skip = 0;
  std::int64_t limit = -1;  ///< negative: all
};

/// A bundle as it was submitted, with what was changed since.
struct BundleRow {
  std::int64_t kick_off = 0;
  std::int64_t end = 0;
  std::int64_t pause = 0;
  std::int64_t suspended_ms = 0;  ///< since when somebody has it suspended
  bool pending = false;
};

/// A coordinator of a bundle.
struct BundledRow {
  std::int64_t place = 0;  ///< from 0, in the definition
  std::string name;
  std::string coordinator_id;  ///< "": it is not submitted yet, or that failed
  CoordinatorState state = CoordinatorState::kPrep;
  std::int64_t pending = 0;  ///< commands that are not done yet
  /// What it is to be told, the first one first: RequestsText() of runtime/engines/coordinator.
  std::string requests;
  bool critical = false;
  std::int64_t modified_ms = 0;
  std::string error_code, error_message;  ///< why it could not be submitted
};

/// Whose agreement it is, in Oozie's words.
enum class SlaSubject : std::uint8_t { kCoordinatorAction, kWorkflowJob, kWorkflowAction };
constexpr std::string_view WordOf(SlaSubject subject) {
  constexpr std::string_view kWords[] = {"COORDINATOR_ACTION", "WORKFLOW_JOB", "WORKFLOW_ACTION"};
  return kWords[static_cast<std::size_t>(subject)];
}

/// An agreement about an action of a coordinator, or about a workflow job or one of its actions,
/// and how far it has been judged (runtime/rules/sla).
struct SlaRow {
  /// Of the action of a coordinator. Of a workflow: its job's number and the place of the node in
  /// it.
  std::int64_t number = 0;
  std::string id;         ///< of the action or the job
  std::string parent_id;  ///< "": none
  SlaSubject subject = SlaSubject::kCoordinatorAction;
  std::string app_name;
  std::string job_status;  ///< in Oozie's words, as of the last change of this row
  std::int64_t created_ms = 0, modified_ms = 0;
  std::int64_t nominal_ms = 0;
  std::int64_t expected_start_ms = 0;  ///< 0: at any time
  std::int64_t expected_end_ms = 0;
  std::int64_t expected_duration_ms = -1;  ///< -1: any
  std::int64_t started_ms = 0, ended_ms = 0;
  SlaStatus status = SlaStatus::kNotStarted;
  /// Bits: the start, the duration, the end is judged; the job has ended.
  std::uint8_t judged = 0;
  bool alerts = true;             ///< somebody is told
  std::uint8_t alert_events = 0;  ///< of what: SlaTerms::alert_events
  std::string alert_contact, notification_msg, upstream_apps;

  bool operator==(const SlaRow&) const = default;
};
/// The bit of SlaRow::judged that says: nothing will change any more. It is the highest one.
inline constexpr std::uint8_t kSlaClosed = 8;

/// The part of a journal (journal.h) that coordinators and bundles have. What is put belongs to the
/// next commit of the journal. A journal that has none of it has no tables for it.
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

  /// None in a journal of anything else.
  virtual Result<std::optional<CoordinatorRow>> Coordinator() = 0;
  virtual Result<std::vector<CoordinatorActionRow>> Actions(const ActionQuery& query) = 0;
  /// How many there are in each state, of those that the query means.
  virtual Result<std::map<ActionState, std::int64_t>> Count(const ActionQuery& query) = 0;
  virtual Result<std::optional<BundleRow>> Bundle() = 0;
  /// By their places.
  virtual Result<std::vector<BundledRow>> Bundled() = 0;
  /// By their numbers; those from `first` to `last`, or with `open` of these those that are not
  /// closed.
  virtual Result<std::vector<SlaRow>> Slas(std::int64_t first, std::int64_t last, bool open) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_COORDINATOR_RECORDS_H_
