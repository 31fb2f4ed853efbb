#include "compiler/analysis/tested.h"

#include <algorithm>

namespace hpdl::analysis {
namespace {

using ast::ExprKind;
using ast::NodeType;
using ast::Op;

constexpr std::uint64_t kMaxSteps = 500'000;

/// The function that is there for values that may be missing.
constexpr std::string_view kFirstNotNull = "firstNotNull";

/// Visits each expression of a tree.
template <class Visit>
void ForEachExpr(const ast::ExprPool& pool, ast::ExprId root, const Visit& visit) {
  std::vector<ast::ExprId> open = {root};
  while (!open.empty()) {
    const ast::Expr& expr = pool[open.back()];
    open.pop_back();
    open.insert(open.end(), expr.operands.begin(), expr.operands.end());
    visit(expr);
  }
}

bool IsNothing(const ast::Expr& expr) {
  return expr.kind == ExprKind::kNull || (expr.kind == ExprKind::kString && expr.text.empty());
}

bool IsValue(const ast::Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kBoolean:
    case ExprKind::kLong:
    case ExprKind::kDouble:
      return true;
    default:
      return expr.kind == ExprKind::kString && !expr.text.empty();
  }
}

bool IsMadeOfConditions(const ast::Expr& expr) {
  return expr.kind == ExprKind::kConditional || expr.op == Op::kNot || expr.op == Op::kAnd ||
         expr.op == Op::kOr;
}

bool IsComparison(Op op) {
  switch (op) {
    case Op::kEqual:
    case Op::kNotEqual:
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kGreater:
    case Op::kGreaterEqual:
      return true;
    default:
      return false;
  }
}

/// Visits each text of a node that may hold expressions.
template <class Visit>
void ForEachTemplate(const ast::Node& node, const Visit& visit) {
  for (const ast::Edge& edge : node.edges) {
    if (edge.when) {
      visit(*edge.when);
    }
  }
  for (const auto* text : {&node.message, &node.retry_max, &node.retry_interval}) {
    if (*text) {
      visit(**text);
    }
  }
  std::vector<const ast::Argument*> open = {&node.body};
  while (!open.empty()) {
    const ast::Argument& argument = *open.back();
    open.pop_back();
    if (argument.text) {
      visit(*argument.text);
    }
    for (const ast::Argument& child : argument.children) {
      open.push_back(&child);
    }
  }
}

}  // namespace

Tested::Tested(const Subject& subject, const Flow& flow)
    : subject_(subject), flow_(flow), detours_(subject, flow) {
  for (const std::uint32_t n : subject.graph().order) {
    FindTests(n);
  }
}

void Tested::AddTest(std::uint32_t reader, std::string_view name) {
  const auto found = subject_.graph().names.find(name);
  if (found != subject_.graph().names.end()) {
    testers_[found->second].push_back(reader);
  }
}

void Tested::FindTests(std::uint32_t reader) {
  for (const sema::Call& call : subject_.checked.calls.Of(reader)) {
    const sema::Call::Literal* named = call.Node();
    if (named != nullptr && call.function->asks == stdlib::Asks::kNothing) {
      AddTest(reader, named->text);
    }
  }
  ForEachTemplate(subject_.graph().node(reader), [&](const ast::Template& text) {
    if (text.expr.valid()) {
      FindInTree(reader, text.expr);
      if (subject_.graph().node(reader).type == NodeType::kDecision) {
        FindComparisons(text.expr);
      }
    }
  });
}

