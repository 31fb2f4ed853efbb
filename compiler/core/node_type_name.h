#ifndef HPDL_COMPILER_CORE_NODE_TYPE_NAME_H_
#define HPDL_COMPILER_CORE_NODE_TYPE_NAME_H_

#include <string_view>

#include "compiler/core/terms.h"

namespace hpdl {

/// Returns the word for a type of node in texts and pictures.
constexpr std::string_view NodeTypeName(NodeType type) {
  switch (type) {
    case NodeType::kStart:
      return "start";
    case NodeType::kEnd:
      return "end";
    case NodeType::kKill:
      return "kill";
    case NodeType::kFork:
      return "fork";
    case NodeType::kJoin:
      return "join";
    case NodeType::kDecision:
      return "decision";
    case NodeType::kAction:
      break;
  }
  return "action";
}

}  // namespace hpdl

#endif  // HPDL_COMPILER_CORE_NODE_TYPE_NAME_H_
