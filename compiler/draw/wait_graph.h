#ifndef HPDL_COMPILER_DRAW_WAIT_GRAPH_H_
#define HPDL_COMPILER_DRAW_WAIT_GRAPH_H_

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/base/failure.h"

namespace hpdl::draw {

/// A graph of Celos workflows, and of the workflows and files for which they wait.
struct WaitGraph {
  struct Node {
    std::string title;               ///< the name of the workflow or the path of the file
    std::vector<std::string> about;  ///< lines of text below the title
    bool file = false;               ///< true for a file, false for a workflow
    bool missing = false;            ///< true if no script defines the workflow
  };
  /// An edge from the workflow or file to the workflow that waits for it.
  struct Edge {
    std::size_t from = 0, to = 0;  ///< indices of nodes
    std::string label;
    /// True if `to` does not wait for `from` but runs at the times of `from`.
    bool times = false;
  };
  std::string title;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// Draws the graph as an SVG document in light or dark colours, from left to right. Fails if the
/// graph is too large for a picture, or if the layout fails.
Result<std::string> DrawWaits(const WaitGraph& graph);
/// Draws the graph in light colours as a PNG file.
Result<std::string> DrawWaitsPng(const WaitGraph& graph);

/// Return the graph as a Graphviz graph and as a Mermaid flowchart.
std::string FormatWaitsDot(const WaitGraph& graph);
std::string FormatWaitsMermaid(const WaitGraph& graph);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_WAIT_GRAPH_H_
