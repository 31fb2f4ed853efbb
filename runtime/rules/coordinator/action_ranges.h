#ifndef HPDL_RUNTIME_RULES_COORDINATOR_ACTION_RANGES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_ACTION_RANGES_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"

/// The texts in which people name actions of a coordinator.
namespace hpdl::rt {

/// Numbers of actions, or nominal times in seconds since 1970; both ends count.
using ActionRanges = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// `1,3-5`. E0302 for what is none.
Result<ActionRanges> ReadActionNumbers(std::string_view text);
/// `2024-01-01T00:00Z,2024-02-01T00:00Z::2024-02-03T00:00Z`. E0302 for a single time that is none,
/// E0308 for such a range.
Result<ActionRanges> ReadActionDates(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_ACTION_RANGES_H_
