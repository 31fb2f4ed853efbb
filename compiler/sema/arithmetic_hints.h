#ifndef HPDL_COMPILER_SEMA_ARITHMETIC_HINTS_H_
#define HPDL_COMPILER_SEMA_ARITHMETIC_HINTS_H_

#include <cstddef>
#include <span>
#include <string>

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

/// What to say of all of a `${...}` that gives a text, such as `${output-dir}` or
/// `${file/.csv/.txt}`. Empty: nothing.
std::string ArithmeticHint(const WrittenExpressions& all, const ast::Expr& expr);

/// What to say of an argument such as that of `wf:actionData(count-rows)`. Empty: nothing.
std::string QuotesHint(const WrittenExpressions& all, const ast::Expr& call,
                       const stdlib::FunctionDecl& function, std::size_t argument);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_ARITHMETIC_HINTS_H_
