#ifndef HPDL_COMPILER_DRAW_SCENE_H_
#define HPDL_COMPILER_DRAW_SCENE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/draw/draw.h"
#include "compiler/hir/hir.h"

namespace hpdl::draw {

// Sizes of texts in pixels. The style of the picture (style.h) has the same sizes.
inline constexpr double kNameSize = 13;
inline constexpr double kSmallSize = 11;
inline constexpr double kNameLine = 17;   ///< the distance between the lines of a name
inline constexpr double kSmallLine = 14;  ///< the distance between lines of small text
inline constexpr double kPadding = 12;    ///< the distance of a text from the sides of its shape
inline constexpr double kNodeGap = 26;    ///< the distance between nodes of a row

/// One shape of the picture.
struct SceneNode {
  hir::NodeType type = hir::NodeType::kAction;
  std::vector<std::string> name;  ///< the lines of the name; empty for the start node
  std::string kind;  ///< the kind of an action, which stands below the name and selects the glyph
  /// The name of the node to which an action's error leads, if the picture shows this name instead
  /// of an arrow. "" if the picture has the arrow.
  std::string error;
  std::string tooltip;
  double width = 0;
  double height = 0;
  bool round = false;  ///< true if the arrows end at the border of an ellipse
  bool last = false;   ///< true if the node stands in the last row
  /// The index of the join of a fork or of the fork of a join; -1 if it is unknown.
  std::int32_t other = -1;
  /// Nodes with the same number are in one row; 0 allows any row.
  std::int32_t row = 0;
  /// True for a copy of an end or kill node. The node itself is elsewhere in the picture.
  bool copy = false;
  std::size_t index = 0;  ///< the node's index in Workflow::nodes
  NodeState state = NodeState::kNone;
};

enum class EdgeClass { kOk, kCase, kDefault, kError };

/// One arrow.
struct SceneEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  EdgeClass type = EdgeClass::kOk;
  std::vector<std::string> label;  ///< the lines of the label
  std::string tooltip;
  double label_width = 0;
  double label_height = 0;
};

/// The content of the picture: the size of each part, but not its place.
struct Scene {
  std::string title;
  bool sideways = false;  ///< true if the rows go from left to right and the bars are upright
  std::vector<SceneNode> nodes;  ///< the nodes of Workflow::nodes, then copies
  std::vector<SceneEdge> edges;
};

/// Makes the scene of a workflow. Many arrows to one node would hide the workflow. If the errors of
/// more than two actions lead to one node, these actions therefore show the node's name instead of
/// an arrow. If many decisions lead to one end or kill node, all decisions but the last get a copy
/// of the node. A decision far above the node gets a copy, too.
Scene MakeScene(const hir::Workflow& workflow, bool sideways = false);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_SCENE_H_
