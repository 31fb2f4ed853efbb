#ifndef HPDL_COMPILER_DRAW_GRAPH_TEXT_H_
#define HPDL_COMPILER_DRAW_GRAPH_TEXT_H_

#include <string>

#include "compiler/hir/hir.h"

namespace hpdl::draw {

/// Returns the workflow as a Graphviz digraph. Each type of control node has its own shape, actions
/// are boxes with their kind, error transitions are dashed, and predicates are labels. Equal
/// workflows give equal texts.
std::string FormatDot(const hir::Workflow& workflow);

/// Returns the workflow as a Mermaid flowchart.
std::string FormatMermaid(const hir::Workflow& workflow);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_GRAPH_TEXT_H_
