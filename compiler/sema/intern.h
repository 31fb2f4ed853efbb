#ifndef HPDL_COMPILER_SEMA_INTERN_H_
#define HPDL_COMPILER_SEMA_INTERN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "compiler/hir/hir.h"

namespace hpdl::sema {

/// Shares equal expressions and values of one workflow. The tables may not be changed elsewhere
/// while it lives, except for additions.
class Interner {
 public:
  explicit Interner(hir::Workflow& workflow) : workflow_(workflow) {}

  /// The id of an expression equal to `expr`; it is added if there is none. Writing ones are never
  /// shared.
  hir::ExprId Intern(hir::Expr expr);
  hir::ValueId Intern(hir::Value value);

 private:
  hir::Workflow& workflow_;
  std::unordered_multimap<std::size_t, hir::ExprId> exprs_;
  std::unordered_multimap<std::size_t, hir::ValueId> values_;
};

/// The constant of an hpdl_value, and back. Maps are no constants.
hir::Expr ConstantOf(const hpdl_value& value);
hpdl_value ValueOf(const hir::Expr& constant);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_INTERN_H_
