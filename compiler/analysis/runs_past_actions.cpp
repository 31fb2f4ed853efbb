#include "compiler/analysis/runs_past_actions.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using sema::kNoNode;
using Relation = Predicates::Relation;
using TermKind = Predicates::TermKind;

constexpr std::uint64_t kMaxPathSteps = 20'000'000;  // of all searches: a quarter of a second
constexpr std::uint64_t kMaxSearchSteps = 500'000;   // of one
constexpr std::uint64_t kRunSteps = 20;              // that a run takes at a node
constexpr std::uint64_t kCaseSteps = 10;             // and at a case

constexpr std::string_view kErrors[] = {"wf:errorCode", "wf:errorMessage"};

/// Whether a function tells of the error of the node that its argument names.
bool TellsOfError(const stdlib::FunctionDecl& function) {
  return std::find(std::begin(kErrors), std::end(kErrors), function.name) != std::end(kErrors);
}

}  // namespace

RunsPastActions::RunsPastActions(Facts& facts)
    : subject_(facts.subject()),
      graph_(subject_.graph()),
      flow_(facts.flow()),
      predecessors_(facts.predecessors()),
      predicates_(subject_.hir(), Predicates::Reading::kMeant) {
  NoteExpressions();
  NoteDecisions();
  avoided_.resize(graph_.workflow->nodes.size());
}

void RunsPastActions::NoteExpressions() {
  const std::vector<hir::Expr>& exprs = subject_.hir().exprs;
  exprs_.resize(exprs.size());
  for (std::size_t id = 0; id < exprs.size(); ++id) {
    const hir::Expr& expr = exprs[id];
    ExprFacts& facts = exprs_[id];
    for (const hir::ExprId operand : expr.operands) {
      facts.of_error = facts.of_error || exprs_[operand.index].of_error;
    }
    if (expr.kind == hir::ExprKind::kIndex) {
      facts.output_of = exprs_[expr.operands[0].index].output_of;
    }
    if (expr.kind != hir::ExprKind::kCall) {
      continue;
    }
    facts.output_of = OutputOf(expr);
    facts.error_node = NamesErrorNode(*expr.function) ||
                       (TellsOfError(*expr.function) && exprs_[expr.operands[0].index].error_node);
    facts.of_error = facts.of_error || facts.error_node;
  }
}

std::uint32_t RunsPastActions::OutputOf(const hir::Expr& call) const {
  const auto arguments = call.function->arguments;
  for (std::size_t i = 0; i < arguments.size() && i < call.operands.size(); ++i) {
    const hir::Expr& operand = subject_.hir().exprs[call.operands[i].index];
    if (call.function->asks == stdlib::Asks::kOutput &&
        arguments[i].role == stdlib::ArgumentRole::kNode &&
        operand.kind == hir::ExprKind::kConstant) {
      const auto found = graph_.names.find(operand.text);
      return found == graph_.names.end() ? kNoNode : found->second;
    }
  }
  return kNoNode;
}

void RunsPastActions::NoteDecisions() {
  positions_.resize(graph_.workflow->nodes.size());
  for (std::uint32_t position = 0; position < graph_.order.size(); ++position) {
    const std::uint32_t n = graph_.order[position];
    positions_[n] = position;
    has_forks_ = has_forks_ || graph_.node(n).type == NodeType::kFork;
    if (graph_.node(n).type != NodeType::kDecision) {
      continue;
    }
    std::vector<Condition> open;
    for (const hir::Edge& edge : subject_.Lowered(n).edges) {
      if (edge.when.valid()) {
        open.push_back(WhenOf(edge));
      }
    }
    while (!open.empty()) {
      const Predicates::Term& term = predicates_.terms()[open.back().term];
      open.pop_back();
      if (term.kind == TermKind::kAnd) {
        open.insert(open.end(), {term.first, term.second});
      } else if (term.kind == TermKind::kAtom) {
        compared_.emplace_back(position, term.atom.left);
      }
    }
  }
}

