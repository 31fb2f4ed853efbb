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

/// A string literal that a function takes as the name of a node or of a job property
/// (stdlib::ArgumentRole). Sema checks the first kind once all nodes are known.
struct NameReference {
  std::string name;
  Range range;  ///< the literal with its quotes
  const stdlib::FunctionDecl* function = nullptr;
};

/// A call of a function of the workflow token, with those of its arguments that are literals.
struct TokenUse {
  const stdlib::FunctionDecl* function = nullptr;
  std::optional<std::string> key;
  std::optional<std::string> node;
  Range range;  ///< the call
};

/// ast expressions -> hir: binds functions by name, number of arguments and dialect, tells
/// constants from parameters, gives types and effects, and shares equal expressions and values
/// through `out.exprs` and `out.values`. One object serves one workflow. What it is constructed
/// with must outlive it. Reports UnknownFunction, WrongArity and ElType; never MissingParameter.
class ExpressionLowering {
 public:
  ExpressionLowering(const ast::ExprPool& pool, const SourceBuffer& source, hir::Workflow& out,
                     hir::Dialect dialect, Diagnostics& diagnostics);
  ~ExpressionLowering();

  /// The typed expression; a diagnostic if it can never be converted to `target` (kAny: anything
  /// goes). Invalid after any error below it. A free variable becomes a parameter: the entry of
  /// `out.parameters` of that name is marked used, or one is added with the place of first use.
  hir::ExprId Lower(ast::ExprId expr, stdlib::Type target);

  /// The slot of `out.values` for a text that may hold expressions. Constant results have no
  /// `expr`. Invalid after an error.
  hir::ValueId LowerValue(const ast::Template& text, stdlib::Type target);

  /// The slot of a text that is known already.
  hir::ValueId Constant(std::string_view text, stdlib::Type target, Range range);

  /// Node names that functions were given, in order of appearance.
  const std::vector<NameReference>& node_references() const;
  /// Property names that wf:conf was given, in order of appearance. Whether one is missing is not
  /// an error: wf:conf gives null.
  const std::vector<NameReference>& property_references() const;
  /// Calls of token functions, in order of appearance.
  const std::vector<TokenUse>& token_uses() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_EXPRESSION_H_
