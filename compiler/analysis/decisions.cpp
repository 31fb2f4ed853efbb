#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/value/coerce.h"

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using hpdl::Op;

/// True if a value of this type never has the text "true".
bool IsNoText(stdlib::Type type) {
  return type == stdlib::Type::kLong || type == stdlib::Type::kDouble || type == stdlib::Type::kMap;
}

/// Checks the cases of one decision, from the first case to the last.
class Switch {
 public:
  Switch(const Subject& subject, std::uint32_t node)
      : subject_(subject),
        reporter_(subject.reporter),
        node_(subject.graph().node(node)),
        lowered_(subject.Lowered(node)),
        dead_(node_.edges.size()) {}

  /// Emits the warnings. Returns one entry for each edge of the decision: true if the edge is never
  /// taken.
  std::vector<bool> Check() {
    for (std::size_t i = 0; i < node_.edges.size(); ++i) {
      if (!lowered_.edges[i].when.valid()) {
        continue;
      }
      const hir::Value& value = subject_.hir().values[lowered_.edges[i].when.index];
      if (value.expr.valid()) {
        CheckExpression(i, value.expr);
      } else if (CheckConstant(i, value)) {
        std::fill(dead_.begin() + static_cast<std::ptrdiff_t>(i) + 1, dead_.end(), true);
        break;
      }
    }
    return std::move(dead_);
  }

 private:
  /// A condition. The first member is true if the condition is negated. The other two members are
  /// the ids of the two sides of a comparison. For an expression that is not a comparison, these
  /// two members are the id of the expression and UINT32_MAX. `x eq 'a'`, `'a' == x` and `not (x ne
  /// 'a')` are the same condition.
  using Condition = std::tuple<bool, std::uint32_t, std::uint32_t>;

  Range PlaceOf(std::size_t edge) const {
    const auto& when = node_.edges[edge].when;
    return when ? when->text.range : node_.edges[edge].range;
  }
  const std::string& TargetOf(std::size_t edge) const { return node_.edges[edge].to.text; }
  const hir::Expr& At(hir::ExprId id) const { return subject_.hir().exprs[id.index]; }

  /// Returns the condition of an expression. Equal expressions have equal ids.
  Condition ConditionOf(hir::ExprId id) const {
    bool negated = false;
    for (; At(id).op == Op::kNot; id = At(id).operands[0]) {
      negated = !negated;
    }
    const hir::Expr& expr = At(id);
    if (expr.op != Op::kEqual && expr.op != Op::kNotEqual) {
      return {negated, id.index, UINT32_MAX};
    }
    const auto [less, greater] = std::minmax(expr.operands[0].index, expr.operands[1].index);
    return {negated != (expr.op == Op::kNotEqual), less, greater};
  }

  /// True if the expression is a template that certainly never has the value "true", because the
  /// template contains a plain text that is no substring of "true". Blanks at the ends of the plain
  /// text do not count.
  bool CannotBeTrue(const hir::Expr& expr) const {
    return expr.kind == hir::ExprKind::kConcat &&
           std::any_of(expr.operands.begin(), expr.operands.end(), [&](hir::ExprId id) {
             const bool constant = At(id).kind == hir::ExprKind::kConstant;
             return constant &&
                    std::string_view("true").find(Trimmed(At(id).text)) == std::string_view::npos;
           });
  }

  void CheckExpression(std::size_t edge, hir::ExprId id) {
    if (subject_.workflow.dialect == ast::Dialect::kOozie && IsNoText(At(id).type)) {
      dead_[edge] = true;
      reporter_.Emit(DiagnosticKind::kConstantCase, PlaceOf(edge),
                     "the predicate is a number or a map, so it is never true and the case is "
                     "never taken");
      return;
    }
    if (CannotBeTrue(At(id))) {
      dead_[edge] = true;
      reporter_.Emit(
          DiagnosticKind::kConstantCase, PlaceOf(edge),
          "the predicate mixes text and an expression, so it is never true and the case is "
          "never taken; put the whole predicate into one ${ }");
      return;
    }
    if ((At(id).effects & stdlib::kMayChange) != 0) {
      return;
    }
    const auto [first, added] = seen_.emplace(ConditionOf(id), edge);
    if (!added) {
      dead_[edge] = true;
      reporter_
          .Emit(DiagnosticKind::kRepeatedCase, PlaceOf(edge),
                "an earlier case of this decision has the same predicate, so this case is never "
                "taken")
          .notes.push_back(reporter_.Note(PlaceOf(first->second), "the earlier case is here"));
    }
  }

