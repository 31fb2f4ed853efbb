#include "compiler/sema/failure_finder.h"

#include <algorithm>
#include <utility>

#include "compiler/hir/constants.h"
#include "compiler/hir/evaluate.h"
#include "compiler/sema/functions.h"
#include "compiler/sema/operator_types.h"

namespace hpdl::sema {
namespace {

using hir::ExprKind;
using stdlib::Type;

bool IsMapOrUnknown(Type type) {
  return type == Type::kMap || type == Type::kAny || type == Type::kNull;
}

Outcome ConstantBoolean(bool value) {
  Outcome outcome{Outcome::Kind::kConstant, {}};
  outcome.constant.type = Type::kBoolean;
  outcome.constant.boolean = value;
  return outcome;
}

}  // namespace

Type FailureFinder::TypeOf(hir::ExprId id) const {
  const Outcome& outcome = outcomes_[id.index];
  return outcome.kind == Outcome::Kind::kConstant ? outcome.constant.type : At(id).type;
}

void FailureFinder::Fail(hir::ExprId id, Range range, std::string text, bool certain) {
  failures_.push_back({range, std::move(text), certain});
  if (certain) {
    OutcomeOf(id).kind = Outcome::Kind::kFails;
  }
}

void FailureFinder::Doubt(Mark begin, Mark end) {
  for (; begin < end; ++begin) {
    failures_[begin].certain = false;
  }
}

void FailureFinder::Drop(Mark begin, Mark end) {
  failures_.erase(failures_.begin() + static_cast<std::ptrdiff_t>(begin),
                  failures_.begin() + static_cast<std::ptrdiff_t>(end));
}

void FailureFinder::Add(hir::ExprId id, const ast::Expr& written, std::span<const Mark> before) {
  if (outcomes_.size() < judged_.exprs.size()) {
    outcomes_.resize(judged_.exprs.size());
  }
  const hir::Expr& expr = At(id);
  if (expr.kind == ExprKind::kConstant) {
    OutcomeOf(id) = {Outcome::Kind::kConstant, expr};
  } else if (expr.kind == ExprKind::kConditional) {
    JudgeConditional(id, written, before);
  } else if (expr.kind == ExprKind::kBinary && (expr.op == Op::kAnd || expr.op == Op::kOr)) {
    JudgeAndOr(id, written, before[1]);
  } else if (expr.kind != ExprKind::kParameter) {
    JudgeStrict(id, written);
  }
}

/// Finds the outcome of an expression that evaluates all of its operands.
void FailureFinder::JudgeStrict(hir::ExprId id, const ast::Expr& written) {
  const std::vector<hir::ExprId>& operands = At(id).operands;
  const bool fails = std::any_of(operands.begin(), operands.end(), [&](hir::ExprId operand) {
    return OutcomeOf(operand).kind == Outcome::Kind::kFails;
  });
  if (fails) {
    OutcomeOf(id).kind = Outcome::Kind::kFails;
    ExtendProperty(id, written);
  } else if (!HasTypeProblem(id, written)) {
    FoldStrict(id, written);
  }
}

/// In `${a.b.c}`, the failure of `a.b` becomes that of `a.b.c`.
void FailureFinder::ExtendProperty(hir::ExprId id, const ast::Expr& written) {
  if (At(id).kind != ExprKind::kIndex || failures_.empty()) {
    return;
  }
  Failure& last = failures_.back();
  const ast::Expr& key = pool_[written.operands[1]];
  if (!last.property.empty() && last.range == RangeOf(written, 0) &&
      key.kind == ast::ExprKind::kString) {
    last.property += "." + key.text;
    last.range = written.range;
  }
}

bool FailureFinder::HasTypeProblem(hir::ExprId id, const ast::Expr& written) {
  const hir::Expr& expr = At(id);
  const Type first = expr.operands.empty() ? Type::kAny : TypeOf(expr.operands.front());
  if (expr.kind == ExprKind::kIndex && !IsMapOrUnknown(first)) {
    Fail(id, written.range, "only a Map has keys, found " + std::string(TypePhrase(first)));
    const ast::Expr& name = pool_[written.operands[0]];
    const ast::Expr& key = pool_[written.operands[1]];
    if (name.kind == ast::ExprKind::kName && key.kind == ast::ExprKind::kString) {
      failures_.back().property = name.text + "." + key.text;
    }
    return true;
  }
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    const Type type = TypeOf(expr.operands[i]);
    std::optional<std::string> problem;
    if (expr.kind == ExprKind::kUnary || expr.kind == ExprKind::kBinary) {
      const Type other = i == 0 ? TypeOf(expr.operands.back()) : first;
      problem = OperandProblem(expr.op, type, other);
    } else if (expr.kind == ExprKind::kCall && expr.function->arguments[i].type == Type::kMap &&
               !IsMapOrUnknown(type)) {
      problem = "function " + written.text + " takes a Map, found " + std::string(TypePhrase(type));
    }
    if (problem) {
      Fail(id, RangeOf(written, i), std::move(*problem));
      return true;
    }
  }
  return false;
}

