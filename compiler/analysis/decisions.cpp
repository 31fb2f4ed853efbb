#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/predicates.h"

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using sema::kNoNode;

/// What the cases of one decision say, in order.
class Switch {
 public:
  Switch(const Subject& subject, const Predicates& predicates, std::uint32_t node)
      : subject_(subject),
        reporter_(subject.reporter),
        node_(subject.graph().node(node)),
        lowered_(subject.Lowered(node)),
        dead_(node_.edges.size()),
        predicates_(predicates) {}

  /// Warns, and returns which edges are never taken.
  std::vector<bool> Check() {
    for (std::size_t i = 0; i < node_.edges.size(); ++i) {
      if (!lowered_.edges[i].when.valid()) {
        continue;
      }
      const hir::Value& value = subject_.hir().values[lowered_.edges[i].when.index];
      if (value.expr.valid() && CannotBeTrue(At(value.expr))) {
        dead_[i] = true;
        reporter_.Emit(DiagnosticKind::kConstantCase, PlaceOf(i),
                       "this is text beside an expression and never true, so the case is never "
                       "taken; the whole predicate stands in one ${ }");
        continue;
      }
      const bool decided =
          value.expr.valid() ? CheckAgainstEarlier(i, value) : CheckConstant(i, value);
      if (decided) {
        std::fill(dead_.begin() + static_cast<std::ptrdiff_t>(i) + 1, dead_.end(), true);
        break;
      }
    }
    return std::move(dead_);
  }

 private:
  Range PlaceOf(std::size_t edge) const {
    const auto& when = node_.edges[edge].when;
    return when ? when->text.range : node_.edges[edge].range;
  }
  const std::string& TargetOf(std::size_t edge) const { return node_.edges[edge].to.text; }
  const hir::Expr& At(hir::ExprId id) const { return subject_.hir().exprs[id.index]; }

  /// Whether the expression is a template with text that is no part of "true".
  bool CannotBeTrue(const hir::Expr& expr) const {
    if (expr.kind != hir::ExprKind::kConcat) {
      return false;
    }
    constexpr std::string_view kTrue = "true";
    // Bit n: what has been looked at may be the first n letters.
    std::uint32_t lengths = 1;
    for (const hir::ExprId id : expr.operands) {
      const hir::Expr& part = At(id);
      if (part.kind != hir::ExprKind::kConstant || part.type != hir::Type::kString) {
        const std::uint32_t least = lengths & (~lengths + 1);
        lengths = (1U << (kTrue.size() + 1)) - least;  // an expression may give any text
        continue;
      }
      std::uint32_t next = 0;
      for (std::size_t n = 0; n + part.text.size() <= kTrue.size(); ++n) {
        const bool fits = std::equal(part.text.begin(), part.text.end(),
                                     kTrue.begin() + static_cast<std::ptrdiff_t>(n),
                                     [](char a, char b) { return (a | 0x20) == b; });
        next |= (lengths >> n & 1U) != 0 && fits ? 1U << (n + part.text.size()) : 0;
      }
      lengths = next;
      if (lengths == 0) {
        return true;
      }
    }
    return (lengths >> kTrue.size() & 1U) == 0;
  }

  /// Whether the case is always taken.
  bool CheckConstant(std::size_t edge, const hir::Value& value) {
    if (value.text == "true") {
      const bool last = edge + 2 >= node_.edges.size();
      reporter_.Emit(DiagnosticKind::kConstantCase, PlaceOf(edge),
                     "this predicate is always true, so " +
                         (last ? "the default " + Quoted(TargetOf(node_.edges.size() - 1)) + " is"
                               : Message("the cases after this one are")) +
                         " never taken");
      return true;
    }
    dead_[edge] = true;
    const ast::Template& when = *node_.edges[edge].when;
    if (when.expr.valid() || when.text.value == "false") {
      reporter_.Emit(DiagnosticKind::kConstantCase, PlaceOf(edge),
                     "this predicate is always false, so the case is never taken");
      return false;
    }
    Diagnostic& warning = reporter_.Emit(
        DiagnosticKind::kConstantCase, PlaceOf(edge),
        when.text.value.empty()
            ? "the predicate is empty, so the case is never taken"
            : "this is plain text and never true; an expression stands between ${ and }");
    if (!when.text.value.empty()) {
      warning.fix = Fix{"put it between ${ and }",
                        {{{when.text.range.begin, when.text.range.begin}, "${"},
                         {{when.text.range.end, when.text.range.end}, "}"}}};
    }
    return false;
  }

