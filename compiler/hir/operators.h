#ifndef HPDL_COMPILER_HIR_OPERATORS_H_
#define HPDL_COMPILER_HIR_OPERATORS_H_

#include "compiler/ast/expr.h"
#include "runtime/abi/hpdl_abi.h"

/// Which function of the runtime an operator is. And, or and conditionals are none: they do not
/// look at all of their operands.
namespace hpdl::hir {

using BinaryFunction = std::int32_t (*)(hpdl_eval*, const hpdl_value*, const hpdl_value*,
                                        hpdl_value*);
using UnaryFunction = std::int32_t (*)(hpdl_eval*, const hpdl_value*, hpdl_value*);

inline BinaryFunction BinaryFunctionOf(ast::Op op) {
  switch (op) {
    case ast::Op::kAdd:
      return &hpdl_op_add;
    case ast::Op::kSubtract:
      return &hpdl_op_subtract;
    case ast::Op::kMultiply:
      return &hpdl_op_multiply;
    case ast::Op::kDivide:
      return &hpdl_op_divide;
    case ast::Op::kModulo:
      return &hpdl_op_modulo;
    case ast::Op::kEqual:
      return &hpdl_op_equal;
    case ast::Op::kNotEqual:
      return &hpdl_op_not_equal;
    case ast::Op::kLess:
      return &hpdl_op_less;
    case ast::Op::kLessEqual:
      return &hpdl_op_less_equal;
    case ast::Op::kGreater:
      return &hpdl_op_greater;
    case ast::Op::kGreaterEqual:
      return &hpdl_op_greater_equal;
    default:
      return nullptr;
  }
}

inline UnaryFunction UnaryFunctionOf(ast::Op op) {
  switch (op) {
    case ast::Op::kNegate:
      return &hpdl_op_negate;
    case ast::Op::kNot:
      return &hpdl_op_not;
    case ast::Op::kEmpty:
      return &hpdl_op_empty;
    default:
      return nullptr;
  }
}

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_OPERATORS_H_
