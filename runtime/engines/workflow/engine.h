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

/// Options of a run. They are recorded with the job: `resume` needs none of them.
struct RunOptions {
  Properties properties;  ///< -D over --config, most important already on top; not yet expanded
  bool local = false;
  unsigned parallel = 0;  ///< 0: number of cores
  std::string site_path;
  std::string callback_listen;               ///< HOST:PORT; empty: nothing listens for callbacks
  std::string callback_url;                  ///< what others are told instead of http://HOST:PORT
  std::optional<std::int64_t> park_after_s;  ///< --park; none: the process stays
  std::string program_path;                  ///< where the program is kept; "": where it is now
  std::string id;                            ///< of the job to make or to find; "": a new one
  std::string name;                          ///< of a coordinator, as its bundle calls it
  std::string part;                          ///< JobFacts::part
  bool dry_run = false;
};

/// Gets events and looks at the clock; called on the loop.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void OnEvent(const ProgressEvent& event) = 0;
  /// Within a tenth of a second of an event, and after each pause that NextTick() asks for.
  virtual void OnTick(std::int64_t now_ms) = 0;
  /// Milliseconds after which it wants to look at the clock again, whether or not anything has
  /// happened by then; none: it does not.
  virtual std::optional<std::int64_t> NextTick() const { return std::nullopt; }
  /// At the end, if there were notifications: how many are still to be sent, and how many were
  /// given up.
  virtual void OnUndelivered(std::int64_t /*waiting*/, std::int64_t /*given_up*/) {}
  /// At the end, if a signal has ended the engine and left the job RUNNING.
  virtual void OnDetached(int /*signal*/) {}
  /// At the end, if the job is parked; its row says what it waits for.
  virtual void OnParked() {}
};

/// Refusals before anything has happened: what is missing or cannot run, one line each.
std::vector<std::string> CheckProgram(const hpdl_program& program, const RunOptions& options);

/// Refuses properties of a job that are settings of a site (runtime/world/site) or are used by
/// retry-max, retry-interval or retry-policy, and have the wrong type or range.
Result<void> CheckSettings(const hpdl_program& program, const Properties& properties);

/// The code of the error of CheckResourceManagers().
inline constexpr const char* kWantsLocal = "E0902";
/// Without --local: refuses actions whose resource manager is `local`, as in a job.properties for
/// one machine. That is no cluster, and such an action could only be suspended when its turn comes.
/// Looks at what can be known before the start; kError with the code kWantsLocal.
Result<void> CheckResourceManagers(const hpdl_program& program, const Properties& properties);

/// Makes a new job in state PREP/CREATED and returns its id. Resolves the properties: -D, configs,
/// config-default, <parameters>; expands ${other}; refuses missing parameters, all named. `kept` as
/// in make_job.h: for Execute() in this process.
Result<std::string> Submit(const hpdl_program& program, StateDirectory& state,
                           const RunOptions& options, MadeJob* kept = nullptr);

struct RerunOptions {
  RunOptions run;       ///< properties given now override those of the last run
  bool failed = false;  ///< skip what ended OK
  std::vector<std::string> skip;
};
/// Makes run number + 1 of an ended job, state PREP. The skipped nodes must have completed.
Result<void> PrepareRerun(const hpdl_program& program, StateDirectory& state, const std::string& id,
                          const RerunOptions& options);

/// How an engine treats waits that last.
struct EngineOptions {
  /// Parks the job: the process ends when only waits are left of which none is known to end within
  /// this time.
  std::optional<std::int64_t> park_after_ms;
  /// It goes on because a wait is over, not because a person wants it: only if the job is RUNNING,
  /// or has ended and is parked, and once no other process has it; else nothing is changed.
  bool woken = false;
  /// The job, if this process has made it and kept its journal, which is taken then.
  MadeJob* made = nullptr;
};

/// Runs a job from PREP, or goes on with one that was suspended or whose process died, until it
/// ends or is suspended. Takes the job's lock. SIGINT suspends it; SIGTERM and SIGHUP end the
/// engine and leave the job RUNNING, and so does parking. Returns the state it left it in.
Result<JobState> Execute(const hpdl_program& program, StateDirectory& state, const std::string& id,
                         ProgressSink* sink, const EngineOptions& options = {});

/// Sends the notifications that are waiting in a job's journal, in the time that the end of a run
/// has for them. Does nothing if a process runs the job: that sends them.
void SendNotifications(const hpdl_program& program, StateDirectory& state, const std::string& id);

/// Requests from another terminal, for one job: the id of a sub-workflow job means that job and
/// those below it. A live engine is handed the request (messages.h) and the call waits for its
/// answer; without one the call acts on the journal. An error is the reason why not: it came too
/// late, or the job is not in a state for it ("E0725", "E0727", "E1100", "E0717"), or "E0606": no
/// answer, and the request is withdrawn.
Result<void> RequestSuspend(StateDirectory& state, const std::string& id);
Result<void> RequestKill(StateDirectory& state, const std::string& id);
Result<void> RequestRetry(StateDirectory& state, const std::string& id, const std::string& node);
/// Lifts the suspension of a job. False: no engine is there to go on with it; Execute() its root
/// job, which lifts that one's own suspension. With `only_asks` nothing is changed then.
Result<bool> RequestResume(StateDirectory& state, const std::string& id, bool only_asks = false);

/// A callback for an action of a job, taken by somebody else than its engine, whether or not there
/// is one now. It is durable when this returns. The engine, or the next one, judges it as if it had
/// come to its own port, by its token too. "E0604": no such job.
Result<void> PostCallback(StateDirectory& state, const CallbackMessage& message);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_ENGINE_H_
