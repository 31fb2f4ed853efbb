#include "compiler/hir/evaluate.h"

#include <vector>

#include "compiler/hir/constants.h"
#include "compiler/hir/operators.h"
#include "runtime/ground/value/values.h"

namespace hpdl::hir {
namespace {

/// The compiler evaluates a call if the text in its operands has at most this number of bytes. The
/// limit is low, because functions such as replaceAll can multiply the lengths of their arguments.
constexpr std::size_t kMostOperandBytes = 4096;

class Evaluator {
 public:
  Evaluator(const Expressions& expressions, hpdl_eval* eval)
      : expressions_(expressions), eval_(eval) {}

  std::int32_t Visit(ExprId id, hpdl_value* out) {
    const Expr& expr = expressions_.exprs[id.index];
    switch (expr.kind) {
      case ExprKind::kConstant:
        *out = ValueOf(expr);
        return 0;
      case ExprKind::kParameter:
        return Parameter(expr, out);
      case ExprKind::kBinary:
        if (expr.op == Op::kAnd || expr.op == Op::kOr) {
          return AndOr(expr, out);
        }
        return Strict(expr, out);
      case ExprKind::kConditional:
        return Conditional(expr, out);
      default:
        return Strict(expr, out);
    }
  }

 private:
  std::int32_t Parameter(const Expr& expr, hpdl_value* out) {
    if (eval_->run == nullptr) {
      return eval_->Fail("variable [" + expressions_.parameters[expr.parameter].name +
                         "] has no value before the job runs");
    }
    return hpdl_op_parameter(eval_, expr.parameter, out);
  }

  std::int32_t Boolean(ExprId id, bool* out) {
    hpdl_value value;
    hpdl_value boolean;
    if (Visit(id, &value) != 0 || hpdl_op_to_boolean(eval_, &value, &boolean) != 0) {
      return 1;
    }
    *out = boolean.as.i != 0;
    return 0;
  }

  std::int32_t AndOr(const Expr& expr, hpdl_value* out) {
    bool value = false;
    if (Boolean(expr.operands[0], &value) != 0) {
      return 1;
    }
    const bool decided = value == (expr.op == Op::kOr);
    if (!decided && Boolean(expr.operands[1], &value) != 0) {
      return 1;
    }
    *out = rt::BooleanValue(value);
    return 0;
  }

  std::int32_t Conditional(const Expr& expr, hpdl_value* out) {
    bool condition = false;
    if (Boolean(expr.operands[0], &condition) != 0) {
      return 1;
    }
    return Visit(expr.operands[condition ? 1 : 2], out);
  }

  /// Evaluates an expression that always evaluates all of its operands.
  std::int32_t Strict(const Expr& expr, hpdl_value* out) {
    std::vector<hpdl_value> values(expr.operands.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (Visit(expr.operands[i], &values[i]) != 0) {
        return 1;
      }
    }
    return Apply(expr, values.data(), eval_, out);
  }

  const Expressions& expressions_;
  hpdl_eval* eval_;
};

}  // namespace

std::int32_t Evaluate(const Expressions& expressions, ExprId id, hpdl_eval* eval, hpdl_value* out) {
  return Evaluator(expressions, eval).Visit(id, out);
}

std::int32_t Apply(const Expr& expr, const hpdl_value* operands, hpdl_eval* eval, hpdl_value* out) {
  switch (expr.kind) {
    case ExprKind::kIndex:
      return hpdl_op_index(eval, &operands[0], &operands[1], out);
    case ExprKind::kUnary:
      return UnaryFunctionOf(expr.op)(eval, &operands[0], out);
    case ExprKind::kBinary:
      return BinaryFunctionOf(expr.op)(eval, &operands[0], &operands[1], out);
    case ExprKind::kConcat:
      return hpdl_op_concat(eval, operands, static_cast<std::uint32_t>(expr.operands.size()), out);
    default:
      return expr.function->impl(eval, operands, out);
  }
}

bool IsKnowable(const Expr& expr, std::size_t operand_bytes) {
  return expr.kind != ExprKind::kCall ||
         ((expr.function->effects & ~stdlib::kNote) == 0 && operand_bytes <= kMostOperandBytes);
}

bool IsFoldable(const Expr& expr, std::size_t operand_bytes) {
  return IsKnowable(expr, operand_bytes) &&
         (expr.kind != ExprKind::kCall || expr.function->effects == stdlib::kPure);
}

std::int32_t Convert(stdlib::Type target, hpdl_eval* eval, hpdl_value* value) {
  const hpdl_value before = *value;
  switch (target) {
    case stdlib::Type::kString:
      return hpdl_op_to_string(eval, &before, value);
    case stdlib::Type::kBoolean:
      return hpdl_op_to_boolean(eval, &before, value);
    case stdlib::Type::kLong:
      return hpdl_op_to_long(eval, &before, value);
    default:
      return 0;
  }
}

}  // namespace hpdl::hir
