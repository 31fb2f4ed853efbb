#include "compiler/analysis/predicates.h"

#include <optional>
#include <string_view>
#include <utility>

namespace hpdl::analysis {
namespace {

using hir::ExprKind;
using hir::Type;
using hpdl::Op;

constexpr std::string_view kProperty = "wf:conf";

bool IsNothing(const hir::Expr& expr) {
  return expr.kind == ExprKind::kConstant &&
         (expr.type == Type::kNull || (expr.type == Type::kString && expr.text.empty()));
}

}  // namespace

Predicates::Predicates(const hir::Workflow& workflow, Reading reading)
    : workflow_(workflow), reading_(reading) {
  Make({});
  for (std::uint32_t id = 0; id < workflow.exprs.size(); ++id) {
    first_like_.push_back(FirstLike(id));
    conditions_.push_back(first_like_[id] == id ? Lower(id) : conditions_[first_like_[id]]);
  }
}

std::uint32_t Predicates::FirstLike(std::uint32_t id) {
  const hir::Expr& expr = At(id);
  if (expr.kind == ExprKind::kParameter) {
    return properties_.emplace(workflow_.parameters[expr.parameter].name, id).first->second;
  }
  if (expr.operands.empty()) {
    return id;
  }
  const hir::Expr& operand = At(expr.operands[0].index);
  if (expr.kind == ExprKind::kCall && expr.function->name == kProperty &&
      operand.kind == ExprKind::kConstant) {
    return properties_.emplace(operand.text, id).first->second;
  }
  std::vector<std::uint32_t> operands;
  for (const hir::ExprId each : expr.operands) {
    operands.push_back(first_like_[each.index]);
  }
  return shapes_.emplace(Shape(expr.kind, expr.op, expr.function, std::move(operands)), id)
      .first->second;
}

/// Whether a term that has each operand twice would be.
bool Predicates::IsTooLarge(const hir::Expr& expr) const {
  std::uint32_t size = 2;
  for (const hir::ExprId operand : expr.operands) {
    size += terms_[conditions_[operand.index].term].size;
  }
  return 2 * size > kLargest;
}

Condition Predicates::Lower(std::uint32_t id) {
  const hir::Expr& expr = At(id);
  const auto of = [&](std::size_t operand) { return conditions_[expr.operands[operand].index]; };
  if (expr.kind == ExprKind::kConstant && expr.type == Type::kBoolean) {
    return {0, !expr.boolean};
  }
  if (IsTooLarge(expr)) {
    return Holds(id);
  }
  if (expr.kind == ExprKind::kConditional && expr.type == Type::kBoolean) {
    return !And(!And(of(0), of(1)), !And(!of(0), of(2)));
  }
  switch (expr.op) {
    case Op::kNot:
      return !of(0);
    case Op::kEmpty:
      if (reading_ == Reading::kExact) {
        return Holds(id);
      }
      return Make({.kind = TermKind::kAtom,
                   .atom = {Relation::kEqual, first_like_[expr.operands[0].index], kNothing}});
    case Op::kAnd:
      return And(of(0), of(1));
    case Op::kOr:
      return !And(!of(0), !of(1));
    case Op::kEqual:
      return Equals(expr.operands[0], expr.operands[1]);
    case Op::kNotEqual:
      return !Equals(expr.operands[0], expr.operands[1]);
    case Op::kLess:
      return Compare(Relation::kLess, expr.operands[0], expr.operands[1]);
    case Op::kLessEqual:
      return Compare(Relation::kLessEqual, expr.operands[0], expr.operands[1]);
    case Op::kGreater:
      return Compare(Relation::kLess, expr.operands[1], expr.operands[0]);
    case Op::kGreaterEqual:
      return Compare(Relation::kLessEqual, expr.operands[1], expr.operands[0]);
    default:
      return Holds(id);
  }
}

/// What a comparison with `expr` asks of a condition. Nothing is not 'false'.
std::optional<bool> Predicates::AsBoolean(const hir::Expr& expr) const {
  const bool meant = reading_ == Reading::kMeant;
  if (expr.kind != ExprKind::kConstant) {
    return std::nullopt;
  }
  if (expr.type == Type::kBoolean && (expr.boolean || meant)) {
    return expr.boolean;
  }
  if (meant && expr.type == Type::kString && (expr.text == "true" || expr.text == "false")) {
    return expr.text == "true";
  }
  return std::nullopt;
}

Condition Predicates::Equals(hir::ExprId left, hir::ExprId right) {
  const bool swapped = At(left.index).kind == ExprKind::kConstant ||
                       (At(right.index).kind != ExprKind::kConstant &&
                        first_like_[right.index] < first_like_[left.index]);
  if (swapped) {
    std::swap(left, right);
  }
  if (const std::optional<bool> constant = AsBoolean(At(right.index))) {
    return *constant ? conditions_[left.index] : !conditions_[left.index];
  }
  const bool is_nothing = reading_ == Reading::kMeant && IsNothing(At(right.index));
  return Make({.kind = TermKind::kAtom,
               .atom = {Relation::kEqual, first_like_[left.index],
                        is_nothing ? kNothing : first_like_[right.index]}});
}

/// Whether it is what an action has left, or a part of it. Where that is missing, no comparison of
/// it holds, nor does the opposite comparison.
bool Predicates::IsOutput(hir::ExprId id) const {
  const hir::Expr* expr = &At(id.index);
  if (expr->kind == ExprKind::kIndex) {
    expr = &At(expr->operands[0].index);
  }
  return expr->kind == ExprKind::kCall && expr->function->asks != stdlib::Asks::kNothing;
}

Condition Predicates::Compare(Relation relation, hir::ExprId left, hir::ExprId right) {
  if (relation == Relation::kLessEqual && reading_ == Reading::kMeant && !IsOutput(left) &&
      !IsOutput(right)) {
    return !Compare(Relation::kLess, right, left);
  }
  return Make({.kind = TermKind::kAtom,
               .atom = {relation, first_like_[left.index], first_like_[right.index]}});
}

Condition Predicates::Holds(std::uint32_t id) {
  return Make({.kind = TermKind::kAtom, .atom = {Relation::kEqual, id, kTrue}});
}

Condition Predicates::And(Condition first, Condition second) {
  if (second < first) {
    std::swap(first, second);
  }
  if (first == second || first == Condition{0, false}) {
    return second;
  }
  if (first == !second || first == Condition{0, true}) {
    return {0, true};
  }
  const std::uint32_t size = 1 + terms_[first.term].size + terms_[second.term].size;
  return Make({.kind = TermKind::kAnd, .first = first, .second = second, .size = size});
}

Condition Predicates::Make(const Term& term) {
  const auto [found, added] = ids_.emplace(term, static_cast<std::uint32_t>(terms_.size()));
  if (added) {
    terms_.push_back(term);
  }
  return {found->second, false};
}

bool Predicates::Exclude(const Atom& one, const Atom& other) const {
  if (one.relation != Relation::kEqual || other.relation != Relation::kEqual ||
      one.left != other.left || one.right == other.right) {
    return false;
  }
  const auto type = [this](std::uint32_t right) {
    if (right == kNothing || right == kTrue) {
      return Type::kString;
    }
    return At(right).kind == ExprKind::kConstant ? At(right).type : Type::kAny;
  };
  return type(one.right) == type(other.right) &&
         (type(one.right) == Type::kString || type(one.right) == Type::kLong);
}

}  // namespace hpdl::analysis
