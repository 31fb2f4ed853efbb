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

/// A call in the definition, with its arguments that are string literals.
struct Call {
  struct Literal {
    std::uint32_t argument = 0;  ///< index of the argument, from 0
    std::string text;
    Range range;  ///< the range with the quotes
  };
  const stdlib::FunctionDecl* function = nullptr;
  std::vector<Literal> literals;
  Range range;
  /// True if the author expects that the call may have no value, see MayBeMissing().
  bool conditional = false;

  /// Returns the literal that names a node (stdlib::ArgumentRole), or null.
  const Literal* Node() const;
  /// Returns the literal given for an argument, or null.
  const Literal* At(std::uint32_t argument) const;
};

/// The facts about a written expression of any kind. They are kept so that no later phase has to
/// bind or type the expression again.
struct Bound {
  bool visited = false;                            ///< false if nothing evaluates the expression
  stdlib::Type type = stdlib::Type::kAny;          ///< kAny also if the expression has an error
  const stdlib::FunctionDecl* function = nullptr;  ///< the overload of a call; null after an error
  const stdlib::ConstantDecl* constant =
      nullptr;  ///< the constant that a name means; null for a parameter
};

/// Lowers expressions from ast to hir. Binds functions by name, number of arguments and
/// environment. Tells constants from parameters, and finds types and effects. Shares equal
/// expressions and values through `out.exprs` and `out.values`. One object serves one definition.
/// The arguments of the constructor must outlive the object. Reports UnknownFunction, WrongArity,
/// ElType for parts that fail whenever they are evaluated, FailsIfReached and ReadAsArithmetic;
/// never MissingParameter.
class ExpressionLowering {
 public:
  ExpressionLowering(const ast::ExprPool& pool, const SourceBuffer& source, hir::Expressions& out,
                     Diagnostics& diagnostics);
  ~ExpressionLowering();

  /// Returns the typed form of an expression that stands in `environment`. Reports an error if the
  /// value can never be converted to `target` (kAny: any value fits). Returns an invalid id after
  /// any error in the expression. A free variable becomes a parameter. If `out.parameters` has an
  /// entry of that name, the function marks the entry as used. Otherwise it adds an entry with the
  /// place of the first use.
  hir::ExprId Lower(ast::ExprId expr, stdlib::Type target, stdlib::Environment environment);

  /// Returns the slot of `out.values` for a text that may hold expressions. A constant result has
  /// no `expr`. Returns an invalid id after an error.
  hir::ValueId LowerValue(const ast::Template& text, stdlib::Type target);

  /// Returns the slot of `out.values` for a string that begins with `prefix` and goes on with
  /// `text`. Returns an invalid id after an error.
  hir::ValueId LowerPrefixed(std::string_view prefix, const ast::Template& text);

  /// Returns the slot of `out.values` for a text without expressions.
  hir::ValueId Constant(std::string_view text, stdlib::Type target, Range range);

  /// The calls of functions in order of appearance. The calls inside a call come before it.
  const std::vector<Call>& calls() const;

  /// The bindings by index of the ast expression. The vector is shorter than the pool if the last
  /// expressions were not lowered.
  const std::vector<Bound>& bound() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_EXPRESSION_H_
