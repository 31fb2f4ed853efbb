#ifndef HPDL_RUNTIME_GROUND_VALUE_ARG_NODE_H_
#define HPDL_RUNTIME_GROUND_VALUE_ARG_NODE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace hpdl::rt {

/// An argument of an action: an hpdl_arg whose expression has been evaluated to a text.
/// stdlib/core/decode.h turns a tree of these nodes into the struct that the action's kind
/// declares. The journal records these nodes before the action starts, so that a resumed action
/// gets the same arguments.
struct ArgNode {
  std::uint32_t field = 0;  ///< the same as hpdl_arg.field
  std::uint32_t line = 0;
  std::string text;
  std::vector<ArgNode> children;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_ARG_NODE_H_
