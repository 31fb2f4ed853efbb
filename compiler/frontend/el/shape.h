#ifndef HPDL_COMPILER_FRONTEND_EL_SHAPE_H_
#define HPDL_COMPILER_FRONTEND_EL_SHAPE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ast/expr.h"
#include "compiler/frontend/el/tokens.h"

namespace hpdl::frontend {

/// One node of an expression without its names and numbers, which tokens have. Steps stand in
/// postfix order.
struct ShapeStep {
  ast::ExprKind kind = ast::ExprKind::kNull;
  ast::Op op = ast::Op::kNone;
  bool boolean = false;
  std::uint32_t operands = 0;  ///< how many of the last results are taken
  std::uint32_t first = 0;     ///< tokens it extends over, both included
  std::uint32_t last = 0;
  std::uint32_t name_first = 0;  ///< kName, kCall, literals: the tokens of the name or literal
  std::uint32_t name_last = 0;
  std::uint32_t depth = 1;  ///< height of the tree below it
};

/// Where a row of tokens stops to be an expression.
struct ShapeError {
  std::uint32_t token = 0;  ///< what was found
  std::string expected;     ///< "a value", "an operator or ')'" ...
};

/// What a row of tokens is.
struct Shape {
  std::vector<ShapeStep> steps;  ///< empty: there is an error
  ShapeError error;
};

/// The structure of a row of tokens, by the generated parser. It depends on the types of the tokens
/// only, so it is remembered by them: most of the thousands of expressions in a definition differ
/// in names and strings alone. Rows must be bounded in NestingDepth.
class ShapeParser {
 public:
  ShapeParser();
  ~ShapeParser();

  /// Valid until the next call.
  const Shape& Parse(const std::vector<ElToken>& tokens);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_EL_SHAPE_H_
