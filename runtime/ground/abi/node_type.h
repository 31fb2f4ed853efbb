#ifndef HPDL_RUNTIME_GROUND_ABI_NODE_TYPE_H_
#define HPDL_RUNTIME_GROUND_ABI_NODE_TYPE_H_

#include <string_view>

#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {

/// Returns the word for the type of a control node, such as "fork". For an action, returns its
/// kind.
inline std::string_view NodeTypeName(const hpdl_node& node) {
  switch (node.type) {
    case HPDL_START:
      return "start";
    case HPDL_END:
      return "end";
    case HPDL_KILL:
      return "kill";
    case HPDL_FORK:
      return "fork";
    case HPDL_JOIN:
      return "join";
    case HPDL_DECISION:
      return "decision";
    default:
      return ToView(node.kind_name);
  }
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_ABI_NODE_TYPE_H_
