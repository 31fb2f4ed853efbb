#ifndef HPDL_RUNTIME_RULES_COORDINATOR_JOB_STATES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_JOB_STATES_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace hpdl::rt {

/// The states of a coordinator. Oozie shows the three ..WithError of a job that goes on as if they
/// had none, unless it is set otherwise (ShownState).
enum class CoordinatorState : std::uint8_t {
  kPrep,
  kPrepSuspended,
  kPrepPaused,
  kRunning,
  kRunningWithError,
  kSuspended,
  kSuspendedWithError,
  kPaused,
  kPausedWithError,
  kSucceeded,
  kDoneWithError,
  kKilled,
  kFailed,
  kIgnored,
};

/// As Oozie writes it: `PREP`, `RUNNINGWITHERROR`.
std::string_view WordOf(CoordinatorState state);

/// What users see if states with error are off, as they are by default: RUNNING, SUSPENDED and
/// PAUSED for those with error. DONEWITHERROR stays.
CoordinatorState ShownState(CoordinatorState state);

/// What happens to a coordinator, but for the ends of its actions (StateOfActions).
enum class CoordinatorEvent : std::uint8_t {
  kMaterialised,      ///< a pass of materialisation, also without an action
  kFailed,            ///< an error in a pass
  kSuspend,           ///< asked for
  kResume,            ///< asked for
  kPause,             ///< the pause time has come
  kUnpause,           ///< the pause time was taken away or is later now
  kKill,              ///< asked for
  kIgnore,            ///< asked for; of a job with nothing pending
  kRun,               ///< status=RUNNING
  kLaterEnd,          ///< the end time was moved on
  kEndNotAfterStart,  ///< the end time was moved to the start or before it
  kRerun,             ///< actions of it run again
};

/// The state after an event; nothing if it changes nothing. What is asked for and not possible is
/// not refused by that: Oozie answers as if it had been done.
std::optional<CoordinatorState> StateAfter(CoordinatorState state, CoordinatorEvent event);

/// How many actions of a coordinator are in which state; ignored ones count nowhere.
struct ActionCounts {
  std::int64_t succeeded = 0, skipped = 0;
  std::int64_t failed = 0, killed = 0, timed_out = 0;
  std::int64_t suspended = 0;
  std::int64_t open = 0;  ///< waiting, ready, submitted, running
};

/// The state of a coordinator by those of its actions. `all_made`: no more are to be made.
/// `pending`: a command on an action is not done yet. A state that is not started, or over while
/// actions are open, stays.
CoordinatorState StateOfActions(CoordinatorState state, const ActionCounts& counts, bool all_made,
                                bool pending);

/// Whether nothing changes the state by itself any more.
bool IsFinished(CoordinatorState state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_JOB_STATES_H_
