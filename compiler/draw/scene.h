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

// Sizes of texts in pixels; the style of the picture (svg.cpp) has the same.
inline constexpr double kNameSize = 13;
inline constexpr double kSmallSize = 11;
inline constexpr double kNameLine = 17;   ///< from one line of a name to the next
inline constexpr double kSmallLine = 14;  ///< the same for small text
inline constexpr double kPadding = 12;    ///< inside a shape, beside its text
inline constexpr double kNodeGap = 26;    ///< between nodes of a row

/// One shape of the picture.
struct SceneNode {
  hir::NodeType type = hir::NodeType::kAction;
  std::vector<std::string> name;  ///< in lines; empty: start
  std::string kind;               ///< actions: stands below the name, and decides the glyph
  std::string error;              ///< actions: the node that it names instead of an error arrow
  std::string tooltip;
  double width = 0;
  double height = 0;
  bool round = false;       ///< arrows end at an ellipse
  bool last = false;        ///< stands in the last row
  std::int32_t other = -1;  ///< a fork: index of its join; a join: of its fork; -1: unknown
  std::int32_t row = 0;     ///< stands in one row with all of the same number; 0: in any
  bool copy = false;        ///< stands for an end or kill node that is elsewhere in the picture
  std::size_t index = 0;    ///< in Workflow::nodes
  NodeState state = NodeState::kNone;
};

enum class EdgeClass { kOk, kCase, kDefault, kError };

/// One arrow.
struct SceneEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  EdgeClass type = EdgeClass::kOk;
  std::vector<std::string> label;  ///< in lines
  std::string tooltip;
  double label_width = 0;
  double label_height = 0;
};

/// What the picture shows, with the size of each part and without its place.
struct Scene {
  std::string title;
  bool sideways = false;         ///< rows stand from left to right, bars upright
  std::vector<SceneNode> nodes;  ///< as in Workflow::nodes, then copies
  std::vector<SceneEdge> edges;
};

/// Where more than two actions lead to one node on error, arrows would hide the workflow behind
/// them: such actions name the node instead. Where many decisions lead to one end or kill node, all
/// but the last have a copy of it beside them, for the same reason; so has a decision far above it.
Scene MakeScene(const hir::Workflow& workflow, bool sideways = false);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_SCENE_H_
