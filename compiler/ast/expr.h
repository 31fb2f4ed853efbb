#ifndef HPDL_COMPILER_AST_EXPR_H_
#define HPDL_COMPILER_AST_EXPR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/base/ids.h"
#include "compiler/base/source.h"
#include "compiler/core/terms.h"

/// Expressions as written. One pool owns all expressions of a definition; ids are indices into it.
namespace hpdl::ast {

struct ExprTag;
using ExprId = Id<ExprTag>;

/// The kind of an expression, by its outermost part.
enum class ExprKind : std::uint8_t {
  kError,  ///< the parser has failed and reported a diagnostic
  kNull,
  kBoolean,
  kLong,
  kDouble,
  kString,  ///< a literal, or a run of plain text in a template
  kName,    ///< a variable or constant
  kIndex,   ///< the operands are base and key; `a.b` is a['b']
  kCall,    ///< `text` is the function's name with its prefix; the operands are its arguments
  kUnary,   ///< `op` is kNegate, kNot or kEmpty
  kBinary,
  kConditional,  ///< the operands are the condition and the two results
  kTemplate,     ///< plain text and ${...} in sequence; the operands are these parts
};

using hpdl::Op;

/// One expression. Its operands are entries of the same pool.
struct Expr {
  ExprKind kind = ExprKind::kError;
  Op op = Op::kNone;
  bool boolean = false;
  std::int64_t number = 0;
  double real = 0;
  Range range;       ///< the whole expression in the buffer
  Range name_range;  ///< the name of the function in a kCall
  std::string text;
  std::vector<ExprId> operands;
};

/// All expressions of one definition.
class ExprPool {
 public:
  ExprId Add(Expr expr) {
    exprs_.push_back(std::move(expr));
    return ExprId{static_cast<std::uint32_t>(exprs_.size() - 1)};
  }
  const Expr& operator[](ExprId id) const { return exprs_[id.index]; }
  Expr& operator[](ExprId id) { return exprs_[id.index]; }
  std::size_t size() const { return exprs_.size(); }

 private:
  std::vector<Expr> exprs_;
};

}  // namespace hpdl::ast

#endif  // HPDL_COMPILER_AST_EXPR_H_