void RunsPastActions::TakeReader(std::uint32_t reader) {
  if (reader_ == reader) {
    return;
  }
  reader_ = reader;
  tells_ = false;
  MarkLeading(leads_to_reader_, {&reader, 1});
  for (const auto& [position, expr] : compared_) {
    exprs_[expr].is_shared = false;
    exprs_[expr].last = 0;
  }
  for (const auto& [position, expr] : compared_) {
    if (leads_to_reader_[graph_.order[position]]) {
      ExprFacts& facts = exprs_[expr];
      facts.is_shared = facts.is_shared || (facts.last != 0 && facts.last != position);
      facts.last = position;
      tells_ = tells_ || facts.is_shared || facts.error_node || facts.output_of != kNoNode;
    }
  }
  steps_ += compared_.size();
}

Condition RunsPastActions::WhenOf(const hir::Edge& edge) const {
  const hir::Value& value = subject_.hir().values[edge.when.index];
  return value.expr.valid() ? predicates_.Of(value.expr) : Condition{0, value.text != "true"};
}

std::optional<bool> RunsPastActions::ValueOf(Condition condition, const Run& run) const {
  const std::optional<bool> value = ValueOfTerm(condition.term, run);
  return value ? std::optional(*value != condition.negated) : std::nullopt;
}

std::optional<bool> RunsPastActions::ValueOfTerm(std::uint32_t id, const Run& run) const {
  const Predicates::Term& term = predicates_.terms()[id];
  if (term.kind == TermKind::kTrue) {
    return true;
  }
  if (term.kind == TermKind::kAtom) {
    return ValueOfAtom(id, run);
  }
  const std::optional<bool> first = ValueOf(term.first, run);
  const std::optional<bool> second = ValueOf(term.second, run);
  if (first == false || second == false) {
    return false;
  }
  return first && second ? std::optional(true) : std::nullopt;
}

std::optional<bool> RunsPastActions::ValueOfAtom(std::uint32_t id, const Run& run) const {
  const Predicates::Atom& atom = predicates_.terms()[id].atom;
  const ExprFacts& facts = exprs_[atom.left];
  if (facts.error_node && atom.relation == Relation::kEqual && atom.right == Predicates::kNothing) {
    // In another branch a node may have failed, too.
    return run.failed ? std::optional(false) : has_forks_ ? std::nullopt : std::optional(true);
  }
  const bool is_of_two = atom.right < exprs_.size();
  for (const std::uint32_t node :
       {facts.output_of, is_of_two ? exprs_[atom.right].output_of : kNoNode}) {
    if (node != kNoNode && avoided_[node]) {
      return atom.relation == Relation::kEqual && atom.right == Predicates::kNothing;
    }
  }
  for (const Condition& known : run.known) {
    if (known.term == id) {
      return !known.negated;
    }
    if (!known.negated && predicates_.Exclude(predicates_.terms()[known.term].atom, atom)) {
      return false;
    }
  }
  return std::nullopt;
}

/// Whether the condition may hold, which is then known.
bool RunsPastActions::Assume(Condition condition, Run& run) const {
  if (const std::optional<bool> value = ValueOf(condition, run)) {
    return *value;
  }
  const Predicates::Term& term = predicates_.terms()[condition.term];
  if (term.kind == TermKind::kAnd) {
    if (!condition.negated) {
      return Assume(term.first, run) && Assume(term.second, run);
    }
    const bool first = ValueOf(term.first, run) == true;
    const bool second = ValueOf(term.second, run) == true;
    return (!first || Assume(!term.second, run)) && (!second || Assume(!term.first, run));
  }
  const ExprFacts& facts = exprs_[term.atom.left];
  if (facts.error_node && condition.negated && term.atom.right == Predicates::kNothing) {
    run.failed = true;
  } else if (facts.is_shared && !facts.of_error) {
    run.known.insert(std::upper_bound(run.known.begin(), run.known.end(), condition), condition);
  }
  return true;
}

/// What no decision asks that is still to come.
void RunsPastActions::Forget(Run& run) const {
  std::erase_if(run.known, [&](const Condition& known) {
    return exprs_[predicates_.terms()[known.term].atom.left].last < positions_[run.at];
  });
}

void RunsPastActions::MarkLeading(std::vector<bool>& marks, std::span<const std::uint32_t> to) {
  marks.assign(avoided_.size(), false);
  std::vector<std::uint32_t> open(to.begin(), to.end());
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (marks[at]) {
      continue;
    }
    marks[at] = true;
    const auto sources = predecessors_.Of(at);
    steps_ += 1 + sources.size();
    open.insert(open.end(), sources.begin(), sources.end());
  }
}

