#include "compiler/draw/bundle_tree.h"

#include <algorithm>
#include <utility>

#include "compiler/base/print_text.h"
#include "compiler/draw/card.h"
#include "compiler/draw/draw.h"
#include "compiler/draw/label_lines.h"
#include "compiler/draw/scene.h"
#include "compiler/draw/style.h"
#include "compiler/draw/svg_parts.h"
#include "compiler/draw/text.h"
#include "compiler/raster/raster.h"

namespace hpdl::draw {
namespace {

constexpr double kBranchGap = 64;         ///< the space between the columns
constexpr double kCardGap = 18;           ///< the space between the cards of a column
constexpr std::size_t kLongestLine = 48;  ///< the most characters in a line
constexpr std::size_t kProblemLines = 3;

Card TreeCard(const TreeNode& node, std::string_view kind) {
  Card card;
  card.kind = kind;
  card.tooltip = node.tooltip;
  card.broken = node.missing;
  card.lines.push_back({Card::Face::kName, ShortUri(node.title, kLongestLine)});
  for (const std::string& line : node.about) {
    card.lines.push_back({Card::Face::kSmall, ShortUri(line, kLongestLine)});
  }
  if (!node.problem.empty()) {
    for (std::string& line : Wrap(node.problem, kLongestLine, kProblemLines, " ")) {
      card.lines.push_back({Card::Face::kSmall, std::move(line)});
    }
    card.tooltip += "\n" + node.problem;
  }
  return card;
}

/// A column of cards, one below the other.
struct CardColumn {
  std::vector<Card> cards;
  std::vector<double> middles;  ///< the y coordinates of the cards' middles
  double left = 0, width = 0;

  double right() const { return left + width; }
  Point MiddleOf(std::size_t i) const { return {left + width / 2, middles[i]}; }

  void MakeEqual() {
    for (const Card& card : cards) {
      width = std::max(width, card.width());
    }
    for (Card& card : cards) {
      card.least_width = width;
    }
  }
};

class TreePicture {
 public:
  explicit TreePicture(const BundleTree& tree) : tree_(tree) {
    bundle_.cards.push_back(TreeCard(tree.bundle, "bundle"));
    for (const BundleTree::Coordinator& coordinator : tree.coordinators) {
      coordinators_.cards.push_back(TreeCard(coordinator.node, "coordinator"));
    }
    for (const TreeNode& workflow : tree.workflows) {
      workflows_.cards.push_back(TreeCard(workflow, "workflow"));
    }
    Place();
  }

  std::string Svg() const {
    std::string lines, cards;
    for (std::size_t i = 0; i < tree_.coordinators.size(); ++i) {
      const BundleTree::Coordinator& coordinator = tree_.coordinators[i];
      lines += DrawLink({bundle_.right(), bundle_.middles[0]},
                        {coordinators_.left, coordinators_.middles[i]}, coordinator.node.missing);
      if (coordinator.workflow) {
        lines += DrawLink({coordinators_.right(), coordinators_.middles[i]},
                          {workflows_.left, workflows_.middles[*coordinator.workflow]}, false);
      }
    }
    for (const CardColumn* column : {&bundle_, &coordinators_, &workflows_}) {
      for (std::size_t i = 0; i < column->cards.size(); ++i) {
        cards += DrawCard(column->cards[i], column->MiddleOf(i));
      }
    }
    const double right = workflows_.cards.empty() ? coordinators_.right() : workflows_.right();
    return BeginSvg("bundle " + tree_.bundle.title,
                    tree_.bundle.title + ": " + Counted(tree_.coordinators.size(), "coordinator") +
                        ", " + Counted(tree_.workflows.size(), "workflow"),
                    kStyle, {0, 0, right, height_}) +
           lines + cards + std::string(kEndSvg);
  }

 private:
  void Place() {
    double left = 0;
    for (CardColumn* column : {&bundle_, &coordinators_, &workflows_}) {
      column->MakeEqual();
      column->left = left;
      left = column->right() + kBranchGap;
    }
    std::vector<double> wanted(coordinators_.cards.size(), 0);
    PlaceColumn(wanted, &coordinators_);
    wanted.clear();
    for (std::size_t i = 0; i < workflows_.cards.size(); ++i) {
      wanted.push_back(MiddleOfStarters(i));
    }
    PlaceColumn(wanted, &workflows_);
    const double middle = coordinators_.middles.empty()
                              ? 0
                              : (coordinators_.middles.front() + coordinators_.middles.back()) / 2;
    bundle_.middles = {std::max(middle, bundle_.cards[0].height() / 2)};
    for (const CardColumn* column : {&bundle_, &coordinators_, &workflows_}) {
      if (!column->cards.empty()) {
        height_ = std::max(height_, column->middles.back() + column->cards.back().height() / 2);
      }
    }
  }

