#include "runtime/rules/coordinator/job_states.h"

namespace hpdl::rt {
namespace {

using State = CoordinatorState;
using Event = CoordinatorEvent;

std::optional<State> AfterSuspend(State state) {
  switch (state) {
    case State::kPrep:
    case State::kPrepPaused:
      return State::kPrepSuspended;
    case State::kRunning:
    case State::kPaused:
      return State::kSuspended;
    case State::kRunningWithError:
    case State::kPausedWithError:
      return State::kSuspendedWithError;
    default:
      return std::nullopt;
  }
}

std::optional<State> AfterResume(State state) {
  switch (state) {
    case State::kPrepSuspended:
      return State::kPrep;
    case State::kSuspended:
      return State::kRunning;
    case State::kSuspendedWithError:
      return State::kRunningWithError;
    default:
      return std::nullopt;
  }
}

std::optional<State> AfterPause(State state) {
  switch (state) {
    case State::kPrep:
      return State::kPrepPaused;
    case State::kRunning:
      return State::kPaused;
    case State::kRunningWithError:
      return State::kPausedWithError;
    default:
      return std::nullopt;
  }
}

std::optional<State> AfterUnpause(State state) {
  switch (state) {
    case State::kPrepPaused:
      return State::kPrep;
    case State::kPaused:
      return State::kRunning;
    case State::kPausedWithError:
      return State::kRunningWithError;
    default:
      return std::nullopt;
  }
}

std::optional<State> AfterRerun(State state) {
  switch (state) {
    case State::kPrep:
    case State::kPrepSuspended:  // before the start the coordinator has no actions
    case State::kPrepPaused:
    case State::kIgnored:
    case State::kPausedWithError:  // the coordinator stays paused
    case State::kPaused:
    case State::kRunning:
    case State::kRunningWithError:
      return std::nullopt;
    case State::kSucceeded:
    case State::kSuspended:
      return State::kRunning;
    default:
      return State::kRunningWithError;
  }
}

/// Returns `state` if `holds` is true, else nullopt.
std::optional<State> If(bool holds, State state) {
  return holds ? std::optional(state) : std::nullopt;
}

/// Returns the state of a coordinator that makes no more actions and has no unfinished actions.
State EndState(State state, const ActionCounts& counts, bool all_made) {
  const std::int64_t good = counts.succeeded + counts.skipped;
  const std::int64_t bad = counts.failed + counts.killed + counts.timed_out;
  const bool failed_first = state == State::kFailed && good + bad == 0;
  if (state == State::kKilled || failed_first) {
    return state;
  }
  if (bad == 0 && all_made) {
    return State::kSucceeded;
  }
  if (good == 0 && counts.killed == bad && bad > 0) {
    return State::kKilled;
  }
  if (good == 0 && counts.failed == bad && bad > 0) {
    return State::kFailed;
  }
  return State::kDoneWithError;
}

}  // namespace

std::string_view WordOf(CoordinatorState state) {
  constexpr std::string_view kWords[] = {"PREP",
                                         "PREPSUSPENDED",
                                         "PREPPAUSED",
                                         "RUNNING",
                                         "RUNNINGWITHERROR",
                                         "SUSPENDED",
                                         "SUSPENDEDWITHERROR",
                                         "PAUSED",
                                         "PAUSEDWITHERROR",
                                         "SUCCEEDED",
                                         "DONEWITHERROR",
                                         "KILLED",
                                         "FAILED",
                                         "IGNORED"};
  return kWords[static_cast<std::size_t>(state)];
}

CoordinatorState ShownState(CoordinatorState state) {
  switch (state) {
    case State::kRunningWithError:
      return State::kRunning;
    case State::kSuspendedWithError:
      return State::kSuspended;
    case State::kPausedWithError:
      return State::kPaused;
    default:
      return state;
  }
}

bool IsFinished(CoordinatorState state) {
  return state == State::kSucceeded || state == State::kDoneWithError || state == State::kKilled ||
         state == State::kFailed || state == State::kIgnored;
}

std::optional<CoordinatorState> StateAfter(CoordinatorState state, CoordinatorEvent event) {
  switch (event) {
    case Event::kMaterialised:
      return If(state == State::kPrep, State::kRunning);
    case Event::kFailed:
      return If(state != State::kFailed, State::kFailed);
    case Event::kSuspend:
      return AfterSuspend(state);
    case Event::kResume:
      return AfterResume(state);
    case Event::kPause:
      return AfterPause(state);
    case Event::kUnpause:
      return AfterUnpause(state);
    case Event::kKill:
      return If(!IsFinished(state), State::kKilled);
    case Event::kIgnore:
      return If(state == State::kKilled || state == State::kFailed, State::kIgnored);
    case Event::kRun:
      return If(state == State::kKilled || state == State::kFailed || state == State::kIgnored,
                State::kRunning);
    case Event::kLaterEnd:
      return state == State::kSucceeded
                 ? std::optional(State::kRunning)
                 : If(state == State::kDoneWithError || state == State::kFailed,
                      State::kRunningWithError);
    case Event::kEndNotAfterStart:
      return If(state == State::kPrep || state == State::kRunning, State::kSucceeded);
    case Event::kRerun:
      return AfterRerun(state);
  }
  return std::nullopt;
}

CoordinatorState StateOfActions(CoordinatorState state, const ActionCounts& counts, bool all_made,
                                bool pending) {
  const bool with_error = counts.failed + counts.killed + counts.timed_out > 0;
  if (state == State::kIgnored) {
    return state;
  }
  const bool over = all_made || state == State::kFailed || state == State::kKilled;
  if (over && counts.open == 0 && counts.suspended == 0) {
    return EndState(state, counts, all_made);
  }
  switch (state) {
    case State::kPaused:
    case State::kPausedWithError:
      return with_error ? State::kPausedWithError : State::kPaused;
    case State::kSuspended:
    case State::kSuspendedWithError:
      return with_error ? State::kSuspendedWithError : State::kSuspended;
    case State::kRunning:
    case State::kRunningWithError:
      if (all_made && !pending && counts.suspended > 0 && counts.open == 0) {
        return with_error ? State::kSuspendedWithError : State::kSuspended;
      }
      return with_error ? State::kRunningWithError : State::kRunning;
    default:
      return state;
  }
}

}  // namespace hpdl::rt
