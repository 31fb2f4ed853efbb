#ifndef HPDL_COMPILER_DRAW_TESTING_RANDOM_WORKFLOW_H_
#define HPDL_COMPILER_DRAW_TESTING_RANDOM_WORKFLOW_H_

#include <random>
#include <string>
#include <utility>

#include "compiler/hir/hir.h"

namespace hpdl::draw::testing {

/// Makes workflows that resemble the workflows of users: nested sequences of actions, forks with
/// their joins, and decisions. One in twelve actions has an error handler. Equal seeds give equal
/// workflows.
class RandomWorkflow {
 public:
  /// Returns a workflow of about `nodes` nodes. Forks and decisions are nested up to `depth` times.
  static hir::Workflow Make(unsigned seed, std::size_t nodes, int depth) {
    RandomWorkflow random(seed);
    random.end_ = random.Add("end", hir::NodeType::kEnd, {});
    random.kill_ = random.Add("fail", hir::NodeType::kKill, {});
    random.recover_ = random.Add("recover", hir::NodeType::kAction, {random.kill_, random.kill_});
    const hir::NodeId first = random.Sequence(random.end_, nodes, depth);
    const hir::NodeId start = random.Add(":start:", hir::NodeType::kStart, {first});
    random.workflow_.start = start;
    return std::move(random.workflow_);
  }

 private:
  static constexpr stdlib::KindDecl kDecl{.name = "shell"};
  static constexpr stdlib::KindEntry kShell{&kDecl, false};

  explicit RandomWorkflow(unsigned seed) : random_(seed) {
    workflow_.values = {{.text = "random"}, {.text = "${wf:conf('mode') eq 'full'}"}};
    workflow_.name = hir::ValueId{0};
  }

  std::size_t Below(std::size_t bound) { return random_() % bound; }

  hir::NodeId Add(std::string name, hir::NodeType type, const std::vector<hir::NodeId>& to) {
    hir::Node node{.name = std::move(name), .type = type};
    for (const hir::NodeId target : to) {
      node.edges.push_back({"", target});
    }
    if (type == hir::NodeType::kDecision) {
      for (std::size_t i = 0; i + 1 < node.edges.size(); ++i) {
        node.edges[i].when = hir::ValueId{1};
      }
    }
    if (type == hir::NodeType::kAction) {
      node.kind = &kShell;
    }
    workflow_.nodes.push_back(std::move(node));
    return hir::NodeId{static_cast<std::uint32_t>(workflow_.nodes.size() - 1)};
  }

  std::string Name(const std::string& stem) {
    return stem + std::string(Below(20), 'x') + std::to_string(workflow_.nodes.size());
  }

  /// Adds `count` branches that end at `to`. Returns the first node of each branch.
  std::vector<hir::NodeId> Branches(hir::NodeId to, std::size_t count, std::size_t nodes,
                                    int depth) {
    std::vector<hir::NodeId> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      out.push_back(Sequence(to, 1 + Below(nodes / count + 1), depth - 1));
    }
    return out;
  }

  /// Adds a sequence of about `nodes` nodes that ends at `to`. Returns the first node.
  hir::NodeId Sequence(hir::NodeId to, std::size_t nodes, int depth) {
    hir::NodeId first = to;
    for (std::size_t used = 0; used < nodes;) {
      const std::size_t before = workflow_.nodes.size();
      const std::size_t what = nodes - used < 4 || depth == 0 ? 9 : Below(10);
      if (what < 2) {
        const hir::NodeId join = Add(Name("join"), hir::NodeType::kJoin, {first});
        first = Add(Name("fork"), hir::NodeType::kFork,
                    Branches(join, 2 + Below(4), (nodes - used) / 2, depth));
      } else if (what < 4) {
        std::vector<hir::NodeId> to_all = Branches(first, 1 + Below(2), (nodes - used) / 3, depth);
        to_all.push_back(Below(3) > 0 ? first : Below(2) > 0 ? end_ : kill_);
        first = Add(Name("is"), hir::NodeType::kDecision, to_all);
      } else {
        first = Add(Name("a"), hir::NodeType::kAction, {first, Below(12) == 0 ? recover_ : kill_});
      }
      used += workflow_.nodes.size() - before;
    }
    return first;
  }

  std::mt19937 random_;
  hir::Workflow workflow_;
  hir::NodeId end_, kill_, recover_;
};

}  // namespace hpdl::draw::testing

#endif  // HPDL_COMPILER_DRAW_TESTING_RANDOM_WORKFLOW_H_
