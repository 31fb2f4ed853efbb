#ifndef HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_CALL_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_CALL_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/rules/coordinator/instances.h"

namespace hpdl::rt {

/// What a function of instances is as an end of a range, by its name (`coord:current`). Nothing: it
/// is none that may be one.
std::optional<InstanceBound::Kind> KindOfInstance(std::string_view function);

/// The same with the values of its arguments, which are as many as it has. E1004 if one of them is
/// no number, unit or time.
Result<InstanceBound> BoundOfCall(InstanceBound::Kind kind, std::span<const std::string> arguments);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_CALL_H_
