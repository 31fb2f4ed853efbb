#ifndef HPDL_COMPILER_HIR_CONSTANTS_H_
#define HPDL_COMPILER_HIR_CONSTANTS_H_

#include <optional>

#include "compiler/hir/hir.h"
#include "runtime/ground/abi/hpdl_abi.h"

namespace hpdl::hir {

/// The constant of a value. Nothing for a Map, which is no constant, and for a text of more than
/// 64 KiB: functions such as replaceAll multiply the lengths of their arguments, and no expression
/// is to make the compiler use more memory than the file that it is in.
std::optional<Expr> ConstantOf(const hpdl_value& value);

/// The value of a kConstant. A text is borrowed from it.
hpdl_value ValueOf(const Expr& constant);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_CONSTANTS_H_
