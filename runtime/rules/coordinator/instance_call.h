#ifndef HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_CALL_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_CALL_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/rules/coordinator/instances.h"

namespace hpdl::rt {

/// Returns the kind of bound that a function such as `coord:current` makes in a range of instances;
/// nullopt if the function cannot be a bound.
std::optional<InstanceBound::Kind> KindOfInstance(std::string_view function);

/// Converts a call of a function to a bound of the kind `kind`. `arguments` has the values of all
/// arguments of the call. Fails with E1004 if a value is not the number, unit or time that the
/// function needs.
Result<InstanceBound> BoundOfCall(InstanceBound::Kind kind, std::span<const std::string> arguments);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_CALL_H_
