#include "runtime/rules/celos/strategy.h"

#include <algorithm>
#include <cstdint>

namespace hpdl::rt::celos {

std::vector<std::size_t> ChooseSlots(const Strategy& strategy,
                                     const std::vector<SlotState>& slots) {
  auto places = static_cast<std::int64_t>(slots.size());
  if (const auto* serial = std::get_if<SerialStrategy>(&strategy)) {
    places = serial->concurrency - std::count_if(slots.begin(), slots.end(), [](const auto& slot) {
               return slot.status == SlotStatus::kRunning;
             });
  }
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < slots.size() && places > 0; ++i) {
    if (slots[i].status == SlotStatus::kReady) {
      chosen.push_back(i);
      --places;
    }
  }
  return chosen;
}

}  // namespace hpdl::rt::celos
