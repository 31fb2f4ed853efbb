#ifndef HPDL_RUNTIME_RULES_COORDINATOR_MATERIALISATION_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_MATERIALISATION_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/rules/coordinator/execution_order.h"
#include "runtime/rules/coordinator/job_states.h"
#include "runtime/rules/coordinator/nominal_times.h"

/// Which actions of a coordinator are made when. A pass is a pure function of what is known.
namespace hpdl::rt {

/// No pass makes more; the next one goes on.
inline constexpr std::size_t kMostActionsOfAPass = 10'000;

/// Seconds.
struct MaterialisationSettings {
  std::int64_t look_ahead = 300;  ///< of CoordMaterializeTriggerService, lookup.interval
  std::int64_t window = 3600;     ///< materialization.window
};

/// What a pass has to know of its coordinator.
struct MaterialisationFacts {
  CoordinatorState state = CoordinatorState::kPrep;
  ExecutionOrder order = ExecutionOrder::kFifo;
  std::int64_t throttle = 12;
  std::int64_t waiting = 0;  ///< actions that are WAITING
  std::optional<std::int64_t> pause;
  /// The turn of the next action; nothing before the first pass.
  std::optional<Turn> next;
};

/// What a pass comes to.
struct MaterialisationPass {
  std::vector<Turn> actions;  ///< to be made, WAITING
  std::optional<Turn> next;   ///< nothing: it never comes
  bool all_made = false;      ///< the next one would not be before the end
};

/// One pass. Nothing: this is not the time for one, and nothing changes. `now` is in seconds since
/// 1970.
std::optional<MaterialisationPass> Materialise(const Schedule& schedule,
                                               const MaterialisationFacts& facts, std::int64_t now,
                                               const MaterialisationSettings& settings);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_MATERIALISATION_H_
