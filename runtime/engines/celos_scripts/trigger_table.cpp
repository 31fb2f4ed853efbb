#include "runtime/engines/celos_scripts/trigger_table.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace hpdl::rt::celos {

TriggerPtr TriggerTable::At(int number) const {
  const auto index = static_cast<std::size_t>(number);
  return number >= 0 && index < entries_.size() ? entries_[index].trigger : nullptr;
}

Result<int> TriggerTable::Add(Trigger trigger, const std::vector<int>& parts) {
  Entry entry;
  for (const int number : parts) {
    if (At(number) != nullptr) {
      const Entry& part = entries_[static_cast<std::size_t>(number)];
      entry.parts += part.parts;  // cannot overflow, because the number of parts is bounded
      entry.depth = std::max(entry.depth, part.depth + 1);
    } else {
      ++entry.parts;
    }
  }
  if (entry.parts > kMostTriggerParts) {
    return Error{ErrorClass::kError, "",
                 "a trigger may have at most " + std::to_string(kMostTriggerParts) +
                     " parts; a part that is used twice counts twice"};
  }
  if (entry.depth > kMostTriggerDepth) {
    return Error{ErrorClass::kError, "",
                 "triggers may be nested at most " + std::to_string(kMostTriggerDepth) + " deep"};
  }
  entry.trigger = std::make_shared<const Trigger>(std::move(trigger));
  entries_.push_back(std::move(entry));
  return static_cast<int>(entries_.size() - 1);
}

}  // namespace hpdl::rt::celos
