#include "compiler/analysis/guarded_reads.h"

#include <algorithm>

namespace hpdl::analysis {
namespace {

using ast::ExprKind;
using ast::NodeType;
using ast::Op;

constexpr std::uint64_t kMaxReadSteps = 500'000;
constexpr std::size_t kMaxBeside = 8;

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

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
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

GuardedReads::GuardedReads(Facts& facts)
    : subject_(facts.subject()), flow_(facts.flow()), runs_past_(facts) {
  for (const std::uint32_t n : subject_.graph().order) {
    FindTests(n);
  }
}

void GuardedReads::AddTest(std::uint32_t reader, std::string_view name) {
  const auto found = subject_.graph().names.find(name);
  if (found != subject_.graph().names.end()) {
    testers_[found->second].push_back(reader);
  }
}

void GuardedReads::FindTests(std::uint32_t reader) {
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

void GuardedReads::FindInTree(std::uint32_t reader, ast::ExprId tree) {
  const ast::ExprPool& pool = subject_.workflow.exprs;
  ForEachExpr(pool, tree, [&](const ast::Expr& expr) {
    if (expr.kind == ExprKind::kUnary && expr.op == Op::kEmpty) {
      AddLiterals(reader, expr.operands[0]);
    }
    if (expr.kind == ExprKind::kTemplate) {
      FindBeside(expr);
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
void GuardedReads::FindComparisons(ast::ExprId predicate) {
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

/// Reads of different actions with no text between them.
void GuardedReads::FindBeside(const ast::Expr& text) {
  const ast::ExprPool& pool = subject_.workflow.exprs;
  std::vector<std::uint32_t> nodes;
  std::vector<const ast::Expr*> places;
  const auto end = [&] {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    if (nodes.size() > 1 && nodes.size() <= kMaxBeside) {
      for (const ast::Expr* place : places) {
        place_beside_[place] = beside_.size();
      }
      beside_.push_back(nodes);
    }
    nodes.clear();
    places.clear();
  };
  for (const ast::ExprId part : text.operands) {
    if (pool[part].kind == ExprKind::kString && IsBlank(pool[part].text)) {
      continue;
    }
    const ast::Expr& read =
        pool[part].kind == ExprKind::kIndex ? pool[pool[part].operands[0]] : pool[part];
    const auto node = read.kind == ExprKind::kCall && !read.operands.empty()
                          ? subject_.graph().names.find(pool[read.operands[0]].text)
                          : subject_.graph().names.end();
    if (node == subject_.graph().names.end() ||
        subject_.graph().node(node->second).type != NodeType::kAction) {
      end();
    } else {
      nodes.push_back(node->second);
      places.push_back(&read);
    }
  }
  end();
}

void GuardedReads::AddCalls(std::unordered_set<const ast::Expr*>& places, ast::ExprId tree) {
  ForEachExpr(subject_.workflow.exprs, tree, [&](const ast::Expr& expr) {
    if (expr.kind == ExprKind::kCall) {
      places.insert(&expr);
    }
  });
}

void GuardedReads::AddLiterals(std::uint32_t reader, ast::ExprId tree) {
  ForEachExpr(subject_.workflow.exprs, tree, [&](const ast::Expr& expr) {
    if (expr.kind == ExprKind::kString) {
      AddTest(reader, expr.text);
    }
  });
}

/// Or decides itself, by the output. Neither counts where nothing is there for certain.
bool GuardedReads::StandsOnCondition(std::uint32_t reader, std::uint32_t node,
                                     const sema::Call& call) const {
  const bool compared = call.function->asks == stdlib::Asks::kOutput &&
                        compared_.contains(&subject_.workflow.exprs[call.expr]);
  return (compared || on_condition_.contains(&subject_.workflow.exprs[call.expr])) &&
         node != reader && !flow_.Parallel(node, reader) &&
         !flow_.AlwaysFailedBefore(node, reader) && !flow_.NeverBefore(node, reader);
}

/// Whether the call stands beside others that read actions of which exactly one has ended OK.
bool GuardedReads::IsOneOfSeveral(std::uint32_t reader, const sema::Call& call) {
  const auto place = place_beside_.find(&subject_.workflow.exprs[call.expr]);
  if (place == place_beside_.end()) {
    return false;
  }
  const std::vector<std::uint32_t>& nodes = beside_[place->second];
  return std::none_of(nodes.begin(), nodes.end(),
                      [&](std::uint32_t node) {
                        return node == reader || !subject_.graph().reachable[node] ||
                               flow_.Parallel(node, reader);
                      }) &&
         RunsOneAtMost(nodes) && !runs_past_.Exists(reader, 0, nodes);
}

/// Whether none of the actions may run when another has ended OK.
bool GuardedReads::RunsOneAtMost(std::span<const std::uint32_t> nodes) const {
  for (const std::uint32_t one : nodes) {
    const std::uint32_t next = subject_.graph().TargetsOf(one)[0];
    for (const std::uint32_t other : nodes) {
      if (one != other && (next == other || flow_.Parallel(one, other) ||
                           !(flow_.NeverBefore(next, other) || flow_.IsUsedUp()))) {
        return false;
      }
    }
  }
  return true;
}

bool GuardedReads::IsGuarded(std::uint32_t reader, std::uint32_t node, const sema::Call& call) {
  if (const auto found = testers_.find(node); found != testers_.end()) {
    steps_ += found->second.size();
    for (const std::uint32_t tester : found->second) {
      const bool decides = subject_.graph().node(tester).type == NodeType::kDecision;
      if (tester == reader || (decides && flow_.AlwaysBefore(tester, reader))) {
        return true;
      }
    }
  }
  return steps_ > kMaxReadSteps || StandsOnCondition(reader, node, call) ||
         (!flow_.Parallel(node, reader) && !runs_past_.Exists(reader, call.way_out, {&node, 1})) ||
         IsOneOfSeveral(reader, call);
}

}  // namespace hpdl::analysis
