#ifndef HPDL_COMPILER_SEMA_FAILURE_FINDER_H_
#define HPDL_COMPILER_SEMA_FAILURE_FINDER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/ast/expr.h"
#include "compiler/hir/hir.h"

namespace hpdl::sema {

/// The result of an expression, if it is known before a run.
struct Outcome {
  enum class Kind : std::uint8_t { kUnknown, kConstant, kFails };
  Kind kind = Kind::kUnknown;
  hir::Expr constant;  ///< the value; set if kind is kConstant
};

/// A part of an expression that fails when it is evaluated.
struct Failure {
  Range range;
  std::string text;
  bool certain = true;  ///< true if each evaluation of the whole expression evaluates this part
  /// The property that was probably meant, "a.b" for `${a.b}`; else "". Its expression is
  /// `wf:conf('a.b')`.
  std::string property = {};
};

/// Folds expressions while they are lowered, operands first, and finds failures in the parts that a
/// run can reach. A run does not reach the branch that a known condition excludes. A run does not
/// reach the right side of an `and` or `or` if the left side decides the result. Evaluates with the
/// functions of the runtime.
class FailureFinder {
 public:
  /// A position in failures(): the number of failures found so far.
  using Mark = std::size_t;

  /// The arguments must outlive the object. `judged` has the lowered forms of the pool's
  /// expressions.
  FailureFinder(const ast::ExprPool& pool, const hir::Expressions& judged)
      : pool_(pool), judged_(judged) {}

  Mark mark() const { return failures_.size(); }

  /// Finds the outcome of `id`, the lowered form of `written`. `before[i]` is the result of mark()
  /// before operand i was added.
  void Add(hir::ExprId id, const ast::Expr& written, std::span<const Mark> before);

  /// Adds a failure if the value of `id` can never be converted to the type `target` (kAny: every
  /// value fits).
  void CheckTarget(hir::ExprId id, stdlib::Type target, Range range);

  const std::vector<Failure>& failures() const { return failures_; }
  /// Removes the failures, but keeps the outcomes of expressions.
  void Clear() { failures_.clear(); }

 private:
  const hir::Expr& At(hir::ExprId id) const { return judged_.exprs[id.index]; }
  Outcome& OutcomeOf(hir::ExprId id) { return outcomes_[id.index]; }
  /// Returns the type of the outcome if the outcome is a constant. Otherwise returns the type of
  /// the expression.
  stdlib::Type TypeOf(hir::ExprId id) const;
  Range RangeOf(const ast::Expr& written, std::size_t operand) const {
    return pool_[written.operands[operand]].range;
  }
  void Fail(hir::ExprId id, Range range, std::string text, bool certain = true);
  /// Doubt() makes the failures in [begin, end) uncertain, because a run can skip the parts that
  /// fail. Drop() removes the failures, because no run evaluates these parts.
  void Doubt(Mark begin, Mark end);
  void Drop(Mark begin, Mark end);

  void JudgeStrict(hir::ExprId id, const ast::Expr& written);
  void JudgeAndOr(hir::ExprId id, const ast::Expr& written, Mark right);
  void JudgeConditional(hir::ExprId id, const ast::Expr& written, std::span<const Mark> before);
  void ExtendProperty(hir::ExprId id, const ast::Expr& written);
  /// Returns true if an operand has a type that the operator never accepts. Then also records that
  /// `id` fails.
  bool HasTypeProblem(hir::ExprId id, const ast::Expr& written);
  std::optional<bool> ConstantCondition(hir::ExprId id);
  void FoldStrict(hir::ExprId id, const ast::Expr& written);

  const ast::ExprPool& pool_;
  const hir::Expressions& judged_;
  std::vector<Outcome> outcomes_;  ///< outcomes by index of the expression
  std::vector<Failure> failures_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_FAILURE_FINDER_H_
