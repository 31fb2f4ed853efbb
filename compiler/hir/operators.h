#ifndef HPDL_COMPILER_HIR_OPERATORS_H_
#define HPDL_COMPILER_HIR_OPERATORS_H_

#include "compiler/core/terms.h"
#include "runtime/ground/abi/hpdl_abi.h"

/// Finds the function of the runtime for an operator. There is no function for `and`, `or` and
/// conditionals, because they do not evaluate all of their operands.
namespace hpdl::hir {

/// The runtime's functions for operators of two operands and of one operand
/// (runtime/ground/abi/hpdl_abi.h).
using BinaryFunction = std::int32_t (*)(hpdl_eval*, const hpdl_value*, const hpdl_value*,
                                        hpdl_value*);
using UnaryFunction = std::int32_t (*)(hpdl_eval*, const hpdl_value*, hpdl_value*);

inline BinaryFunction BinaryFunctionOf(Op op) {
  switch (op) {
    case Op::kAdd:
      return &hpdl_op_add;
    case Op::kSubtract:
      return &hpdl_op_subtract;
    case Op::kMultiply:
      return &hpdl_op_multiply;
    case Op::kDivide:
      return &hpdl_op_divide;
    case Op::kModulo:
      return &hpdl_op_modulo;
    case Op::kEqual:
      return &hpdl_op_equal;
    case Op::kNotEqual:
      return &hpdl_op_not_equal;
    case Op::kLess:
      return &hpdl_op_less;
    case Op::kLessEqual:
      return &hpdl_op_less_equal;
    case Op::kGreater:
      return &hpdl_op_greater;
    case Op::kGreaterEqual:
      return &hpdl_op_greater_equal;
    default:
      return nullptr;
  }
}

inline UnaryFunction UnaryFunctionOf(Op op) {
  switch (op) {
    case Op::kNegate:
      return &hpdl_op_negate;
    case Op::kNot:
      return &hpdl_op_not;
    case Op::kEmpty:
      return &hpdl_op_empty;
    default:
      return nullptr;
  }
}

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_OPERATORS_H_
