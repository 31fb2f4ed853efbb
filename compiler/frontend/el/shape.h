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

/// One node of an expression. The names and numbers of the node are in the tokens. The steps of a
/// shape are in postfix order.
struct ShapeStep {
  ast::ExprKind kind = ast::ExprKind::kNull;
  ast::Op op = ast::Op::kNone;
  bool boolean = false;
  std::uint32_t operands = 0;  ///< the number of latest results that are the operands of this step
  std::uint32_t first = 0;     ///< the first token of the node; `last` is its last token
  std::uint32_t last = 0;
  /// The first and the last token of the name or literal, for kName, kCall and literals.
  std::uint32_t name_first = 0;
  std::uint32_t name_last = 0;
  std::uint32_t depth = 1;  ///< the height of the tree whose root is this node
};

/// The first token that makes a row of tokens an invalid expression.
struct ShapeError {
  std::uint32_t token = 0;  ///< the index of the token that has the error
  std::string expected;     ///< the expected text: "a value" or "an operator or ')'", for example
};

/// The structure of a row of tokens, or the error in it.
struct Shape {
  std::vector<ShapeStep> steps;  ///< empty if there is an error
  ShapeError error;
};

/// Finds the structure of a row of tokens with the generated parser. The structure depends only on
/// the types of the tokens, so the class caches structures by these types. Most of the thousands of
/// expressions in a definition differ only in names and strings. The caller must limit the nesting
/// depth of the rows (see NestingDepth()).
class ShapeParser {
 public:
  ShapeParser();
  ~ShapeParser();

  /// Returns the structure of the row. The result is valid until the next call.
  const Shape& Parse(const std::vector<ElToken>& tokens);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_EL_SHAPE_H_
