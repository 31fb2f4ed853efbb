#ifndef HPDL_RUNTIME_RULES_COORDINATOR_BUNDLE_STATES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_BUNDLE_STATES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/rules/coordinator/job_states.h"

/// The states of a bundle: those of a coordinator but for IGNORED.
namespace hpdl::rt {

/// What happens to a bundle, but for changes of its coordinators (StateOfBundled).
enum class BundleEvent : std::uint8_t {
  kStart,     ///< the kick-off, or somebody wants it before
  kNothing,   ///< it has no coordinator that is enabled
  kSuspend,   ///< asked for
  kResume,    ///< asked for
  kPause,     ///< the pause time has come
  kUnpause,   ///< the pause time was taken away or is later now
  kKill,      ///< asked for
  kLaterEnd,  ///< the end time was changed
  kRerun,     ///< actions of its coordinators run again
};

/// The state after an event; nothing if it changes nothing, which is no refusal.
std::optional<CoordinatorState> BundleStateAfter(CoordinatorState state, BundleEvent event);

/// What is known of a bundle's coordinators.
struct BundledStates {
  std::vector<CoordinatorState> states;
  bool pending = false;    ///< a command on one of them is not done yet
  bool suspended = false;  ///< somebody has the bundle itself suspended
  bool pause = false;      ///< it has a pause time
};

/// The state of a bundle by those of its coordinators; ignored ones count nowhere. The first row of
/// the table that fits decides, and if none does it stays.
CoordinatorState StateOfBundled(CoordinatorState state, const BundledStates& bundled);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_BUNDLE_STATES_H_
