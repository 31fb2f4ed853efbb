#ifndef HPDL_RUNTIME_RULES_CELOS_STRATEGY_H_
#define HPDL_RUNTIME_RULES_CELOS_STRATEGY_H_

#include <cstddef>
#include <vector>

#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/slot_state.h"

namespace hpdl::rt::celos {

/// Returns the number of READY slots that may be submitted now. The earliest of them come first.
std::size_t FreePlaces(const Strategy& strategy, const std::vector<SlotState>& slots);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_STRATEGY_H_
