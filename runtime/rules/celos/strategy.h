#ifndef HPDL_RUNTIME_RULES_CELOS_STRATEGY_H_
#define HPDL_RUNTIME_RULES_CELOS_STRATEGY_H_

#include <cstddef>
#include <vector>

#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/slot_state.h"

namespace hpdl::rt::celos {

/// Returns the indexes of the slots that are submitted now. `slots` is ordered by time, the
/// earliest first.
std::vector<std::size_t> ChooseSlots(const Strategy& strategy, const std::vector<SlotState>& slots);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_STRATEGY_H_
