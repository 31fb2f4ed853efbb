#ifndef HPDL_COMPILER_DRAW_GRAPH_TEXT_H_
#define HPDL_COMPILER_DRAW_GRAPH_TEXT_H_

#include <string>

#include "compiler/hir/hir.h"

namespace hpdl::draw {

/// The workflow as a Graphviz digraph: control nodes by shape, actions as boxes with their kind,
/// error transitions dashed, predicates as labels. Equal workflows give equal texts.
std::string FormatDot(const hir::Workflow& workflow);

/// The same as a Mermaid flowchart.
std::string FormatMermaid(const hir::Workflow& workflow);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_GRAPH_TEXT_H_
