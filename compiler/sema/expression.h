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

/// A call in the definition. `literals` has the arguments that are string literals.
struct Call {
  struct Literal {
    std::uint32_t argument = 0;  ///< index of the argument, from 0
    std::string text;
    Range range;  ///< the range with the quotes
  };
  const stdlib::FunctionDecl* function = nullptr;
  std::vector<Literal> literals;
  Range range;
  /// True if the author expects that the call may have no value (see MayBeMissing()).
  bool conditional = false;

  /// Returns the literal that names a node (stdlib::ArgumentRole), or null.
  const Literal* Node() const;
  /// Returns the literal that is the argument with this index, or null.
  const Literal* At(std::uint32_t argument) const;
};

/// The facts about a written expression of any kind. They are stored so that later phases need not
/// bind or type the expression again.
struct Bound {
  bool visited = false;                            ///< false if nothing evaluates the expression
  stdlib::Type type = stdlib::Type::kAny;          ///< kAny also if the expression has an error
  const stdlib::FunctionDecl* function = nullptr;  ///< the overload of a call; null after an error
  const stdlib::ConstantDecl* constant =
      nullptr;  ///< the constant that a name means; null for a parameter
};

/// Lowers expressions from ast to hir. Binds functions by name, number of arguments and
/// environment. Distinguishes constants from parameters, and finds types and effects. Shares equal
/// expressions and values through `out.exprs` and `out.values`. One object lowers all expressions
/// of one definition. The arguments of the constructor must outlive the object. Reports
/// UnknownFunction, WrongArity, ElType for parts that fail whenever they are evaluated,
/// FailsIfReached and ReadAsArithmetic. Does not report MissingParameter.
class ExpressionLowering {
 public:
  ExpressionLowering(const ast::ExprPool& pool, const SourceBuffer& source, hir::Expressions& out,
                     Diagnostics& diagnostics);
  ~ExpressionLowering();

  /// From now on a part that fails whenever it is evaluated is only a warning (FailsIfReached), and
  /// `late` is the end of its message: the moment of the failure. A call with a wrong number of
  /// arguments is such a part. If `late` is empty, such a part is an error again (ElType,
  /// WrongArity). Returns the text that applied before.
  Message WarnInsteadOfFailing(Message late);

  /// From now on the call of an unknown function is a failure like those of WarnInsteadOfFailing(),
  /// and no error.
  void LetUnknownCallsFail();

  /// From now on, until the call with false, the texts belong to an inherited <global>. Nothing is
  /// reported about them, because they stand in another definition. A text that cannot be lowered
  /// fails when it is evaluated. A parameter that only these texts read is optional.
  void SetInherited(bool inherited);

  /// Returns the typed form of an expression in `environment`. Reports an error if the value can
  /// never be converted to `target` (kAny: any value fits). Returns an invalid id after any error
  /// in the expression. A variable that is not a constant becomes a parameter. If `out.parameters`
  /// has an entry of that name, the function marks the entry as used. Otherwise the function adds
  /// an entry with the place of the first use.
  hir::ExprId Lower(ast::ExprId expr, stdlib::Type target, stdlib::Environment environment);

  /// Returns the index in `out.values` of a text that may contain expressions. A constant result
  /// has no `expr`. Returns an invalid id after an error.
  hir::ValueId LowerValue(const ast::Template& text, stdlib::Type target);

  /// Returns the index in `out.values` of a string that consists of `prefix` and `text`. Returns an
  /// invalid id after an error.
  hir::ValueId LowerPrefixed(std::string_view prefix, const ast::Template& text);

  /// Returns the index in `out.values` of a text without expressions.
  hir::ValueId Constant(std::string_view text, stdlib::Type target, Range range);

  /// Returns the calls of functions in order of appearance. The calls in the arguments of a call
  /// come before that call.
  const std::vector<Call>& calls() const;

  /// Returns the bindings by index of the ast expression. The vector is shorter than the pool if
  /// the last expressions were not lowered.
  const std::vector<Bound>& bound() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_EXPRESSION_H_
