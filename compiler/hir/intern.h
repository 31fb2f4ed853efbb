#ifndef HPDL_COMPILER_HIR_INTERN_H_
#define HPDL_COMPILER_HIR_INTERN_H_

#include <cstdint>
#include <unordered_map>

#include "compiler/hir/hir.h"

namespace hpdl::hir {

/// Shares equal expressions and values of one definition. Only this class looks up equal entries in
/// the tables of the definition. While the object exists, other code may only add entries to the
/// tables.
class Interner {
 public:
  explicit Interner(Expressions& expressions) : table_(expressions) {}

  /// Returns the id of an expression equal to `expr`; adds `expr` if there is no such expression.
  /// An expression that writes (stdlib::kWrite) is never shared, because each place must evaluate
  /// it once. Constants are compared bit by bit, because -0.0 and 0.0 print differently.
  ExprId Intern(Expr expr);
  /// Returns the id of a value equal to `value`; adds `value` if there is no such value. Two
  /// templates with the same expression are one value, however they are written.
  ValueId Intern(Value value);

 private:
  Expressions& table_;
  std::unordered_multimap<std::size_t, ExprId> exprs_;
  std::unordered_multimap<std::size_t, ValueId> values_;
};

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_INTERN_H_
