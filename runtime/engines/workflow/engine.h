#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_ENGINE_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_ENGINE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/engines/workflow/messages.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/progress/event.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

struct MadeJob;

/// Options of a run. The journal stores the options, so the command `resume` does not take them.
struct RunOptions {
  /// The properties of -D and --config in one map. A property of -D overrides a property of
  /// --config. References such as ${other} are not expanded yet.
  Properties properties;
  bool local = false;
  unsigned parallel = 0;  ///< the maximum number of local processes at a time; 0 means the number
                          ///< of cores
  std::string site_path;
  std::string callback_listen;  ///< HOST:PORT at which the engine listens for callbacks, or ""
  std::string callback_url;     ///< the base of callback URLs, instead of http://HOST:PORT
  /// The value of --park in seconds; nullopt if the job is never parked.
  std::optional<std::int64_t> park_after_s;
  /// The program's path for the journal; "" means the path of this process's program.
  std::string program_path;
  std::string id;    ///< id of the job to make or of an existing job; "" means a new id
  std::string name;  ///< the name of a coordinator in its bundle
  std::string part;  ///< the part of the program that the job uses; see JobFacts::part
  bool dry_run = false;
};

/// Receives progress events and ticks. All functions are called on the loop's thread.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void OnEvent(const ProgressEvent& event) = 0;
  /// The engine calls this function within a tenth of a second after an event, and after each pause
  /// that NextTick() returns.
  virtual void OnTick(std::int64_t now_ms) = 0;
  /// Returns the milliseconds until the next OnTick() if no event comes earlier. Returns nullopt if
  /// the sink needs no OnTick() without an event.
  virtual std::optional<std::int64_t> NextTick() const { return std::nullopt; }
  /// The engine calls this function at the end if the job had notifications. `waiting` is the
  /// number of notifications that must still be sent. `given_up` is the number of notifications
  /// that will not be sent.
  virtual void OnUndelivered(std::int64_t /*waiting*/, std::int64_t /*given_up*/) {}
  /// The engine calls this function at the end if a signal ended the engine and left the job
  /// RUNNING.
  virtual void OnDetached(int /*signal*/) {}
  /// The engine calls this function at the end if the job is parked. The job's row holds the waits.
  virtual void OnParked() {}
};

/// Checks whether the program can run, before the job is made. Returns one line for each reason why
/// the program cannot run.
std::vector<std::string> CheckProgram(const hpdl_program& program, const RunOptions& options);

/// Returns an error if a property has the wrong type or range. Checks the settings of a site
/// (runtime/world/site) that the job overrides, and the properties of notifications.
Result<void> CheckSettings(const hpdl_program& program, const Properties& properties);

/// The error code of CheckResourceManagers().
inline constexpr const char* kWantsLocal = "E0902";
/// Must be called only without --local. Returns the error kWantsLocal if the resource manager of an
/// action is `local`, as in a job.properties for one machine. The engine could only suspend the job
/// at that action, because `local` is not a cluster. Checks only values that are known before the
/// start.
Result<void> CheckResourceManagers(const hpdl_program& program, const Properties& properties);

/// Makes a new job in state PREP (CREATED in HWS) and returns its id. Takes properties from -D,
/// configuration files, config-default and <parameters>, in this order of importance, and expands
/// ${other}. If parameters are missing, returns an error that names all of them. `kept` receives
/// the lease and the journal for Execute() if `kept` is not null. If `options.dry_run` is true,
/// only checks the job and returns "".
Result<std::string> Submit(const hpdl_program& program, StateDirectory& state,
                           const RunOptions& options, MadeJob* kept = nullptr);

struct RerunOptions {
  RunOptions run;  ///< options of the new run; the properties override the last run's properties
  bool failed = false;  ///< true if the rerun skips the nodes that ended OK
  std::vector<std::string> skip;
};
/// Makes the next run (run number + 1) of a job that has ended, in state PREP. Returns an error if
/// a node to skip did not complete in the last run.
Result<void> PrepareRerun(const hpdl_program& program, StateDirectory& state, const std::string& id,
                          const RerunOptions& options);

/// Options of Execute(): the shortest wait for which the job is parked, the reason for the start of
/// the engine, and a job that this process has just made.
struct EngineOptions {
  /// Parks the job when only waits are left and no wait is known to end within this time. The
  /// process then ends. If nullopt, the job is not parked.
  std::optional<std::int64_t> park_after_ms;
  /// True if the engine was started because a wait is over, not by a person. The engine then first
  /// waits until no other process has the job's lease. It continues the job only if the job is
  /// RUNNING, or has ended and is parked.
  bool woken = false;
  /// The job that this process has just made, or null. Execute() takes over the lease and the
  /// journal if `made` has them.
  MadeJob* made = nullptr;
};

/// Runs a job until it ends or is suspended. The job is new (PREP), or was suspended, or its
/// process died. Takes the job's lease. SIGINT suspends the job. SIGTERM, SIGHUP and parking end
/// the engine and leave the job RUNNING. Returns the state of the job.
Result<JobState> Execute(const hpdl_program& program, StateDirectory& state, const std::string& id,
                         ProgressSink* sink, const EngineOptions& options = {});

/// Sends the notifications that wait in a job's journal. Stops after the time limit that also
/// applies to notifications at the end of a run. Does nothing if a process runs the job, because
/// that process sends them.
void SendNotifications(const hpdl_program& program, StateDirectory& state, const std::string& id);

/// Requests from another process, for one job. The id of a sub-workflow job selects that job and
/// the jobs below it. If an engine runs the job, these functions post the request to the engine
/// (messages.h) and wait for the answer. Otherwise they change the journal. "E0725", "E0727",
/// "E1100" and "E0717" mean that the state of the job does not allow the request. "E0606" means
/// that no answer came and the request was withdrawn.
Result<void> RequestSuspend(StateDirectory& state, const std::string& id);
Result<void> RequestKill(StateDirectory& state, const std::string& id);
Result<void> RequestRetry(StateDirectory& state, const std::string& id, const std::string& node);
/// Resumes a suspended job. Returns true if an engine runs the job and has resumed it. Returns
/// false if no engine runs the job; the caller must then call Execute() for the root job. If no
/// engine runs the job, the function resumes a sub-workflow job in the journal. It does not resume
/// the root job, because Execute() does that. If `only_asks` is true and no engine runs the job,
/// nothing is changed.
Result<bool> RequestResume(StateDirectory& state, const std::string& id, bool only_asks = false);

/// Posts a callback that this process received for an action of a job. An engine need not run now.
/// The callback is durable when the function returns. The current or the next engine of the job
/// handles the callback and its token as if its own port had received them. Returns "E0604" if
/// there is no job with this id.
Result<void> PostCallback(StateDirectory& state, const CallbackMessage& message);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_ENGINE_H_