bool RunsPastActions::Exists(std::uint32_t reader, std::size_t edge,
                             std::span<const std::uint32_t> actions) {
  if (steps_ > kMaxPathSteps) {
    return false;
  }
  TakeReader(reader);
  if (!tells_ && actions.size() == 1) {
    return true;
  }
  MarkLeading(leads_to_action_, actions);
  around_.clear();
  for (const std::uint32_t action : actions) {
    avoided_[action] = true;
    around_.push_back(flow_.ForkOf(action, reader));
  }
  const bool found = Search(edge);
  for (const std::uint32_t action : actions) {
    avoided_[action] = false;
  }
  return found;
}

bool RunsPastActions::Search(std::size_t edge) {
  last_step_ = std::min(steps_ + kMaxSearchSteps, kMaxPathSteps);
  std::set<std::vector<std::uint32_t>> seen;
  open_ = {{.at = graph_.start}};
  while (!open_.empty()) {
    Run run = std::move(open_.back());
    open_.pop_back();
    Forget(run);
    steps_ += kRunSteps + run.known.size() + graph_.TargetsOf(run.at).size();
    if (run.at == reader_) {
      if (ComesToEdge(run, edge)) {
        return true;
      }
      continue;
    }
    if (steps_ > last_step_) {
      return false;
    }
    if (predecessors_.Of(run.at).size() > 1) {
      std::vector<std::uint32_t> state = {run.at, run.failed};
      for (const Condition& known : run.known) {
        state.push_back(2 * known.term + (known.negated ? 1 : 0));
      }
      if (!seen.insert(std::move(state)).second) {
        continue;
      }
    }
    Leave(run);
  }
  return false;
}

void RunsPastActions::Leave(const Run& run) {
  const auto targets = graph_.TargetsOf(run.at);
  const NodeType type = graph_.node(run.at).type;
  if (type == NodeType::kDecision) {
    LeaveDecision(run);
    return;
  }
  // Behind the join all branches have ended: what leads past an action is in those that lead to it.
  const bool only_to_action =
      type == NodeType::kFork &&
      std::find(around_.begin(), around_.end(), run.at) == around_.end() &&
      std::any_of(targets.begin(), targets.end(), [this](std::uint32_t target) {
        return leads_to_action_[target] && leads_to_reader_[target];
      });
  for (std::size_t e = 0; e < targets.size(); ++e) {
    const bool ends_ok = type == NodeType::kAction && e == 0;
    if (leads_to_reader_[targets[e]] && !(ends_ok && avoided_[run.at]) &&
        (!only_to_action || leads_to_action_[targets[e]])) {
      Run next = run;
      next.at = targets[e];
      next.failed = run.failed || (type == NodeType::kAction && e > 0);
      open_.push_back(std::move(next));
    }
  }
}

void RunsPastActions::LeaveDecision(const Run& run) {
  const auto targets = graph_.TargetsOf(run.at);
  const std::vector<hir::Edge>& edges = subject_.Lowered(run.at).edges;
  Run rest = run;
  for (std::size_t e = 0; e < edges.size() && e < targets.size() && steps_ <= last_step_; ++e) {
    steps_ += kCaseSteps + rest.known.size();
    const Condition when = edges[e].when.valid() ? WhenOf(edges[e]) : Condition();
    Run next = rest;
    if (leads_to_reader_[targets[e]] && Assume(when, next)) {
      next.at = targets[e];
      open_.push_back(std::move(next));
    }
    if (!Assume(!when, rest)) {
      return;
    }
  }
}

/// Whether none of the cases before `edge` must be taken.
bool RunsPastActions::ComesToEdge(Run run, std::size_t edge) {
  const std::vector<hir::Edge>& edges = subject_.Lowered(run.at).edges;
  for (std::size_t e = 0; e < edge && e < edges.size(); ++e) {
    steps_ += kCaseSteps + run.known.size();
    if (steps_ > last_step_) {
      return false;
    }
    if (edges[e].when.valid() && !Assume(!WhenOf(edges[e]), run)) {
      return false;
    }
  }
  return true;
}

}  // namespace hpdl::analysis
