#ifndef HPDL_COMPILER_SEMA_ARITHMETIC_HINTS_H_
#define HPDL_COMPILER_SEMA_ARITHMETIC_HINTS_H_

#include <span>

#include "compiler/ast/expr.h"
#include "compiler/base/source.h"
#include "compiler/sema/expression.h"

/// Names that are joined by - or / without blanks look like one name, and are read as arithmetic.
namespace hpdl::sema {

/// What to look such names up in; all is borrowed.
struct WrittenExpressions {
  const ast::ExprPool& pool;
  std::span<const Bound> bound;  ///< of all of the expression in question
  const SourceBuffer& source;
};

/// Warns (ReadAsArithmetic) of a text with expressions or of one expression, if a `${...}` in it
/// that gives a text is such a name: `${output-dir}` or `${file/.csv/.txt}`.
void WarnOfArithmetic(const WrittenExpressions& all, const ast::Expr& whole,
                      Diagnostics& diagnostics);

/// Warns of arguments such as that of `wf:actionData(count-rows)`.
void WarnOfArithmeticArguments(const WrittenExpressions& all, const ast::Expr& call,
                               const stdlib::FunctionDecl& function, Diagnostics& diagnostics);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_ARITHMETIC_HINTS_H_
