#ifndef HPDL_COMPILER_ANALYSIS_ERROR_NODE_H_
#define HPDL_COMPILER_ANALYSIS_ERROR_NODE_H_

#include "stdlib/core/function.h"

namespace hpdl::analysis {

/// Whether a function is the name of the node that failed. It takes no argument that would tell.
inline bool NamesErrorNode(const stdlib::FunctionDecl& function) {
  return function.name == "wf:lastErrorNode" || function.name == "wf:errorNode";
}

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ERROR_NODE_H_
