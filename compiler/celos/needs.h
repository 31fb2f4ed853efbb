#ifndef HPDL_COMPILER_CELOS_NEEDS_H_
#define HPDL_COMPILER_CELOS_NEEDS_H_

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "runtime/rules/celos/definition.h"

namespace hpdl::celos {

/// A slot of another workflow, so many seconds later than one's own.
struct SlotNeed {
  std::string workflow;
  std::int64_t offset = 0;

  auto operator<=>(const SlotNeed&) const = default;
};

/// What a slot cannot go on without.
struct Needs {
  std::set<SlotNeed> slots;  ///< that have succeeded
  std::int64_t delay = 0;    ///< that so many seconds have passed since its time
};

/// Of an `or` only what all of its parts need; of what is negated nothing.
Needs NeedsOf(const rt::celos::Trigger& trigger);

/// Slots that wait for each other: ids from one to the next, the first one again at the end; the
/// first is the least. Each workflow is in one circle at most.
///
/// A circle that leads to an earlier slot is none, as of a workflow that waits for its own slot of
/// the hour before; one that leads to a later slot never ends either.
std::vector<std::vector<std::string>> CirclesOf(const rt::celos::Configuration& configuration);

/// A part of a trigger that looks at something else, and how it stands in the trigger.
struct Wait {
  const rt::celos::Trigger* trigger = nullptr;  ///< a success or an HDFS check
  std::int64_t offset = 0;                      ///< seconds
  bool any = false;                             ///< below an `or`
  bool negated = false;                         ///< below a `not`
};
std::vector<Wait> WaitsOf(const rt::celos::Trigger& trigger);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_NEEDS_H_
