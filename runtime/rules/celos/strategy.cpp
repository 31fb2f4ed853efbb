#include "runtime/rules/celos/strategy.h"

#include <algorithm>
#include <cstdint>

namespace hpdl::rt::celos {

std::size_t FreePlaces(const Strategy& strategy, const std::vector<SlotState>& slots) {
  const auto* serial = std::get_if<SerialStrategy>(&strategy);
  if (serial == nullptr) {
    return slots.size();
  }
  const std::int64_t running = std::count_if(slots.begin(), slots.end(), [](const auto& slot) {
    return slot.status == SlotStatus::kRunning;
  });
  return static_cast<std::size_t>(std::max<std::int64_t>(serial->concurrency - running, 0));
}

}  // namespace hpdl::rt::celos
