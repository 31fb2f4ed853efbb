#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_TRIGGER_TABLE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_TRIGGER_TABLE_H_

#include <cstddef>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// The maximum depth of nested triggers.
inline constexpr std::size_t kMostTriggerDepth = 200;

/// The triggers of one file. Scripts refer to a trigger by its number.
class TriggerTable {
 public:
  /// Returns null if no trigger has this number.
  TriggerPtr At(int number) const;
  /// Adds a trigger and returns its number. `parts` are the numbers of the triggers that are
  /// directly nested in the trigger. Returns an error if the trigger has more than
  /// kMostTriggerParts triggers in it, or if the depth exceeds kMostTriggerDepth.
  Result<int> Add(Trigger trigger, const std::vector<int>& parts);

 private:
  struct Entry {
    TriggerPtr trigger;
    std::size_t parts = 1;  ///< number of triggers: this trigger and all nested triggers; a trigger
                            ///< that is nested twice counts twice
    std::size_t depth = 1;
  };
  std::vector<Entry> entries_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_TRIGGER_TABLE_H_
