#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_OPERATORS_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_OPERATORS_H_

#include <algorithm>
#include <iterator>

#include "runtime/ground/expression/parse.h"
#include "runtime/ground/expression/tokens.h"

/// The operators of the grammar, and the functions that evaluate them.
namespace hpdl::rt {

/// An operator between two operands. An operator with a higher level binds more tightly.
struct Operation {
  TokenType token;
  int level;
  ExpressionNode::Kind kind = ExpressionNode::Kind::kBinary;
  BinaryFunction function = nullptr;
};

inline constexpr Operation kOperations[] = {
    {TokenType::kOr, 1, ExpressionNode::Kind::kOr},
    {TokenType::kAnd, 2, ExpressionNode::Kind::kAnd},
    {TokenType::kEqual, 3, ExpressionNode::Kind::kBinary, &hpdl_op_equal},
    {TokenType::kNotEqual, 3, ExpressionNode::Kind::kBinary, &hpdl_op_not_equal},
    {TokenType::kLess, 4, ExpressionNode::Kind::kBinary, &hpdl_op_less},
    {TokenType::kLessEqual, 4, ExpressionNode::Kind::kBinary, &hpdl_op_less_equal},
    {TokenType::kGreater, 4, ExpressionNode::Kind::kBinary, &hpdl_op_greater},
    {TokenType::kGreaterEqual, 4, ExpressionNode::Kind::kBinary, &hpdl_op_greater_equal},
    {TokenType::kPlus, 5, ExpressionNode::Kind::kBinary, &hpdl_op_add},
    {TokenType::kMinus, 5, ExpressionNode::Kind::kBinary, &hpdl_op_subtract},
    {TokenType::kTimes, 6, ExpressionNode::Kind::kBinary, &hpdl_op_multiply},
    {TokenType::kDivide, 6, ExpressionNode::Kind::kBinary, &hpdl_op_divide},
    {TokenType::kModulo, 6, ExpressionNode::Kind::kBinary, &hpdl_op_modulo},
};

/// Returns the binary operator that a token stands for; null if the token is not a binary operator.
inline const Operation* OperationOf(TokenType token) {
  const auto found = std::find_if(std::begin(kOperations), std::end(kOperations),
                                  [&](const Operation& each) { return each.token == token; });
  return found == std::end(kOperations) ? nullptr : &*found;
}

/// Returns the function of the unary operator that a token stands for; null if the token is not a
/// unary operator.
inline UnaryFunction UnaryOf(TokenType token) {
  switch (token) {
    case TokenType::kNot:
      return &hpdl_op_not;
    case TokenType::kMinus:
      return &hpdl_op_negate;
    case TokenType::kEmpty:
      return &hpdl_op_empty;
    default:
      return nullptr;
  }
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_OPERATORS_H_
