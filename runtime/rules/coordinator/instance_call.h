#ifndef HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_CALL_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_CALL_H_

#include <optional>
#include <string_view>

#include "runtime/rules/coordinator/instances.h"

/// Reads calls such as `coord:current(-1)`. When an action is made, a function of instances writes
/// its call back in this form, with the values of the arguments.
namespace hpdl::rt {

/// The first and the last instance of a range. Both are equal if there is only one instance.
struct InstanceRange {
  InstanceBound first, last;
};

/// The reason why a text for which ReadBound() returns nullopt fails its action.
inline constexpr std::string_view kNoBound =
    "the start or the end of a range is not a single instance";

/// Reads the text of a start-instance or an end-instance. Returns nullopt if the text is not a
/// single call of a function that can be a bound. Fails with E1004 if an argument is not the
/// number, unit or time that the function needs.
Result<std::optional<InstanceBound>> ReadBound(std::string_view text);

/// True if the text contains a call that waits for data.
bool NamesDeferredCall(std::string_view text);

/// Reads a call that waits for data: coord:latest, latestRange, future or futureRange. Returns
/// nullopt if the text is not a single call of one of them. Fails with E1004 if an argument is not
/// a number.
Result<std::optional<InstanceRange>> ReadDeferredCall(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_CALL_H_