void Tested::FindInTree(std::uint32_t reader, ast::ExprId tree) {
  const ast::ExprPool& pool = subject_.workflow.exprs;
  ForEachExpr(pool, tree, [&](const ast::Expr& expr) {
    if (expr.kind == ExprKind::kUnary && expr.op == Op::kEmpty) {
      AddLiterals(reader, expr.operands[0]);
    }
    if (expr.kind == ExprKind::kBinary && (expr.op == Op::kAnd || expr.op == Op::kOr)) {
      AddCalls(on_condition_, expr.operands[1]);
    }
    if (expr.kind == ExprKind::kConditional) {
      AddLiterals(reader, expr.operands[1]);
      AddLiterals(reader, expr.operands[2]);
    }
    if (expr.kind == ExprKind::kCall && expr.text == kFirstNotNull) {
      for (const ast::ExprId operand : expr.operands) {
        AddLiterals(reader, operand);
      }
    }
    if (expr.kind != ExprKind::kBinary || (expr.op != Op::kEqual && expr.op != Op::kNotEqual)) {
      return;
    }
    for (const std::size_t side : {0, 1}) {
      const ast::Expr& one = pool[expr.operands[side]];
      const ast::Expr& other = pool[expr.operands[1 - side]];
      if (IsNothing(one)) {
        AddLiterals(reader, expr.operands[1 - side]);
      } else if (one.kind == ExprKind::kString && other.kind == ExprKind::kCall) {
        AddTest(reader, one.text);
      }
    }
  });
}

/// Also with 'true', by what stands for a condition.
void Tested::FindComparisons(ast::ExprId predicate) {
  const ast::ExprPool& pool = subject_.workflow.exprs;
  std::vector<ast::ExprId> open = {predicate};
  while (!open.empty()) {
    const ast::ExprId id = open.back();
    const ast::Expr& expr = pool[id];
    open.pop_back();
    if (IsMadeOfConditions(expr) ||
        (expr.kind == ExprKind::kTemplate && expr.operands.size() == 1)) {
      open.insert(open.end(), expr.operands.begin(), expr.operands.end());
    } else if (expr.kind == ExprKind::kIndex || expr.kind == ExprKind::kCall ||
               (IsComparison(expr.op) &&
                (IsValue(pool[expr.operands[0]]) || IsValue(pool[expr.operands[1]])))) {
      AddCalls(compared_, id);
    }
  }
}

void Tested::AddCalls(std::unordered_set<std::uint32_t>& places, ast::ExprId tree) {
  ForEachExpr(subject_.workflow.exprs, tree, [&](const ast::Expr& expr) {
    if (expr.kind == ExprKind::kCall) {
      places.insert(expr.range.begin);
    }
  });
}

void Tested::AddLiterals(std::uint32_t reader, ast::ExprId tree) {
  ForEachExpr(subject_.workflow.exprs, tree, [&](const ast::Expr& expr) {
    if (expr.kind == ExprKind::kString) {
      AddTest(reader, expr.text);
    }
  });
}

/// The case of a decision that the call stands in; 0 of other nodes.
std::size_t Tested::CaseOf(std::uint32_t reader, const sema::Call& call) {
  const std::vector<ast::Edge>& edges = subject_.graph().node(reader).edges;
  const auto found = std::find_if(edges.begin(), edges.end(), [&](const ast::Edge& edge) {
    return edge.when && edge.when->text.range.begin <= call.range.begin &&
           call.range.end <= edge.when->text.range.end;
  });
  const auto place = static_cast<std::size_t>(found - edges.begin());
  steps_ += place;
  return found == edges.end() ? 0 : place;
}

/// Or decides itself, by the output. Neither counts where nothing is there for certain.
bool Tested::StandsOnCondition(std::uint32_t reader, std::uint32_t node,
                               const sema::Call& call) const {
  const bool compared =
      call.function->asks == stdlib::Asks::kOutput && compared_.contains(call.range.begin);
  return (compared || on_condition_.contains(call.range.begin)) && node != reader &&
         !flow_.Parallel(node, reader) && !flow_.AlwaysFailedBefore(node, reader) &&
         !flow_.NeverBefore(node, reader);
}

bool Tested::Reckons(std::uint32_t reader, std::uint32_t node, const sema::Call& call) {
  if (const auto found = testers_.find(node); found != testers_.end()) {
    steps_ += found->second.size();
    for (const std::uint32_t tester : found->second) {
      const bool decides = subject_.graph().node(tester).type == NodeType::kDecision;
      if (tester == reader || (decides && flow_.AlwaysBefore(tester, reader))) {
        return true;
      }
    }
  }
  return steps_ > kMaxSteps || StandsOnCondition(reader, node, call) ||
         (!flow_.Parallel(node, reader) &&
          !detours_.Exists(reader, CaseOf(reader, call), {&node, 1}));
}

}  // namespace hpdl::analysis
