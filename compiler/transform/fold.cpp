#include <optional>
#include <utility>

#include "compiler/hir/constants.h"
#include "compiler/hir/evaluate.h"
#include "compiler/transform/transform.h"
#include "runtime/ground/value/values.h"

namespace hpdl::transform {
namespace {

using hir::Expr;
using hir::ExprId;
using hir::ExprKind;
using hir::Type;

/// The most bytes of a text that Fold() joins from parts of a template. The limit keeps a short
/// expression from using much memory in the compiler.
constexpr std::size_t kMaxResultBytes = 65536;
/// The most bytes of a number as text.
constexpr std::size_t kMaxNumberBytes = 32;

/// Rebuilds the table of expressions, operands first. Replaces each expression that the compiler
/// can evaluate by a constant.
class Folder {
 public:
  explicit Folder(hir::Workflow& workflow) : w_(workflow) {}

  void Run() {
    std::vector<Expr> old = std::move(w_.exprs);
    w_.exprs.clear();
    w_.exprs.reserve(old.size());
    std::vector<ExprId> ids;
    ids.reserve(old.size());
    for (Expr& expr : old) {
      for (ExprId& operand : expr.operands) {
        operand = ids[operand.index];
      }
      ids.push_back(Add(std::move(expr)));
    }
    for (hir::Value& value : w_.values) {
      if (value.expr.valid()) {
        value.expr = ids[value.expr.index];
        FoldValue(value);
      }
    }
  }

 private:
  const Expr& At(ExprId id) const { return w_.exprs[id.index]; }
  bool IsConstant(ExprId id) const { return At(id).kind == ExprKind::kConstant; }

  ExprId Push(Expr expr) {
    w_.exprs.push_back(std::move(expr));
    return ExprId{static_cast<std::uint32_t>(w_.exprs.size() - 1)};
  }

  /// Adds the expression, or the constant that is its value. Its operands are in the new table
  /// already.
  ExprId Add(Expr expr) {
    if (expr.kind == ExprKind::kConstant || expr.kind == ExprKind::kParameter) {
      return Push(std::move(expr));
    }
    if (expr.kind == ExprKind::kConcat) {
      JoinParts(expr);
    }
    UpdateEffects(expr);
    if (const auto taken = TakenBranch(expr)) {
      return *taken;
    }
    if (CanEvaluate(expr)) {
      return AddEvaluated(std::move(expr));
    }
    return Push(std::move(expr));
  }

  /// Computes the effects again, because an expression with fewer operands may have fewer effects.
  void UpdateEffects(Expr& expr) const {
    expr.effects = expr.function != nullptr ? expr.function->effects : stdlib::kPure;
    for (const ExprId operand : expr.operands) {
      expr.effects |= At(operand).effects;
    }
  }

  bool CanEvaluate(const Expr& expr) const {
    std::size_t bytes = 0;
    for (const ExprId operand : expr.operands) {
      if (!IsConstant(operand)) {
        return false;
      }
      bytes += At(operand).text.size();
    }
    return hir::IsFoldable(expr, bytes);
  }

  ExprId AddEvaluated(Expr expr) {
    const ExprId id = Push(std::move(expr));
    hpdl_eval eval;
    hpdl_value value;
    if (hir::Evaluate(w_, id, &eval, &value) == 0) {
      if (std::optional<Expr> constant = hir::ConstantOf(value)) {
        w_.exprs[id.index] = std::move(*constant);
      }
    }
    return id;
  }

  std::optional<bool> AsBoolean(ExprId id) const {
    if (!IsConstant(id)) {
      return std::nullopt;
    }
    hpdl_eval eval;
    hpdl_value value;
    if (hir::Evaluate(w_, id, &eval, &value) != 0 ||
        hir::Convert(Type::kBoolean, &eval, &value) != 0) {
      return std::nullopt;
    }
    return value.as.i != 0;
  }

  /// If the condition of `?:`, or the left side of `and` or `or`, is a constant that decides the
  /// value, returns the expression with this value. The expression is an operand, or a new
  /// constant.
  std::optional<ExprId> TakenBranch(const Expr& expr) {
    const bool logical =
        expr.kind == ExprKind::kBinary && (expr.op == Op::kAnd || expr.op == Op::kOr);
    if (expr.kind != ExprKind::kConditional && !logical) {
      return std::nullopt;
    }
    const std::optional<bool> condition = AsBoolean(expr.operands[0]);
    if (!condition) {
      return std::nullopt;
    }
    if (expr.kind == ExprKind::kConditional) {
      return expr.operands[*condition ? 1 : 2];
    }
    if (*condition == (expr.op == Op::kOr)) {
      Expr decided;
      decided.type = Type::kBoolean;
      decided.boolean = *condition;
      return Push(std::move(decided));
    }
    // The value is the right side, converted to a Boolean. Only a right side that is already a
    // Boolean can replace the expression.
    return At(expr.operands[1]).type == Type::kBoolean ? std::optional(expr.operands[1])
                                                       : std::nullopt;
  }

  /// Joins neighbouring constant parts of a template into one part, or into several parts if they
  /// are large.
  void JoinParts(Expr& expr) {
    std::vector<ExprId> parts;
    std::vector<ExprId> run;
    std::size_t bytes = 0;
    for (const ExprId part : expr.operands) {
      const std::size_t more = At(part).text.size() + kMaxNumberBytes;
      if (!IsConstant(part) || bytes + more > kMaxResultBytes) {
        JoinRun(std::exchange(run, {}), &parts);
        bytes = 0;
      }
      if (IsConstant(part)) {
        run.push_back(part);
        bytes += more;
      } else {
        parts.push_back(part);
      }
    }
    JoinRun(std::move(run), &parts);
    expr.operands = std::move(parts);
  }

  void JoinRun(std::vector<ExprId> run, std::vector<ExprId>* parts) {
    if (run.size() < 2) {
      parts->insert(parts->end(), run.begin(), run.end());
      return;
    }
    Expr whole;
    whole.kind = ExprKind::kConcat;
    whole.type = Type::kString;
    whole.operands = run;
    const ExprId joined = AddEvaluated(std::move(whole));
    if (IsConstant(joined)) {
      parts->push_back(joined);
    } else {
      w_.exprs.pop_back();
      parts->insert(parts->end(), run.begin(), run.end());
    }
  }

  /// Replaces a constant expression by its text, because a constant needs no code.
  void FoldValue(hir::Value& value) const {
    if (!IsConstant(value.expr)) {
      return;
    }
    hpdl_eval eval;
    hpdl_value result;
    if (hir::Evaluate(w_, value.expr, &eval, &result) != 0 ||
        hir::Convert(value.target, &eval, &result) != 0) {
      return;
    }
    hpdl_value text;
    if (hpdl_op_to_string(&eval, &result, &text) == 0) {
      value.text = rt::TextOf(text);
      value.expr = {};
    }
  }

  hir::Workflow& w_;
};

}  // namespace

void Fold(hir::Workflow& workflow) {
  Folder(workflow).Run();
}

}  // namespace hpdl::transform
