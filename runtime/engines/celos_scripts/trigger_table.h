#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_TRIGGER_TABLE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_TRIGGER_TABLE_H_

#include <cstddef>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// How deep triggers may be in one another.
inline constexpr std::size_t kMostTriggerDepth = 200;

/// The triggers that one file has made, which its scripts know by numbers.
class TriggerTable {
 public:
  /// Null for numbers that no trigger has.
  TriggerPtr At(int number) const;
  /// An error: it has more parts than kMostTriggerParts, or is too deep.
  Result<int> Add(Trigger trigger, const std::vector<int>& parts);

 private:
  struct Entry {
    TriggerPtr trigger;
    std::size_t parts = 1;  ///< each counted as often as it is asked
    std::size_t depth = 1;
  };
  std::vector<Entry> entries_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_TRIGGER_TABLE_H_
