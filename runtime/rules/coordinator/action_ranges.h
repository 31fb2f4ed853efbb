#ifndef HPDL_RUNTIME_RULES_COORDINATOR_ACTION_RANGES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_ACTION_RANGES_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"

/// Reads the texts in which users name actions of a coordinator.
namespace hpdl::rt {

/// Ranges of action numbers, or of nominal times in seconds since 1970. Both ends belong to a
/// range.
using ActionRanges = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// Reads action numbers such as `1,3-5`. Fails with E0302 if the text does not have this form, or
/// if a range starts after its end.
Result<ActionRanges> ReadActionNumbers(std::string_view text);
/// Reads nominal times such as `2024-01-01T00:00Z,2024-02-01T00:00Z::2024-02-03T00:00Z`. Fails with
/// E0302 if a single time is malformed. Fails with E0308 if a time in a range is malformed, or if a
/// range starts after its end.
Result<ActionRanges> ReadActionDates(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_ACTION_RANGES_H_