  /// Places each card at its wanted y coordinate, or lower if the cards above leave no room.
  static void PlaceColumn(const std::vector<double>& wanted, CardColumn* column) {
    double top = 0;
    for (std::size_t i = 0; i < column->cards.size(); ++i) {
      const double half = column->cards[i].height() / 2;
      column->middles.push_back(std::max(wanted[i], top + half));
      top = column->middles[i] + half + kCardGap;
    }
  }

  /// Returns the mean y coordinate of the coordinators that start this workflow.
  double MiddleOfStarters(std::size_t workflow) const {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < tree_.coordinators.size(); ++i) {
      if (tree_.coordinators[i].workflow == workflow) {
        sum += coordinators_.middles[i];
        ++count;
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  const BundleTree& tree_;
  CardColumn bundle_, coordinators_, workflows_;
  double height_ = 0;
};

std::vector<std::string> TreeLines(const TreeNode& node) {
  std::vector<std::string> lines = {node.title};
  lines.insert(lines.end(), node.about.begin(), node.about.end());
  if (!node.problem.empty()) {
    lines.push_back(node.problem);
  }
  return lines;
}

struct TreeId {
  static std::string Coordinator(std::size_t i) { return "c" + std::to_string(i); }
  static std::string Workflow(std::size_t i) { return "w" + std::to_string(i); }
};

}  // namespace

std::string DrawBundle(const BundleTree& tree) {
  return TreePicture(tree).Svg();
}

Result<std::string> DrawBundlePng(const BundleTree& tree) {
  return raster::WritePng(DrawBundle(tree), kPngScale);
}

std::string FormatBundleDot(const BundleTree& tree) {
  const auto node = [](const std::string& id, const TreeNode& of, std::string_view shape) {
    return "  " + id + " [label=" + DotLines(TreeLines(of)) + ", shape=" + std::string(shape) +
           (of.missing ? ", style=dashed" : "") + "];\n";
  };
  std::string out = "digraph " + DotQuoted(tree.bundle.title) +
                    " {\n  rankdir=LR;\n  node [fontname=sans];\n" +
                    node("b", tree.bundle, "folder");
  for (std::size_t i = 0; i < tree.workflows.size(); ++i) {
    out += node(TreeId::Workflow(i), tree.workflows[i], "box");
  }
  for (std::size_t i = 0; i < tree.coordinators.size(); ++i) {
    const BundleTree::Coordinator& coordinator = tree.coordinators[i];
    const std::string id = TreeId::Coordinator(i);
    out += node(id, coordinator.node, "ellipse") + "  b -> " + id +
           (coordinator.node.missing ? " [style=dashed];\n" : ";\n");
    if (coordinator.workflow) {
      out += "  " + id + " -> " + TreeId::Workflow(*coordinator.workflow) + ";\n";
    }
  }
  return out + "}\n";
}

std::string FormatBundleMermaid(const BundleTree& tree) {
  std::string out = "flowchart LR\n  b[/" + MermaidLines(TreeLines(tree.bundle)) + "/]\n";
  for (std::size_t i = 0; i < tree.workflows.size(); ++i) {
    out += "  " + TreeId::Workflow(i) + "[" + MermaidLines(TreeLines(tree.workflows[i])) + "]\n";
  }
  for (std::size_t i = 0; i < tree.coordinators.size(); ++i) {
    const BundleTree::Coordinator& coordinator = tree.coordinators[i];
    const std::string id = TreeId::Coordinator(i);
    out += "  " + id + "([" + MermaidLines(TreeLines(coordinator.node)) + "])\n";
    out += std::string("  b ") + (coordinator.node.missing ? "-.->" : "-->") + " " + id + "\n";
    if (coordinator.workflow) {
      out += "  " + id + " --> " + TreeId::Workflow(*coordinator.workflow) + "\n";
    }
  }
  return out;
}

}  // namespace hpdl::draw
