#ifndef HPDL_RUNTIME_RULES_COORDINATOR_MATERIALISATION_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_MATERIALISATION_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/rules/coordinator/execution_order.h"
#include "runtime/rules/coordinator/job_states.h"
#include "runtime/rules/coordinator/nominal_times.h"

/// Decides which actions of a coordinator are made, and when. Actions are made in passes: each pass
/// makes the actions up to a certain time. The function that computes a pass is pure.
namespace hpdl::rt {

/// The maximum number of actions that one pass makes. The next pass makes further actions.
inline constexpr std::size_t kMostActionsOfAPass = 10'000;

/// The settings of materialisation, in seconds.
struct MaterialisationSettings {
  std::int64_t look_ahead = 300;  ///< lookup.interval of CoordMaterializeTriggerService
  std::int64_t window = 3600;     ///< materialization.window of CoordMaterializeTriggerService
};

/// The data of a coordinator that a pass needs.
struct MaterialisationFacts {
  CoordinatorState state = CoordinatorState::kPrep;
  ExecutionOrder order = ExecutionOrder::kFifo;
  std::int64_t throttle = 12;
  std::int64_t waiting = 0;  ///< the number of WAITING actions
  std::optional<std::int64_t> pause;
  /// The number and the time of the next action; nullopt before the first pass.
  std::optional<Turn> next;
};

/// The result of a pass.
struct MaterialisationPass {
  std::vector<Turn> actions;  ///< the actions to make, in state WAITING
  std::optional<Turn> next;   ///< the next action; nullopt if there is no next action
  bool all_made = false;      ///< true if the next action is not before the end
};

/// Computes one pass of materialisation. Returns nullopt if no pass is due. `now` is in seconds
/// since 1970.
std::optional<MaterialisationPass> Materialise(const Schedule& schedule,
                                               const MaterialisationFacts& facts, std::int64_t now,
                                               const MaterialisationSettings& settings);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_MATERIALISATION_H_
