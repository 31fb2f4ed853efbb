#include "runtime/ground/expression/evaluate.h"

#include <vector>

#include "runtime/ground/expression/parse.h"
#include "runtime/ground/value/variable.h"

namespace hpdl::rt {
namespace {

using Kind = ExpressionNode::Kind;

class Evaluation {
 public:
  Evaluation(const ParsedExpression& expression, hpdl_eval* eval)
      : expression_(expression), eval_(eval) {}

  std::int32_t Value(std::uint32_t index, hpdl_value* out) {
    const ExpressionNode& node = expression_.nodes[index];
    switch (node.kind) {
      case Kind::kConstant:
        *out = node.value;
        return 0;
      case Kind::kVariable:
        return VariableValue(eval_, node.name, out);
      case Kind::kAnd:
      case Kind::kOr:
        return AndOr(node, out);
      case Kind::kConditional:
        return Conditional(node, out);
      default:
        return Strict(node, out);
    }
  }

 private:
  std::uint32_t OperandOf(const ExpressionNode& node, std::uint32_t number) const {
    return expression_.operands[node.first_operand + number];
  }

  std::int32_t Boolean(std::uint32_t index, hpdl_value* out) {
    hpdl_value value{};
    return Value(index, &value) != 0 ? 1 : hpdl_op_to_boolean(eval_, &value, out);
  }

  /// Evaluates the right side only if the left side does not decide the result.
  std::int32_t AndOr(const ExpressionNode& node, hpdl_value* out) {
    if (Boolean(OperandOf(node, 0), out) != 0) {
      return 1;
    }
    const bool decided = (out->as.i != 0) == (node.kind == Kind::kOr);
    return decided ? 0 : Boolean(OperandOf(node, 1), out);
  }

  std::int32_t Conditional(const ExpressionNode& node, hpdl_value* out) {
    hpdl_value condition{};
    if (Boolean(OperandOf(node, 0), &condition) != 0) {
      return 1;
    }
    return Value(OperandOf(node, condition.as.i != 0 ? 1 : 2), out);
  }

  /// Evaluates a node that needs all of its operands.
  std::int32_t Strict(const ExpressionNode& node, hpdl_value* out) {
    std::vector<hpdl_value> values(node.operand_count);
    for (std::uint32_t i = 0; i < node.operand_count; ++i) {
      if (Value(OperandOf(node, i), &values[i]) != 0) {
        return 1;
      }
    }
    switch (node.kind) {
      case Kind::kUnary:
        return node.unary(eval_, &values[0], out);
      case Kind::kBinary:
        return node.binary(eval_, &values[0], &values[1], out);
      default:
        return node.call(eval_, values.data(), out);
    }
  }

  const ParsedExpression& expression_;
  hpdl_eval* eval_;
};

}  // namespace

std::int32_t EvaluateExpression(std::string_view text, const hpdl_names& names, hpdl_eval* eval,
                                hpdl_value* out) {
  ParsedExpression expression;
  if (ParseExpression(text, names, eval, &expression) != 0) {
    return 1;
  }
  return Evaluation(expression, eval)
      .Value(static_cast<std::uint32_t>(expression.nodes.size() - 1), out);
}

}  // namespace hpdl::rt
