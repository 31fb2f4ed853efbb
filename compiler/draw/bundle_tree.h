#ifndef HPDL_COMPILER_DRAW_BUNDLE_TREE_H_
#define HPDL_COMPILER_DRAW_BUNDLE_TREE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compiler/base/failure.h"

namespace hpdl::draw {

/// One definition of a tree.
struct TreeNode {
  std::string title;               ///< its name
  std::vector<std::string> about;  ///< lines of text
  std::string tooltip;
  bool missing = false;  ///< its definition was not found, is not valid, or nothing starts it
  std::string problem;   ///< why it is not valid; may be long
};

/// A bundle, its coordinators, and the workflows that they start.
struct BundleTree {
  struct Coordinator {
    TreeNode node;
    std::optional<std::size_t> workflow;  ///< index; nothing: that is not known
  };
  TreeNode bundle;
  std::vector<Coordinator> coordinators;
  std::vector<TreeNode> workflows;
};

/// A picture of it as an SVG document of its own, in light or dark colours, from left to right.
std::string DrawBundle(const BundleTree& tree);
/// The same in light colours as a PNG file.
Result<std::string> DrawBundlePng(const BundleTree& tree);

/// The same as a graph for Graphviz, and as a Mermaid flowchart.
std::string FormatBundleDot(const BundleTree& tree);
std::string FormatBundleMermaid(const BundleTree& tree);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_BUNDLE_TREE_H_
