#ifndef HPDL_COMPILER_CELOS_NEEDS_H_
#define HPDL_COMPILER_CELOS_NEEDS_H_

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "runtime/rules/celos/definition.h"

namespace hpdl::celos {

/// A slot of `workflow` for which a slot of another workflow waits. `offset` is the time from the
/// waiting slot to this slot in seconds.
struct SlotNeed {
  std::string workflow;
  std::int64_t offset = 0;

  auto operator<=>(const SlotNeed&) const = default;
};

/// The conditions that must hold before a slot can be submitted.
struct Needs {
  std::set<SlotNeed> slots;  ///< slots that must have succeeded
  std::int64_t delay = 0;    ///< the number of seconds that must have passed since the slot's time
};

/// Returns the needs of a trigger. An `or` has only the needs that all its parts have. A negated
/// part has no needs.
Needs NeedsOf(const rt::celos::Trigger& trigger);

/// Returns the circles of workflows whose slots wait for each other. Each circle lists the ids in
/// order, beginning and ending with the smallest id. Each workflow is in at most one circle.
///
/// The slots of a circle wait forever if the circle leads back to the same slot or to a later slot.
/// Circles that lead to an earlier slot are left out, because a workflow may, for example, wait for
/// its own slot of the hour before.
std::vector<std::vector<std::string>> CirclesOf(const rt::celos::Configuration& configuration);

/// A part of a trigger that depends on another workflow or a file. `offset`, `any` and `negated`
/// describe the triggers around this part.
struct Wait {
  const rt::celos::Trigger* trigger = nullptr;  ///< a success trigger or an HDFS check
  std::int64_t offset = 0;                      ///< the offset of the part in seconds
  bool any = false;                             ///< true below an `or`
  bool negated = false;                         ///< true below a `not`
};
std::vector<Wait> WaitsOf(const rt::celos::Trigger& trigger);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_NEEDS_H_
