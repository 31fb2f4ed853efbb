#ifndef HPDL_COMPILER_HIR_CONSTANTS_H_
#define HPDL_COMPILER_HIR_CONSTANTS_H_

#include <optional>

#include "compiler/hir/hir.h"
#include "runtime/ground/abi/hpdl_abi.h"

namespace hpdl::hir {

/// Returns the constant for a value. Returns nullopt for a Map, which cannot be a constant, and for
/// a text of more than 64 KiB. The limit keeps a short expression from using much memory, because
/// functions such as replaceAll multiply the lengths of their arguments.
std::optional<Expr> ConstantOf(const hpdl_value& value);

/// Returns the value of a kConstant. A text is borrowed from `constant`.
hpdl_value ValueOf(const Expr& constant);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_CONSTANTS_H_
