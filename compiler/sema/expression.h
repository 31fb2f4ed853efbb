#ifndef HPDL_COMPILER_SEMA_EXPRESSION_H_
#define HPDL_COMPILER_SEMA_EXPRESSION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/hir/hir.h"

namespace hpdl::sema {

/// A call as it stands in the definition, with those of its arguments that are string literals.
struct Call {
  struct Literal {
    std::uint32_t argument = 0;  ///< which one, from 0
    std::string text;
    Range range;  ///< with its quotes
  };
  const stdlib::FunctionDecl* function = nullptr;
  std::vector<Literal> literals;
  Range range;
  bool conditional = false;  ///< the author sees to it that it may give nothing: MayBeMissing

  /// The literal that names a node, or null (stdlib::ArgumentRole).
  const Literal* Node() const;
  /// The literal given for an argument, or null.
  const Literal* At(std::uint32_t argument) const;
};

/// What was found out about an expression as written, of whichever kind it is. Kept, so that no
/// later room has to bind or type it again.
struct Bound {
  bool visited = false;                            ///< false: in no place that is evaluated
  stdlib::Type type = stdlib::Type::kAny;          ///< kAny also after an error
  const stdlib::FunctionDecl* function = nullptr;  ///< the overload of a call; null after an error
  const stdlib::ConstantDecl* constant = nullptr;  ///< of a name; null: it is a parameter
};

/// ast expressions -> hir: binds functions by name, number of arguments and environment, tells
/// constants from parameters, gives types and effects, and shares equal expressions and values
/// through `out.exprs` and `out.values`. One object serves one definition. What it is constructed
/// with must outlive it. Reports UnknownFunction, WrongArity, ElType for what fails whenever it is
/// evaluated, FailsIfReached and ReadAsArithmetic; never MissingParameter.
class ExpressionLowering {
 public:
  ExpressionLowering(const ast::ExprPool& pool, const SourceBuffer& source, hir::Expressions& out,
                     Diagnostics& diagnostics);
  ~ExpressionLowering();

  /// The typed expression, which stands in `environment`; a diagnostic if it can never be converted
  /// to `target` (kAny: anything goes). Invalid after any error below it. A free variable becomes a
  /// parameter: the entry of `out.parameters` of that name is marked used, or one is added with the
  /// place of first use.
  hir::ExprId Lower(ast::ExprId expr, stdlib::Type target, stdlib::Environment environment);

  /// The slot of `out.values` for a text that may hold expressions. Constant results have no
  /// `expr`. Invalid after an error.
  hir::ValueId LowerValue(const ast::Template& text, stdlib::Type target);

  /// The same for a string with `prefix` before it.
  hir::ValueId LowerPrefixed(std::string_view prefix, const ast::Template& text);

  /// The slot of a text that is known already.
  hir::ValueId Constant(std::string_view text, stdlib::Type target, Range range);

  /// Calls of functions, in order of appearance; those inside a call come before it.
  const std::vector<Call>& calls() const;

  /// By index of the ast expression; shorter than the pool if the last ones were not lowered.
  const std::vector<Bound>& bound() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_EXPRESSION_H_