  /// Warns of a constant predicate. Returns true if the case is always taken.
  bool CheckConstant(std::size_t edge, const hir::Value& value) {
    if (rt::IsTrueCase(value.text)) {
      const bool last = edge + 2 >= node_.edges.size();
      reporter_.Emit(DiagnosticKind::kConstantCase, PlaceOf(edge),
                     "this predicate is always true, so " +
                         (last ? "the default " + Quoted(TargetOf(node_.edges.size() - 1)) + " is"
                               : Message("the later cases are")) +
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
            : "the predicate is plain text and never true; write an expression between ${ and }");
    if (!when.text.value.empty()) {
      warning.fix = Fix{"put the predicate between ${ and }",
                        {{{when.text.range.begin, when.text.range.begin}, "${"},
                         {{when.text.range.end, when.text.range.end}, "}"}}};
    }
    return false;
  }

  const Subject& subject_;
  const Reporter& reporter_;
  const ast::Node& node_;
  const hir::Node& lowered_;
  std::vector<bool> dead_;
  std::map<Condition, std::size_t> seen_;  ///< the first edge with each condition
};

/// For each transition of the graph: true if no run takes the transition.
using Dead = std::vector<bool>;

/// Calls visit(from, edge, to) for each transition of the nodes that are marked in `live`. The
/// nodes are visited in the order of Graph::order.
template <class Visit>
void ForEachLeft(const sema::Graph& graph, const std::vector<bool>& live, const Visit& visit) {
  for (const std::uint32_t n : graph.order) {
    for (std::uint32_t e = graph.first[n]; live[n] && e < graph.first[n + 1]; ++e) {
      visit(n, e, graph.targets[e]);
    }
  }
}

/// Warns of each unreachable node to which a reachable node has a transition. The unreachable nodes
/// behind this node get no warning of their own, because they have the same cause.
void WarnOfDeadNodes(const Subject& subject, const Dead& dead) {
  const sema::Graph& graph = subject.graph();
  std::vector<bool> live(graph.workflow->nodes.size());
  live[graph.start] = true;
  ForEachLeft(graph, live, [&](std::uint32_t, std::uint32_t e, std::uint32_t target) {
    live[target] = live[target] || !dead[e];
  });
  std::vector<bool> said = live;
  ForEachLeft(graph, live, [&](std::uint32_t n, std::uint32_t e, std::uint32_t target) {
    if (said[target]) {
      return;
    }
    said[target] = true;
    const ast::Node& node = graph.node(target);
    const Range way = graph.node(n).edges[e - graph.first[n]].to.range;
    subject.reporter
        .Emit(DiagnosticKind::kUnreachableNode, node.name.range,
              "node " + Quoted(node.name.text) +
                  " never runs: only cases that are never taken lead to it")
        .notes.push_back(subject.reporter.Note(way, "one of these cases is here"));
  });
}

}  // namespace

void CheckDecisions(Facts& facts) {
  const Subject& subject = facts.subject();
  const sema::Graph& graph = subject.graph();
  Dead dead(graph.targets.size());
  for (const std::uint32_t n : graph.order) {
    if (graph.node(n).type == NodeType::kDecision) {
      const std::vector<bool> never = Switch(subject, n).Check();
      std::copy(never.begin(), never.end(), dead.begin() + graph.first[n]);
    }
  }
  if (std::find(dead.begin(), dead.end(), true) != dead.end()) {
    WarnOfDeadNodes(subject, dead);
  }
}

}  // namespace hpdl::analysis
