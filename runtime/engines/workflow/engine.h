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

/// Options of a run. The journal keeps them, so `resume` does not take them again.
struct RunOptions {
  /// Properties of -D and --config in one map; -D wins. References such as ${other} are not
  /// expanded yet.
  Properties properties;
  bool local = false;
  unsigned parallel = 0;  ///< the most local processes at a time; 0: the number of cores
  std::string site_path;
  std::string callback_listen;  ///< HOST:PORT to listen at for callbacks; "": nothing listens
  std::string callback_url;     ///< the base of callback URLs, instead of http://HOST:PORT
  std::optional<std::int64_t> park_after_s;  ///< --park; nullopt: the process stays
  /// The program's path for the journal; "": the path of this process's program.
  std::string program_path;
  std::string id;    ///< id of the job to make, or of a job that is there already; "": a new id
  std::string name;  ///< name of a coordinator in its bundle
  std::string part;  ///< see JobFacts::part
  bool dry_run = false;
};

/// Receives progress events and looks at the clock. All functions are called on the loop's thread.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void OnEvent(const ProgressEvent& event) = 0;
  /// Called within a tenth of a second after an event, and after each pause that NextTick() asks
  /// for.
  virtual void OnTick(std::int64_t now_ms) = 0;
  /// Returns the milliseconds until the sink needs its next OnTick(), even if no event comes
  /// before; nullopt: the sink needs no OnTick() without an event.
  virtual std::optional<std::int64_t> NextTick() const { return std::nullopt; }
  /// Called at the end if the job had notifications, with the number that still waits to be sent
  /// and the number that was given up.
  virtual void OnUndelivered(std::int64_t /*waiting*/, std::int64_t /*given_up*/) {}
  /// Called at the end if a signal ended the engine and left the job RUNNING.
  virtual void OnDetached(int /*signal*/) {}
  /// Called at the end if the job is parked. The job's row says what the job waits for.
  virtual void OnParked() {}
};

/// Checks, before anything is done, if the program can run. Returns one line for each thing that is
/// missing or cannot run.
std::vector<std::string> CheckProgram(const hpdl_program& program, const RunOptions& options);

/// Refuses properties of the wrong type or range: settings of a site (runtime/world/site) that the
/// job sets, and properties that retry-max, retry-interval or retry-policy use.
Result<void> CheckSettings(const hpdl_program& program, const Properties& properties);

/// The error code of CheckResourceManagers().
inline constexpr const char* kWantsLocal = "E0902";
/// Called without --local: refuses actions whose resource manager is `local`, as a job.properties
/// for one machine has it. `local` is no cluster, so the engine could only suspend the job when it
/// comes to the action. Looks only at values that are known before the start. Errors: kError with
/// the code kWantsLocal.
Result<void> CheckResourceManagers(const hpdl_program& program, const Properties& properties);

/// Makes a new job in state PREP (CREATED in HWS) and returns its id. Takes properties from -D,
/// configuration files, config-default and <parameters>, in this order of importance, and expands
/// ${other}. Refuses a job with missing parameters; the error names all of them. `kept`: as in
/// MakeJob() of make_job.h, for a call of Execute() in this process. With `options.dry_run` it only
/// checks, and returns "".
Result<std::string> Submit(const hpdl_program& program, StateDirectory& state,
                           const RunOptions& options, MadeJob* kept = nullptr);

struct RerunOptions {
  RunOptions run;       ///< its properties override those of the last run
  bool failed = false;  ///< skips the nodes that ended OK
  std::vector<std::string> skip;
};
/// Makes the next run (run number + 1) of a job that has ended, in state PREP. Refuses to skip a
/// node that did not complete in the last run.
Result<void> PrepareRerun(const hpdl_program& program, StateDirectory& state, const std::string& id,
                          const RerunOptions& options);

/// Options of Execute(): when to park, why the engine was started, and a job that was made just
/// before.
struct EngineOptions {
  /// Parks the job when only waits are left and none of them is known to end within this time. The
  /// process then ends. nullopt: never parks.
  std::optional<std::int64_t> park_after_ms;
  /// The engine was started because a wait is over, not because a person wants the job to go on. It
  /// first waits until no other process has the job. Then it goes on only if the job is RUNNING, or
  /// has ended and is parked; otherwise it changes nothing.
  bool woken = false;
  /// The job that this process has just made, or null. Execute() takes over its lease and its
  /// journal, if they were kept.
  MadeJob* made = nullptr;
};

/// Runs a job from PREP, or goes on with a job that was suspended or whose process died, until the
/// job ends or is suspended. Takes the job's lease. SIGINT suspends the job. SIGTERM, SIGHUP and
/// parking end the engine and leave the job RUNNING. Returns the state in which it left the job.
Result<JobState> Execute(const hpdl_program& program, StateDirectory& state, const std::string& id,
                         ProgressSink* sink, const EngineOptions& options = {});

/// Sends the notifications that wait in a job's journal, for no longer than a run waits for them at
/// its end. Does nothing if a process runs the job, because that process sends them.
void SendNotifications(const hpdl_program& program, StateDirectory& state, const std::string& id);

/// Requests from another terminal, for one job. The id of a sub-workflow job means that job and the
/// jobs below it. If an engine runs the job, the call posts the request to the engine (messages.h)
/// and waits for the answer. If no engine runs the job, the call acts on the journal. An error says
/// why the request is refused: it came too late, or the job is not in a state for it ("E0725",
/// "E0727", "E1100", "E0717"). "E0606": no answer came, and the request is withdrawn.
Result<void> RequestSuspend(StateDirectory& state, const std::string& id);
Result<void> RequestKill(StateDirectory& state, const std::string& id);
Result<void> RequestRetry(StateDirectory& state, const std::string& id, const std::string& node);
/// Lifts the suspension of a job. Returns false if no engine runs the job. Then the caller must
/// call Execute() for the root job, and Execute() lifts the root job's own suspension. With
/// `only_asks` a call that returns false changes nothing.
Result<bool> RequestResume(StateDirectory& state, const std::string& id, bool only_asks = false);

/// Posts a callback that this process received for an action of a job. No engine need run now. The
/// callback is durable when this returns. The engine of the job, or the next one, judges the
/// callback and its token as if the callback had come to the engine's own port. Errors: "E0604" if
/// there is no job with this id.
Result<void> PostCallback(StateDirectory& state, const CallbackMessage& message);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_ENGINE_H_
