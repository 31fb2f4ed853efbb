#ifndef HPDL_COMPILER_SEMA_ARITHMETIC_HINTS_H_
#define HPDL_COMPILER_SEMA_ARITHMETIC_HINTS_H_

#include <span>

#include "compiler/ast/expr.h"
#include "compiler/base/source.h"
#include "compiler/sema/expression.h"

/// Warnings about names that are joined by - or / without blanks. An author may mean one name, but
/// Oozie reads the names as arithmetic.
namespace hpdl::sema {

/// The tables that the warnings use to find the names in an expression. All are borrowed.
struct WrittenExpressions {
  const ast::ExprPool& pool;
  std::span<const Bound> bound;  ///< bindings by ast::ExprId, for all parts of the expression
  const SourceBuffer& source;
};

/// Warns (ReadAsArithmetic) if a `${...}` whose value becomes a text resembles one name:
/// `${output-dir}` or `${file/.csv/.txt}`. `whole` is one expression, or a text with expressions.
void WarnOfArithmetic(const WrittenExpressions& all, const ast::Expr& whole,
                      Diagnostics& diagnostics);

/// Warns (ReadAsArithmetic) of arguments such as `count-rows` in `wf:actionData(count-rows)`.
void WarnOfArithmeticArguments(const WrittenExpressions& all, const ast::Expr& call,
                               const stdlib::FunctionDecl& function, Diagnostics& diagnostics);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_ARITHMETIC_HINTS_H_
