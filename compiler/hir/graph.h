#ifndef HPDL_COMPILER_HIR_GRAPH_H_
#define HPDL_COMPILER_HIR_GRAPH_H_

#include <string>

#include "compiler/hir/hir.h"

namespace hpdl::hir {

/// The workflow as a Graphviz digraph: control nodes by shape, actions as boxes with their kind,
/// error transitions dashed, predicates as labels. Equal workflows give equal texts.
std::string FormatDot(const Workflow& workflow);

/// The same as a Mermaid flowchart.
std::string FormatMermaid(const Workflow& workflow);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_GRAPH_H_
