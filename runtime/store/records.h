#ifndef HPDL_RUNTIME_STORE_RECORDS_H_
#define HPDL_RUNTIME_STORE_RECORDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/rules/coordinator/job_states.h"

/// The records in the journal of a workflow job and of its sub-workflow jobs.
namespace hpdl::rt {

/// The states of workflow jobs, for Oozie and for the HWS specification. StateName() returns the
/// word that Oozie or HWS has for a state. Further values of this type, which JobStateOf() makes,
/// are the states of coordinators and bundles.
enum class JobState : std::uint8_t { kPrep, kRunning, kSuspended, kSucceeded, kKilled, kFailed };

/// The type of a job. TypeOf() finds the type from the job's state.
enum class JobType : std::uint8_t { kWorkflow, kCoordinator, kBundle };
JobType TypeOf(JobState state);
/// Returns the letter at the end of the ids of jobs of this type: W, C or B.
char LetterOf(JobType type);

/// Returns the state of a coordinator's or a bundle's job. Bundles have the same states as
/// coordinators.
JobState JobStateOf(JobType type, CoordinatorState state);
/// Returns the state of a coordinator or a bundle; nullopt if `state` is a state of workflows.
std::optional<CoordinatorState> CoordinatorStateOf(JobState state);
/// True if this is a state of any type of job.
bool IsKnown(JobState state);
/// Returns all states of jobs of a type.
std::vector<JobState> StatesOf(JobType type);
/// True if a process should continue a job in this state, or be started for it. This is true for a
/// RUNNING workflow, and for a coordinator or bundle that has not ended.
bool IsLive(JobState state);

/// The states of a node. Control nodes use kOk, kFailed and kKilled. They also use kStartManual
/// while oozie.suspend.on.nodes holds them.
enum class NodeState : std::uint8_t {
  kPrep,     ///< the plan to start is durable; the effect may or may not have begun
  kRunning,  ///< the effect has begun
  kOk,
  kError,
  kKilled,
  kFailed,       ///< a fatal error; the job fails
  kStartRetry,   ///< a transient failure at the start; the action waits for the next attempt
  kStartManual,  ///< a non-transient failure at the start; `retry` or `resume` tries again
  kEndRetry,     ///< a transient failure while the results were collected, after the effect
  kEndManual,    ///< a non-transient failure while the results were collected; `retry` or `resume`
                 ///< collects again
  kUserRetry,
};

bool IsEnd(JobState state);
bool IsEnd(NodeState state);
/// Returns the word of a state, such as "PREP" or, in HWS, "CREATED". `dialect` is HPDL_DIALECT_*.
std::string_view StateName(JobState state, std::uint32_t dialect);
std::string_view StateName(NodeState state, std::uint32_t dialect);

/// The record of a job. Number 0 is the root job. The jobs of sub-workflows that run in the same
/// process have higher numbers.
struct JobRow {
  std::int64_t number = 0;
  std::string id;            ///< in the form of job_ids.h
  std::int64_t parent = -1;  ///< number of the parent job
  std::string parent_node;
  std::uint32_t workflow = 0;  ///< index into hpdl_program.workflows
  std::uint32_t dialect = 0;
  std::string app_name, app_path, user, group;
  JobState state = JobState::kPrep;
  std::int64_t run = 0;  ///< the number that wf:run() and wf:recovery() return
  std::int64_t created_ms = 0, started_ms = 0, ended_ms = 0, modified_ms = 0;  ///< UTC; 0: not yet
  std::string error_code, error_message;
  std::string last_error_node;
  std::string suspended_by;  ///< the reason why the job is SUSPENDED: "user", "signal", "node NAME"
                             ///< or "error NODE"
  /// For a root job that is parked: the text that EncodeNote() (wait.h) writes. A parked job is
  /// RUNNING, or has ended and must send notifications again. It needs no process until one of the
  /// waits in the note is over.
  std::optional<std::string> parked;
  /// For a root job whose callbacks other programs receive: the hash of the secret in the callback
  /// URLs, made by HashOfToken().
  std::optional<std::string> callback_hash;
};

/// The record of a node in one run. Its key is (job, run, node): a node runs at most once in a run.
struct NodeRow {
  std::int64_t job = 0;
  std::int64_t run = 0;
  std::string node;
  std::string type;  ///< "fork", "decision" or another control node, or the kind of the action
  NodeState state = NodeState::kPrep;
  std::uint32_t attempt = 0;  ///< number of the attempt; 0: the first attempt
  std::int64_t sequence = 0;  ///< number of the attempt among all attempts in the job's directory;
                              ///< it names the attempt's files
  bool skipped = false;       ///< the result was taken over from the previous run
  std::string transition;     ///< Oozie: the nodes that follow (after a fork: with commas between
                              ///< them); HWS: the transition's name
  std::int64_t started_ms = 0, ended_ms = 0;
  std::string error_code, error_message;
  std::string external_id, tracker_uri, external_status, console_url;
  std::optional<std::string> data;      ///< captured output, as Java properties
  std::optional<std::string> counters;  ///< JSON: {group: {name: n}}
  std::string arguments;  ///< evaluated arguments (args_codec.h); a decision: values of its cases
  std::string progress;   ///< the progress that the kind of action recorded; fs: the number of
                          ///< finished operations
  std::optional<std::string> token;  ///< the node's part of the workflow token, as Java properties
  std::optional<std::string>
      error_class;                  ///< the word of ErrorClassName() for the error `error_code`
  std::optional<std::string> wait;  ///< while the action waits: text of EncodeWait() (wait.h)
};

/// An attempt of an action that was tried again. `sequence` names the attempt's files. The node's
/// row no longer holds the error of this attempt.
struct AttemptRow {
  std::int64_t job = 0;
  std::int64_t run = 0;
  std::string node;
  std::uint32_t attempt = 0;  ///< number of the attempt, from 0
  std::int64_t sequence = 0;
  /// The state in which the node waited for the next attempt.
  NodeState state = NodeState::kStartRetry;
  std::int64_t started_ms = 0, ended_ms = 0;
  std::string error_code, error_message, external_id;
};

/// Facts about the job as a whole. A new run or new options may replace them.
struct JobFacts {
  std::int64_t schema_version = 0;
  std::string program_hash;  ///< hash of the latest run's program (hpdl_program.content_hash)
  std::string compiler_version;
  std::string program_path;
  bool local = false;
  std::uint32_t parallel = 0;
  std::string site_path;
  std::string callback_listen;  ///< address to listen on for callbacks, as the user wrote it; "":
                                ///< the job does not listen
  /// HOST:PORT that was bound in this run. A resume binds it again, so that callback URLs from
  /// before the resume stay valid. "": no port is bound yet.
  std::string callback_address;
  std::string callback_url;  ///< base of the callback URLs; "": the bound address
  /// 32 random hex digits, the same for all runs. Jobs of earlier versions in two state directories
  /// may have the same id, but their salts differ. "": the journal is older than version 3.
  std::string salt;
  std::string park;  ///< seconds of --park; "": the process stays while the job waits
  /// The environment for the programs that continue a parked job, as NAME=VALUE lines: the
  /// environment when the job was parked for the first time. It may hold secrets and is never
  /// shown.
  std::string environment;
  /// The number, from 0, of the coordinator that the job runs, if its program holds the
  /// coordinators of a bundle. "": the job runs the whole program.
  std::string part;
  /// The secret in the callback URLs of this run, 32 hex digits. It is never shown.
  std::string callback_token;
};

/// A callback for an attempt of an action. It is journalled before the caller gets its answer.
struct CallbackRow {
  std::int64_t job = 0;
  std::int64_t run = 0;
  std::string node;
  std::int64_t attempt = 0;
  std::int64_t number = 0;  ///< number of the callback within the attempt, from 0
  std::int64_t received_ms = 0;
  std::string status;  ///< parameter `status` of the request; "": the request had no such parameter
  std::string content_type;  ///< content type of the body
  std::string body;
};

/// The number of answers that a journal keeps. PutAnswer() drops the oldest answers beyond this
/// number. Nobody can ask for them any more: their messages were closed long ago, and each later
/// Mailbox::Post() has made that durable.
inline constexpr std::size_t kMostKeptAnswers = 1000;

/// The answer to a message of the job's mailbox (mailbox.h). It is part of the commit that makes
/// the effect of the message durable.
struct AnswerRow {
  std::string message;  ///< id of the message
  std::int64_t answered_ms = 0;
  std::string error_code, error_message;  ///< reason of a refusal; "": the message was not refused
};

/// The outcome of a notification so far.
enum class NotificationState : std::uint8_t { kWaiting, kDelivered, kGivenUp };

/// A notification to a URL (docs/notifications.md). Its row is committed together with the
/// transition that it reports.
struct NotificationRow {
  std::int64_t id = 0;  ///< the first notification has the id 1; the ids have the order of the
                        ///< events
  std::int64_t job = 0;
  std::int64_t run = 0;
  std::uint32_t hook = 0;  ///< index of the URL in the table of notification.h
  std::string node;        ///< "": the notification is about the job itself
  std::string status;      ///< the word that stands for the status in the URL
  /// The complete URL; "" after the delivery. It may hold secrets and is never shown.
  std::string url;
  std::string target;  ///< scheme, host and port of the URL
  NotificationState state = NotificationState::kWaiting;
  std::int64_t tries = 0;
  std::int64_t created_ms = 0, tried_ms = 0;
  std::string error;  ///< reason why the last delivery failed
};

/// The number of notifications in each state, and the notifications that were not delivered.
struct NotificationReport {
  std::int64_t delivered = 0, waiting = 0, given_up = 0;
  std::vector<NotificationRow> undelivered;  ///< in the order of their ids
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_RECORDS_H_
