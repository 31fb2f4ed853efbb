#include "runtime/engines/workflow/transitions.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace hpdl::rt {
namespace {

template <class State>
constexpr unsigned Set(std::initializer_list<State> states) {
  unsigned set = 0;
  for (const State state : states) {
    set |= 1U << static_cast<unsigned>(state);
  }
  return set;
}

template <class State>
constexpr bool In(State state, unsigned set) {
  return (set >> static_cast<unsigned>(state) & 1U) != 0;
}

using J = JobState;
constexpr unsigned kAfterJob[] = {
    /* kPrep */ Set({J::kRunning, J::kKilled, J::kFailed}),
    /* kRunning */ Set({J::kRunning, J::kSuspended, J::kSucceeded, J::kKilled, J::kFailed}),
    // If the last action of a suspended job leads to an end or kill node, the job stays suspended
    // until `resume`. So a suspended job cannot become SUCCEEDED. It becomes KILLED only by a kill
    // request, and FAILED only by a fatal error.
    /* kSuspended */ Set({J::kSuspended, J::kRunning, J::kKilled, J::kFailed}),
    /* kSucceeded */ 0,
    /* kKilled */ 0,
    /* kFailed */ 0,
};

using N = NodeState;
constexpr unsigned kEnded = Set({N::kOk, N::kError, N::kKilled, N::kFailed});
constexpr unsigned kWaits =
    Set({N::kStartRetry, N::kStartManual, N::kEndRetry, N::kEndManual, N::kUserRetry});
constexpr unsigned kAfterNode[] = {
    /* kPrep */ Set({N::kPrep, N::kRunning}) | kEnded | kWaits,
    /* kRunning */ Set({N::kRunning}) | kEnded | kWaits,
    /* kOk */ 0,
    /* kError */ 0,
    /* kKilled */ 0,
    /* kFailed */ 0,
    /* kStartRetry */ Set({N::kPrep, N::kStartManual, N::kKilled, N::kFailed}),
    // A control node waits in kStartManual at a suspension point. It then ends directly, without
    // kPrep.
    /* kStartManual */ Set({N::kPrep, N::kStartRetry, N::kOk, N::kKilled, N::kFailed}),
    /* kEndRetry */ Set({N::kPrep, N::kRunning, N::kEndManual, N::kKilled, N::kFailed}),
    /* kEndManual */ Set({N::kPrep, N::kRunning, N::kEndRetry, N::kKilled, N::kFailed}),
    /* kUserRetry */ Set({N::kPrep, N::kKilled, N::kFailed}),
};

}  // namespace

bool MayFollow(JobState from, JobState to) {
  return In(to, kAfterJob[static_cast<unsigned>(from)]);
}

bool MayFollow(NodeState from, NodeState to) {
  return In(to, kAfterNode[static_cast<unsigned>(from)]);
}

void Require(bool allowed, std::string_view what, std::string_view from, std::string_view to) {
  if (!allowed) {
    std::fprintf(stderr, "hpdl: internal error: %.*s from %.*s to %.*s\n",
                 static_cast<int>(what.size()), what.data(), static_cast<int>(from.size()),
                 from.data(), static_cast<int>(to.size()), to.data());
    std::abort();
  }
}

bool WaitsForRetry(NodeState state) {
  return In(state, kWaits);
}

bool WaitsForPerson(NodeState state) {
  return In(state, Set({N::kStartManual, N::kEndManual}));
}

bool MayHurry(NodeState state) {
  return In(state, Set({N::kStartRetry, N::kEndRetry, N::kUserRetry}));
}

bool MayBegin(NodeState state) {
  return In(state, Set({N::kPrep, N::kOk, N::kFailed, N::kKilled, N::kStartManual}));
}

void DropStatusOfRunning(NodeRow* row) {
  for (const std::string_view status : {"PREP", "RUNNING", "SUSPENDED"}) {
    if (row->external_status == status) {
      row->external_status.clear();
      return;
    }
  }
}

}  // namespace hpdl::rt
