#ifndef HPDL_COMPILER_DRAW_WAIT_GRAPH_H_
#define HPDL_COMPILER_DRAW_WAIT_GRAPH_H_

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/base/failure.h"

namespace hpdl::draw {

/// Workflows and what they wait for: other workflows, and files.
struct WaitGraph {
  struct Node {
    std::string title;               ///< its name, or its path
    std::vector<std::string> about;  ///< lines of text
    bool file = false;               ///< no workflow
    bool missing = false;            ///< nobody defines it
  };
  /// From what is waited for to who waits.
  struct Edge {
    std::size_t from = 0, to = 0;  ///< indices of nodes
    std::string label;
    bool times = false;  ///< it is not waited for: its times are those of the other one
  };
  std::string title;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// A picture of it as an SVG document of its own, in light or dark colours, from left to right. The
/// error is half a sentence: it is too large.
Result<std::string> DrawWaits(const WaitGraph& graph);
/// The same in light colours as a PNG file.
Result<std::string> DrawWaitsPng(const WaitGraph& graph);

/// The same as a graph for Graphviz, and as a Mermaid flowchart.
std::string FormatWaitsDot(const WaitGraph& graph);
std::string FormatWaitsMermaid(const WaitGraph& graph);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_WAIT_GRAPH_H_