void FailureFinder::FoldStrict(hir::ExprId id, const ast::Expr& written) {
  const hir::Expr& expr = At(id);
  std::vector<hpdl_value> values;
  std::size_t bytes = 0;
  for (const hir::ExprId operand : expr.operands) {
    const Outcome& outcome = OutcomeOf(operand);
    if (outcome.kind != Outcome::Kind::kConstant) {
      return;
    }
    bytes += outcome.constant.text.size();
    values.push_back(hir::ValueOf(outcome.constant));
  }
  if (expr.kind == ExprKind::kConcat || !hir::IsKnowable(expr, bytes)) {
    return;  // joining texts never fails, and no failure depends on the result
  }
  hpdl_eval eval;
  hpdl_value value;
  if (hir::Apply(expr, values.data(), &eval, &value) != 0) {
    Fail(id, written.range, eval.error);
  } else if (std::optional<hir::Expr> constant = hir::ConstantOf(value)) {
    OutcomeOf(id) = {Outcome::Kind::kConstant, std::move(*constant)};
  }
}

/// Returns the value of a condition if it is known before the run.
std::optional<bool> FailureFinder::ConstantCondition(hir::ExprId id) {
  const Outcome& outcome = OutcomeOf(id);
  if (outcome.kind != Outcome::Kind::kConstant) {
    return std::nullopt;
  }
  hpdl_eval eval;
  hpdl_value value = hir::ValueOf(outcome.constant);
  return hir::Convert(Type::kBoolean, &eval, &value) == 0 ? std::optional(value.as.i != 0)
                                                          : std::nullopt;
}

void FailureFinder::JudgeAndOr(hir::ExprId id, const ast::Expr& written, Mark right) {
  const hir::Expr& expr = At(id);
  const hir::ExprId sides[] = {expr.operands[0], expr.operands[1]};
  if (OutcomeOf(sides[0]).kind == Outcome::Kind::kFails) {
    Doubt(right, mark());
    OutcomeOf(id).kind = Outcome::Kind::kFails;
    return;
  }
  if (auto problem = OperandProblem(expr.op, TypeOf(sides[0]), Type::kAny)) {
    Doubt(right, mark());
    Fail(id, RangeOf(written, 0), std::move(*problem));
    return;
  }
  const std::optional<bool> left = ConstantCondition(sides[0]);
  if (left && *left == (expr.op == Op::kOr)) {
    Drop(right, mark());
    OutcomeOf(id) = ConstantBoolean(*left);
    return;
  }
  if (!left) {
    Doubt(right, mark());
  }
  if (auto problem = OperandProblem(expr.op, TypeOf(sides[1]), Type::kAny)) {
    Fail(id, RangeOf(written, 1), std::move(*problem), left.has_value());
  } else if (left && OutcomeOf(sides[1]).kind == Outcome::Kind::kFails) {
    OutcomeOf(id).kind = Outcome::Kind::kFails;
  } else if (const std::optional<bool> value = ConstantCondition(sides[1]); left && value) {
    OutcomeOf(id) = ConstantBoolean(*value);
  }
}

void FailureFinder::JudgeConditional(hir::ExprId id, const ast::Expr& written,
                                     std::span<const Mark> before) {
  const std::vector<hir::ExprId>& operands = At(id).operands;
  const Type type = TypeOf(operands[0]);
  if (OutcomeOf(operands[0]).kind == Outcome::Kind::kFails) {
    Doubt(before[1], mark());
    OutcomeOf(id).kind = Outcome::Kind::kFails;
    return;
  }
  if (IsNumber(type) || type == Type::kMap) {
    Doubt(before[1], mark());
    Fail(id, RangeOf(written, 0),
         "a condition must be a Boolean, found " + std::string(TypePhrase(type)));
    return;
  }
  const std::optional<bool> condition = ConstantCondition(operands[0]);
  const Outcome& yes = OutcomeOf(operands[1]);
  const Outcome& no = OutcomeOf(operands[2]);
  if (condition) {
    Outcome taken = *condition ? yes : no;
    if (*condition) {
      Drop(before[2], mark());
    } else {
      Drop(before[1], before[2]);
    }
    OutcomeOf(id) = std::move(taken);
  } else if (yes.kind == Outcome::Kind::kFails && no.kind == Outcome::Kind::kFails) {
    OutcomeOf(id).kind = Outcome::Kind::kFails;  // both branches fail
  } else {
    Doubt(before[1], mark());
  }
}

void FailureFinder::CheckTarget(hir::ExprId id, Type target, Range range) {
  const Outcome& outcome = OutcomeOf(id);
  const Type type = At(id).type;
  if (outcome.kind == Outcome::Kind::kConstant) {
    hpdl_eval eval;
    hpdl_value value = hir::ValueOf(outcome.constant);
    if (hir::Convert(target, &eval, &value) != 0) {
      failures_.push_back({range, eval.error});
    }
  } else if (outcome.kind == Outcome::Kind::kUnknown &&
             ((target == Type::kBoolean && (IsNumber(type) || type == Type::kMap)) ||
              (target == Type::kLong && type == Type::kBoolean))) {
    failures_.push_back({range, "expected " + std::string(TypePhrase(target)) + ", found " +
                                    std::string(TypePhrase(type))});
  }
}

}  // namespace hpdl::sema
