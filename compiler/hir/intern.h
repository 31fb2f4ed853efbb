#ifndef HPDL_COMPILER_HIR_INTERN_H_
#define HPDL_COMPILER_HIR_INTERN_H_

#include <cstdint>
#include <unordered_map>

#include "compiler/hir/hir.h"

namespace hpdl::hir {

/// Shares equal expressions and values of one definition: the one table by which they are found.
/// The tables may not be changed elsewhere while it lives, except for additions.
class Interner {
 public:
  explicit Interner(Expressions& expressions) : table_(expressions) {}

  /// The id of an expression equal to `expr`; it is added if there is none. What writes is
  /// evaluated once for each place and therefore never shared. Constants are compared bit by bit,
  /// as -0.0 and 0.0 print differently.
  ExprId Intern(Expr expr);
  /// The same for a value. Two templates of one expression are one value, however they are written.
  ValueId Intern(Value value);

 private:
  Expressions& table_;
  std::unordered_multimap<std::size_t, ExprId> exprs_;
  std::unordered_multimap<std::size_t, ValueId> values_;
};

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_INTERN_H_
