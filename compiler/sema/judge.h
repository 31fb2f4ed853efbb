#ifndef HPDL_COMPILER_SEMA_JUDGE_H_
#define HPDL_COMPILER_SEMA_JUDGE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/ast/expr.h"
#include "compiler/hir/hir.h"

namespace hpdl::sema {

/// What an expression comes to, as far as that is known before a run.
struct Outcome {
  enum class Kind : std::uint8_t { kUnknown, kConstant, kFails };
  Kind kind = Kind::kUnknown;
  hir::Expr constant;  ///< kConstant
};

/// A part of an expression that fails when it is evaluated.
struct Failure {
  Range range;
  std::string text;
  bool certain = true;  ///< evaluated each time that the whole expression is
};

/// Folds expressions while they are lowered, operands first, and judges what is reached: the
/// branches of a condition that is known before the run, and the right side of `and` and `or`
/// that the left one decides, are not. Evaluates by the functions of the runtime.
class Judge {
 public:
  /// A place in failures(): the number of those found until then.
  using Mark = std::size_t;

  /// Both are borrowed. `judged` has the lowered forms of the pool's expressions.
  Judge(const ast::ExprPool& pool, const hir::Expressions& judged) : pool_(pool), judged_(judged) {}

  Mark mark() const { return failures_.size(); }

  /// Finds out what `id` comes to, the lowered form of `written`. `before[i]` is the mark from
  /// before its operand i was judged.
  void Add(hir::ExprId id, const ast::Expr& written, std::span<const Mark> before);

  /// Reports a value that a place which wants `target` can never take (kAny: it takes all).
  void CheckTarget(hir::ExprId id, stdlib::Type target, Range range);

  const std::vector<Failure>& failures() const { return failures_; }
  /// Forgets what was found, not what expressions come to.
  void Clear() { failures_.clear(); }

 private:
  const hir::Expr& At(hir::ExprId id) const { return judged_.exprs[id.index]; }
  Outcome& OutcomeOf(hir::ExprId id) { return outcomes_[id.index]; }
  /// Of what the expression comes to, or else its own.
  stdlib::Type TypeOf(hir::ExprId id) const;
  Range RangeOf(const ast::Expr& written, std::size_t operand) const {
    return pool_[written.operands[operand]].range;
  }
  void Fail(hir::ExprId id, Range range, std::string text, bool certain = true);
  /// What was found in [begin, end) need not be evaluated, or never is.
  void Doubt(Mark begin, Mark end);
  void Drop(Mark begin, Mark end);

  void JudgeStrict(hir::ExprId id, const ast::Expr& written);
  void JudgeAndOr(hir::ExprId id, const ast::Expr& written, Mark right);
  void JudgeConditional(hir::ExprId id, const ast::Expr& written, std::span<const Mark> before);
  /// Fails `id` if an operand has a type that never fits.
  bool HasTypeProblem(hir::ExprId id, const ast::Expr& written);
  std::optional<bool> ConstantCondition(hir::ExprId id);
  void FoldStrict(hir::ExprId id, const ast::Expr& written);

  const ast::ExprPool& pool_;
  const hir::Expressions& judged_;
  std::vector<Outcome> outcomes_;  ///< by index of the expression
  std::vector<Failure> failures_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_JUDGE_H_
