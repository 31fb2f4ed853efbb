#ifndef HPDL_RUNTIME_STORE_RECORDS_H_
#define HPDL_RUNTIME_STORE_RECORDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/rules/coordinator/job_states.h"

/// What the journal of a workflow job and of the sub-workflow jobs in it consists of.
namespace hpdl::rt {

/// Workflow job states of both specifications. Words per dialect: StateName(). Those of
/// coordinators and bundles are further values (JobStateOf).
enum class JobState : std::uint8_t { kPrep, kRunning, kSuspended, kSucceeded, kKilled, kFailed };

/// What a job runs. Its state tells.
enum class JobType : std::uint8_t { kWorkflow, kCoordinator, kBundle };
JobType TypeOf(JobState state);
/// The letter at the end of the ids of such jobs: W, C, B.
char LetterOf(JobType type);

/// The state of a coordinator's or a bundle's job; bundles have the words of coordinators, too.
JobState JobStateOf(JobType type, CoordinatorState state);
/// Nothing for a workflow.
std::optional<CoordinatorState> CoordinatorStateOf(JobState state);
/// Whether it is a state of any type.
bool IsKnown(JobState state);
/// All states of jobs of a type.
std::vector<JobState> StatesOf(JobType type);
/// Whether a process is to go on with such a job, or to be woken for it: a workflow that is
/// RUNNING, a coordinator or a bundle that is not over.
bool IsLive(JobState state);

/// States of a node. Control nodes use kOk, kFailed and kKilled, and kStartManual where
/// oozie.suspend.on.nodes holds them.
enum class NodeState : std::uint8_t {
  kPrep,     ///< intent is durable, the effect may or may not have begun
  kRunning,  ///< the effect has begun
  kOk,
  kError,
  kKilled,
  kFailed,       ///< a fatal error; the job fails
  kStartRetry,   ///< transient failure at start, waiting for the next try
  kStartManual,  ///< non-transient failure at start; `retry` or `resume` tries again
  kEndRetry,     ///< transient failure after the effect, as its results were collected
  kEndManual,    ///< non-transient such failure; `retry` or `resume` collects again
  kUserRetry,
};

bool IsEnd(JobState state);
bool IsEnd(NodeState state);
/// "PREP" or, in HWS, "CREATED" ...; dialect is HPDL_DIALECT_*.
std::string_view StateName(JobState state, std::uint32_t dialect);
std::string_view StateName(NodeState state, std::uint32_t dialect);

/// One job. Number 0 is the root; sub-workflows that run in the same process follow.
struct JobRow {
  std::int64_t number = 0;
  std::string id;            ///< as job_ids.h has it
  std::int64_t parent = -1;  ///< job number of the parent
  std::string parent_node;
  std::uint32_t workflow = 0;  ///< index into hpdl_program.workflows
  std::uint32_t dialect = 0;
  std::string app_name, app_path, user, group;
  JobState state = JobState::kPrep;
  std::int64_t run = 0;  ///< wf:run(), wf:recovery()
  std::int64_t created_ms = 0, started_ms = 0, ended_ms = 0, modified_ms = 0;  ///< UTC, 0: not yet
  std::string error_code, error_message;
  std::string last_error_node;
  std::string suspended_by;  ///< why it is SUSPENDED: "user", "signal", "node NAME", "error NODE"
  /// Of a root job that is parked: EncodeNote() of wait.h. It is RUNNING, or has ended with
  /// notifications to be sent again, and needs no process until one of these waits is over.
  std::optional<std::string> parked;
  /// Of a root job whose callbacks others receive: HashOfToken() of the secret in its URLs.
  std::optional<std::string> callback_hash;
};

/// What a node did in one run. The key is (job, run, node): a node runs at most once a run.
struct NodeRow {
  std::int64_t job = 0;
  std::int64_t run = 0;
  std::string node;
  std::string type;  ///< "fork", "decision", ..., or the action kind
  NodeState state = NodeState::kPrep;
  std::uint32_t attempt = 0;  ///< from 0, counts retries
  std::int64_t sequence = 0;  ///< of the attempt within the job's directory; names its files
  bool skipped = false;       ///< taken over from the previous run
  std::string transition;     ///< names of the nodes it led to (fork: comma separated); HWS: the
                              ///< transition's name
  std::int64_t started_ms = 0, ended_ms = 0;
  std::string error_code, error_message;
  std::string external_id, tracker_uri, external_status, console_url;
  std::optional<std::string> data;      ///< captured output, Java properties
  std::optional<std::string> counters;  ///< JSON {group: {name: n}}
  std::string arguments;  ///< evaluated arguments (EncodeArgs), made durable with the intent
  std::string progress;   ///< what the kind recorded (fs: position)
  std::optional<std::string> token;  ///< what it put into the workflow token, Java properties
  std::optional<std::string>
      error_class;                  ///< ErrorClassName() of the failure that error_code is of
  std::optional<std::string> wait;  ///< EncodeWait() of wait.h, while the action waits for that
};

/// An attempt of an action that was tried again: its files are named by `sequence`, and what it
/// failed with is no longer in the node's row.
struct AttemptRow {
  std::int64_t job = 0;
  std::int64_t run = 0;
  std::string node;
  std::uint32_t attempt = 0;  ///< from 0
  std::int64_t sequence = 0;
  NodeState state = NodeState::kStartRetry;  ///< in which it waited for the next one
  std::int64_t started_ms = 0, ended_ms = 0;
  std::string error_code, error_message, external_id;
};

/// Facts of the job as a whole, written once.
struct JobFacts {
  std::int64_t schema_version = 0;
  std::string program_hash;  ///< hpdl_program.content_hash of the program of the latest run
  std::string compiler_version;
  std::string program_path;
  bool local = false;
  std::uint32_t parallel = 0;
  std::string site_path;
  std::string callback_listen;  ///< where callbacks are listened for, as given; empty: nowhere
  /// HOST:PORT that was bound in this run, so that URLs which have been given out stay true after a
  /// resume; empty: not yet.
  std::string callback_address;
  std::string callback_url;  ///< the base that others are told instead; empty: none
  /// 32 random hex digits, the same for all runs: ids of jobs that begin in one millisecond in two
  /// state directories are the same. Empty: of a journal before version 3.
  std::string salt;
  std::string park;  ///< seconds of --park; "": the process stays
  /// What the programs that go on with a parked job find in their environment, as NAME=VALUE lines:
  /// what was there when it was parked for the first time. It may hold secrets: never shown.
  std::string environment;
  /// Which coordinator of a bundle's program the job is of, from 0; "": the program is one thing.
  std::string part;
  std::string callback_token;  ///< the secret in the URLs of this run, 32 hex digits; never shown
};

/// A callback that came for an attempt of an action: journalled before the caller has its answer.
struct CallbackRow {
  std::int64_t job = 0;
  std::int64_t run = 0;
  std::string node;
  std::int64_t attempt = 0;
  std::int64_t number = 0;  ///< from 0, within the attempt
  std::int64_t received_ms = 0;
  std::string status;        ///< the parameter of that name, "" if there was none
  std::string content_type;  ///< of the body
  std::string body;
};

/// The answer to a message of the job's mailbox (mailbox.h). Put in the commit that makes what was
/// asked for durable.
struct AnswerRow {
  std::string message;  ///< its id
  std::int64_t answered_ms = 0;
  std::string error_code, error_message;  ///< why it was refused; "": it was not
};

/// What has become of a notification.
enum class NotificationState : std::uint8_t { kWaiting, kDelivered, kGivenUp };

/// A notification to a URL (docs/notifications.md). Put in the same commit as the transition that
/// it is about.
struct NotificationRow {
  std::int64_t id = 0;  ///< from 1, in the order in which things happened
  std::int64_t job = 0;
  std::int64_t run = 0;
  std::uint32_t hook = 0;  ///< which of the job's URLs: index into the table of notification.h
  std::string node;        ///< "" for one of the job itself
  std::string status;      ///< in the URL's own words
  std::string url;         ///< complete; "" once delivered. It may hold secrets: never shown
  std::string target;      ///< scheme, host and port of it
  NotificationState state = NotificationState::kWaiting;
  std::int64_t tries = 0;
  std::int64_t created_ms = 0, tried_ms = 0;
  std::string error;  ///< why the last try failed
};

/// How many notifications are in which state, and those that were not delivered.
struct NotificationReport {
  std::int64_t delivered = 0, waiting = 0, given_up = 0;
  std::vector<NotificationRow> undelivered;  ///< in order of their ids
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_RECORDS_H_
