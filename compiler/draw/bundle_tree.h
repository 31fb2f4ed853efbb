#ifndef HPDL_COMPILER_DRAW_BUNDLE_TREE_H_
#define HPDL_COMPILER_DRAW_BUNDLE_TREE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compiler/base/failure.h"

namespace hpdl::draw {

/// One definition of a bundle tree.
struct TreeNode {
  std::string title;               ///< the name of the definition
  std::vector<std::string> about;  ///< lines of text below the title
  std::string tooltip;
  /// True if the definition was not found or is not valid, or if nothing starts it.
  bool missing = false;
  std::string problem;  ///< the reason why the definition is not valid; may be long
};

/// A bundle, its coordinators, and the workflows that they start.
struct BundleTree {
  struct Coordinator {
    TreeNode node;
    /// Index in `workflows`; nullopt if the workflow is not known.
    std::optional<std::size_t> workflow;
  };
  TreeNode bundle;
  std::vector<Coordinator> coordinators;
  std::vector<TreeNode> workflows;
};

/// Draws the tree as an SVG document, in light or dark colours, from left to right.
std::string DrawBundle(const BundleTree& tree);
/// Draws the tree in light colours as a PNG file.
Result<std::string> DrawBundlePng(const BundleTree& tree);

/// Return the tree as a Graphviz graph and as a Mermaid flowchart.
std::string FormatBundleDot(const BundleTree& tree);
std::string FormatBundleMermaid(const BundleTree& tree);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_BUNDLE_TREE_H_
