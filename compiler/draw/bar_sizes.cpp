#include "compiler/draw/bar_sizes.h"

#include <algorithm>
#include <utility>

#include "compiler/draw/text.h"

namespace hpdl::draw {
namespace {

using hir::NodeType;

bool IsBar(const SceneNode& node) {
  return node.type == NodeType::kFork || node.type == NodeType::kJoin;
}

/// Sets the sizes of the bars that stand for forks and joins. A fork and its join get the same
/// length, so that the arrows between a bar and its branches are straight. This length is the
/// greater of the two lengths that the fork and the join need. A branch may itself begin or end
/// with a bar.
class BarSizes {
 public:
  BarSizes(const hir::Workflow& workflow, Scene& scene)
      : workflow_(workflow), scene_(scene), branches_(scene.nodes.size()) {
    for (const SceneEdge& edge : scene.edges) {
      if (scene.nodes[edge.from].type == NodeType::kFork) {
        branches_[edge.from].push_back(edge.to);
      }
      if (scene.nodes[edge.to].type == NodeType::kJoin) {
        branches_[edge.to].push_back(edge.from);
      }
    }
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      if (scene.nodes[i].type == NodeType::kFork) {
        FindJoin(i);
      }
    }
  }

  void Size(std::size_t index) {
    SceneNode& node = scene_.nodes[index];
    if (!IsBar(node) || node.width > 0) {
      return;
    }
    // In a graph that was not checked, two bars may contain each other. The size that is set here
    // then ends the recursion.
    Set(index, kShortest);
    if (node.other < 0) {
      Set(index, Length(index));
      return;
    }
    const auto other = static_cast<std::size_t>(node.other);
    const double length = std::max(Length(index), Length(other));
    Set(index, length);
    Set(other, length);
  }

 private:
  static constexpr double kShortest = 80, kLongest = 6000;

  /// Finds the join of a fork: follows one branch until it has passed as many joins as forks.
  void FindJoin(std::size_t fork) {
    std::size_t depth = 0;
    std::size_t at = fork;
    for (std::size_t steps = 0; steps <= workflow_.nodes.size(); ++steps) {
      const hir::Node& node = workflow_.nodes[at];
      depth += node.type == NodeType::kFork ? 1 : 0;
      depth -= node.type == NodeType::kJoin ? 1 : 0;
      if (depth == 0) {
        scene_.nodes[fork].other = static_cast<std::int32_t>(at);
        scene_.nodes[at].other = static_cast<std::int32_t>(fork);
      }
      if (depth == 0 || node.edges.empty()) {
        return;
      }
      const bool decision = node.type == NodeType::kDecision;
      at = (decision ? node.edges.back() : node.edges.front()).target.index;
    }
  }

  double Length(std::size_t index) {
    double length = 0;
    for (const std::size_t branch : branches_[index]) {
      Size(branch);
      const SceneNode& other = scene_.nodes[branch];
      length += (scene_.sideways ? other.height : other.width) + kNodeGap;
    }
    return std::clamp(length, kShortest, kLongest);
  }

  void Set(std::size_t index, double length) {
    SceneNode& node = scene_.nodes[index];
    const double name = Widest(node.name, Font::kSans, kSmallSize) + 2 * kPadding;
    node.width = std::max(length, name);
    node.height = 6 + static_cast<double>(node.name.size()) * kSmallLine;
    if (scene_.sideways) {
      std::swap(node.width, node.height);
    }
  }

  const hir::Workflow& workflow_;
  Scene& scene_;
  std::vector<std::vector<std::size_t>> branches_;
};

}  // namespace

void SizeBars(const hir::Workflow& workflow, Scene& scene) {
  BarSizes sizes(workflow, scene);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    sizes.Size(i);
  }
}

}  // namespace hpdl::draw
