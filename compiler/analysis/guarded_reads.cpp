#include "compiler/analysis/guarded_reads.h"

#include <algorithm>

#include "compiler/analysis/arguments.h"

namespace hpdl::analysis {

using ast::NodeType;
using stdlib::ArgumentRole;
using stdlib::Asks;

GuardedReads::GuardedReads(Facts& facts) : subject_(facts.subject()), flow_(facts.flow()) {
  for (const std::uint32_t n : subject_.graph().order) {
    NoteCalls(n);
    if (!Decides(n)) {
      continue;
    }
    // Adds the state of the decision as a question, too, because a later decision may read which
    // case this decision took.
    Ask(n, {subject_.graph().node(n).name.text, kNode});
    for (const hir::Edge& edge : subject_.Lowered(n).edges) {
      const std::vector<hir::Value>& values = subject_.hir().values;
      if (edge.when.valid() && values[edge.when.index].expr.valid()) {
        NoteQuestions(n, values[edge.when.index].expr);
      }
    }
  }
}

bool GuardedReads::Decides(std::uint32_t n) const {
  return subject_.graph().node(n).type == NodeType::kDecision;
}

void GuardedReads::NoteCalls(std::uint32_t n) {
  const sema::Graph& graph = subject_.graph();
  for (const sema::Call& call : subject_.checked.calls.Of(n)) {
    if (IsInOnFinish(graph.node(n), call)) {
      continue;
    }
    const Asks asks = call.function->asks;
    const sema::Call::Literal* named = call.Node();
    const auto node = named == nullptr ? graph.names.end() : graph.names.find(named->text);
    if (node != graph.names.end() &&
        (asks == Asks::kNothing || call.conditional || (Decides(n) && asks == Asks::kOutput))) {
      looks_.emplace(n, node->second);
    }
    if (call.function->role == stdlib::FunctionRole::kErrorNode) {
      look_at_errors_.insert(n);
    }
  }
}

void GuardedReads::NoteQuestions(std::uint32_t decision, hir::ExprId predicate) {
  const auto& nodes = subject_.graph().names;
  std::vector<std::uint32_t> open = {predicate.index};
  while (!open.empty()) {
    const std::uint32_t id = open.back();
    const hir::Expr& expr = subject_.hir().exprs[id];
    open.pop_back();
    const bool names = expr.kind == hir::ExprKind::kCall && !expr.operands.empty() &&
                       expr.function->arguments[0].role != ArgumentRole::kValue;
    for (std::size_t i = names ? 1 : 0; i < expr.operands.size(); ++i) {
      open.push_back(expr.operands[i].index);
    }
    if (names) {
      const bool property = expr.function->arguments[0].role == ArgumentRole::kProperty;
      const std::string_view name = subject_.hir().exprs[expr.operands[0].index].text;
      Ask(decision, {name, property ? kProperty : kNode});
    } else if (expr.kind == hir::ExprKind::kCall &&
               expr.function->role != stdlib::FunctionRole::kErrorNode) {
      Ask(decision, {"", id});
    } else if (expr.kind == hir::ExprKind::kParameter) {
      Ask(decision, {subject_.hir().parameters[expr.parameter].name, kProperty});
    } else if (const auto node = nodes.find(expr.text); node != nodes.end()) {
      looks_.emplace(decision, node->second);  // a comparison such as wf:lastErrorNode() eq 'a'
    }
  }
}

void GuardedReads::Ask(std::uint32_t decision, const Question& question) {
  const auto id = static_cast<std::uint32_t>(questions_.size());
  asked_[decision].push_back(questions_.emplace(question, id).first->second);
  ++asked_count_;
}

bool GuardedReads::IsToldOfFailure(std::uint32_t reader, std::uint32_t node) const {
  return !flow_.MayMiss(node, reader, Flow::Missed::kFailed, [&](std::uint32_t n) {
    return Decides(n) && (looks_.contains({n, node}) || look_at_errors_.contains(n));
  });
}

bool GuardedReads::IsToldOfWay(std::uint32_t reader, std::uint32_t node) const {
  const std::vector<bool> before = flow_.NodesBefore(node);
  std::vector<bool> known(questions_.size());
  for (const auto& [decision, questions] : asked_) {
    for (const std::uint32_t question : questions) {
      known[question] = known[question] || before[decision];
    }
  }
  std::vector<bool> leads = flow_.NodesBefore(reader);
  leads[reader] = true;
  const auto asks_again = [&](std::uint32_t n) {
    const auto targets = subject_.graph().TargetsOf(n);
    const std::vector<std::uint32_t>& questions = asked_.at(n);
    return !before[n] && std::any_of(questions.begin(), questions.end(), [&](auto each) {
      return known[each];
    }) && std::any_of(targets.begin(), targets.end(), [&](auto each) { return !leads[each]; });
  };
  return !flow_.MayMiss(node, reader, Flow::Missed::kSkipped, [&](std::uint32_t n) {
    return Decides(n) && (looks_.contains({n, node}) || asks_again(n));
  });
}

bool GuardedReads::IsGuarded(std::uint32_t reader, std::uint32_t node, bool survives_error) {
  return looks_.contains({reader, node}) || !budget_.Take(asked_count_) ||
         (!flow_.Parallel(node, reader) && (survives_error || IsToldOfFailure(reader, node)) &&
          IsToldOfWay(reader, node));
}

}  // namespace hpdl::analysis
