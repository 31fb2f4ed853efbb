#ifndef HPDL_RUNTIME_GROUND_VALUE_ARGUMENTS_H_
#define HPDL_RUNTIME_GROUND_VALUE_ARGUMENTS_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/map.h"
#include "runtime/ground/value/values.h"

/// Helpers that read the arguments of EL functions and make their results.
namespace hpdl::rt {

/// Returns a Map argument; an EL null becomes an empty map. For any other type, leaves a message in
/// `eval` and returns nullptr.
inline const hpdl_map* MapArgument(hpdl_eval* eval, const hpdl_value& value) {
  static constexpr hpdl_map kEmpty{};
  if (value.type == HPDL_NULL) {
    return &kEmpty;
  }
  if (value.type != HPDL_MAP) {
    eval->Fail("expected a Map, found " + std::string(TypeName(value.type)));
    return nullptr;
  }
  return value.as.m->reads_as_zero ? &kEmpty : value.as.m;
}

/// Returns a text that a node or the job may have; null if there is no text.
inline hpdl_value OptionalText(hpdl_eval* eval, const std::optional<std::string>& text) {
  return text ? StringValueCopy(eval, *text) : NullValue();
}

/// Returns the URL for a node's callbacks. `state` is the node's new state, or a placeholder that
/// the sender of the callback replaces by the new state.
inline std::string CallbackUrl(std::string base, std::string_view job, std::string_view node,
                               std::string_view state) {
  base.append("?id=").append(job);
  if (!node.empty()) {
    base.append("@").append(node);
  }
  return base.append("&status=").append(state);
}

/// Returns the record of the node that the argument names; null if the node has not started or does
/// not exist.
inline const NodeRecord* NodeArgument(hpdl_eval* eval, const hpdl_value& value) {
  return eval->run->Node(CoerceToString(eval, value));
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_ARGUMENTS_H_
