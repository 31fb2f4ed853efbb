#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_PARSE_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_PARSE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/ground/abi/hpdl_names.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// The limits of one expression: its bytes, the nesting of its brackets and conditionals, and the
/// height of its tree. The compiler has the same limits. Because of these limits, code that walks
/// over an expression may be recursive.
inline constexpr std::size_t kMostExpressionBytes = std::size_t{64} << 10;
inline constexpr std::uint32_t kDeepestNesting = 200;
inline constexpr std::uint32_t kDeepestTree = 1000;

using UnaryFunction = std::int32_t (*)(hpdl_eval*, const hpdl_value*, hpdl_value*);
using BinaryFunction = std::int32_t (*)(hpdl_eval*, const hpdl_value*, const hpdl_value*,
                                        hpdl_value*);

/// One node of the tree of an expression.
struct ExpressionNode {
  enum class Kind : std::uint8_t {
    kConstant,
    kVariable,
    kUnary,
    kBinary,  ///< an operator with two operands, or `base[key]`
    kAnd,
    kOr,
    kConditional,
    kCall,
  };
  Kind kind = Kind::kConstant;
  hpdl_value value{};     ///< value of a kConstant
  std::string_view name;  ///< name of a kVariable
  UnaryFunction unary = nullptr;
  BinaryFunction binary = nullptr;
  hpdl_function call = nullptr;
  std::uint32_t first_operand = 0;  ///< index of the first operand in ParsedExpression::operands
  std::uint32_t operand_count = 0;
  std::uint32_t height = 1;
};

/// A tree of nodes. Each node is after its operands, and the root is the last node.
struct ParsedExpression {
  std::vector<ExpressionNode> nodes;
  std::vector<std::uint32_t> operands;  ///< indices of nodes
};

/// Parses `text`, the expression between "${" and "}" (grammar/ElParser.g4). Looks up functions and
/// constants in `names`; all other names are variables. Returns 0, or returns 1 with a message in
/// `eval`. The arena of `eval` holds the texts of the constants. The tree points into `text`.
std::int32_t ParseExpression(std::string_view text, const hpdl_names& names, hpdl_eval* eval,
                             ParsedExpression* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_PARSE_H_