  /// Whether this case and an earlier one leave nothing over, which has been said then.
  bool CheckAgainstEarlier(std::size_t edge, const hir::Value& value) {
    const hir::Expr& expr = At(value.expr);
    if ((expr.effects & stdlib::kMayChange) != 0) {
      return false;
    }
    const Condition condition = predicates_.Of(value.expr);
    const auto [first, added] = seen_.emplace(condition, edge);
    if (!added) {
      dead_[edge] = true;
      reporter_
          .Emit(DiagnosticKind::kRepeatedCase, PlaceOf(edge),
                "an earlier case of this decision has the same predicate, so this one is never "
                "taken")
          .notes.push_back(
              reporter_.Note(PlaceOf(first->second), "the case that is taken is here"));
      return false;
    }
    const auto opposite = seen_.find(!condition);
    return opposite != seen_.end() && ReportOpposites(opposite->second, edge);
  }

  /// Whether there was anything to report. The default must be there, so one that leads to the end
  /// or a kill node, or where one of the two cases leads, is no slip.
  bool ReportOpposites(std::size_t one, std::size_t other) const {
    const std::size_t next = other + 1;
    if (next >= node_.edges.size()) {
      return false;
    }
    const bool is_default = !lowered_.edges[next].when.valid();
    const hir::NodeId target = lowered_.edges[next].target;
    const NodeType type = subject_.hir().nodes[target.index].type;
    if (is_default &&
        (type == NodeType::kKill || type == NodeType::kEnd ||
         target == lowered_.edges[one].target || target == lowered_.edges[other].target)) {
      return false;
    }
    Diagnostic& warning = reporter_.Emit(
        DiagnosticKind::kConstantCase, PlaceOf(next),
        Message(is_default ? "this default" : "this case") +
            " is never taken: two cases before it are opposites, so one of them always is");
    warning.notes.push_back(reporter_.Note(PlaceOf(one), "one of them is here"));
    warning.notes.push_back(reporter_.Note(PlaceOf(other), "its opposite is here"));
    return true;
  }

  const Subject& subject_;
  const Reporter& reporter_;
  const ast::Node& node_;
  const hir::Node& lowered_;
  std::vector<bool> dead_;
  const Predicates& predicates_;
  std::map<Condition, std::size_t> seen_;  ///< earlier cases
};

/// Nodes that start leads to by transitions that may be taken.
std::vector<bool> FindLive(const sema::Graph& graph,
                           const std::unordered_map<std::uint32_t, std::vector<bool>>& dead) {
  std::vector<bool> live(graph.workflow->nodes.size());
  live[graph.start] = true;
  for (const std::uint32_t n : graph.order) {
    if (!live[n]) {
      continue;
    }
    const auto targets = graph.TargetsOf(n);
    const auto found = dead.find(n);
    for (std::size_t e = 0; e < targets.size(); ++e) {
      if (targets[e] != kNoNode && (found == dead.end() || !found->second[e])) {
        live[targets[e]] = true;
      }
    }
  }
  return live;
}

/// The first nodes of each part that no run comes to; those behind them are of the same cause.
void WarnOfDeadNodes(const Subject& subject,
                     const std::unordered_map<std::uint32_t, std::vector<bool>>& dead) {
  const sema::Graph& graph = subject.graph();
  std::vector<bool> live = FindLive(graph, dead);
  for (const std::uint32_t n : graph.order) {
    const auto found = dead.find(n);
    if (found == dead.end() || !live[n]) {
      continue;
    }
    const auto targets = graph.TargetsOf(n);
    for (std::size_t e = 0; e < targets.size(); ++e) {
      if (!found->second[e] || targets[e] == kNoNode || live[targets[e]]) {
        continue;
      }
      live[targets[e]] = true;  // said once
      const ast::Node& node = graph.node(targets[e]);
      subject.reporter
          .Emit(DiagnosticKind::kUnreachableNode, node.name.range,
                "no run comes to " + Quoted(node.name.text) +
                    ": only cases that are never taken lead to it")
          .notes.push_back(
              subject.reporter.Note(graph.node(n).edges[e].to.range, "one of them is here"));
    }
  }
}

}  // namespace

void CheckDecisions(Facts& facts) {
  const Subject& subject = facts.subject();
  const sema::Graph& graph = subject.graph();
  std::unordered_map<std::uint32_t, std::vector<bool>> dead;
  std::optional<Predicates> predicates;
  for (const std::uint32_t n : graph.order) {
    if (graph.node(n).type != NodeType::kDecision) {
      continue;
    }
    if (!predicates) {
      predicates.emplace(subject.hir(), Predicates::Reading::kExact);
    }
    std::vector<bool> never = Switch(subject, *predicates, n).Check();
    if (std::find(never.begin(), never.end(), true) != never.end()) {
      dead.emplace(n, std::move(never));
    }
  }
  if (!dead.empty()) {
    WarnOfDeadNodes(subject, dead);
  }
}

}  // namespace hpdl::analysis
