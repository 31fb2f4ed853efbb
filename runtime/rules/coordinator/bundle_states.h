#ifndef HPDL_RUNTIME_RULES_COORDINATOR_BUNDLE_STATES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_BUNDLE_STATES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/rules/coordinator/job_states.h"

/// A bundle has the same states as a coordinator, except IGNORED.
namespace hpdl::rt {

/// The events that can change the state of a bundle. Changes of the bundle's coordinators are not
/// events: StateOfBundled() handles them.
enum class BundleEvent : std::uint8_t {
  kStart,     ///< the kick-off time has come, or a user starts the bundle earlier
  kNothing,   ///< no coordinator of the bundle is enabled
  kSuspend,   ///< a user's request
  kResume,    ///< a user's request
  kPause,     ///< the pause time has come
  kUnpause,   ///< the pause time was removed or moved to a later time
  kKill,      ///< a user's request
  kLaterEnd,  ///< the end time was changed
  kRerun,     ///< actions of the bundle's coordinators run again
};

/// Returns the state after an event; nullopt if the event does not change the state. It is not an
/// error if a request does not change the state.
std::optional<CoordinatorState> BundleStateAfter(CoordinatorState state, BundleEvent event);

/// The facts about a bundle's coordinators that decide the state of the bundle.
struct BundledStates {
  std::vector<CoordinatorState> states;
  bool pending = false;    ///< a command on one of the coordinators is not done yet
  bool suspended = false;  ///< a user has suspended the bundle itself
  bool pause = false;      ///< the bundle has a pause time
};

/// Returns the state of a bundle that follows from the states of its coordinators. Ignored
/// coordinators have no influence. The function tries its rules in order, and the first rule that
/// matches gives the result. If no rule matches, the state does not change.
CoordinatorState StateOfBundled(CoordinatorState state, const BundledStates& bundled);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_BUNDLE_STATES_H_
