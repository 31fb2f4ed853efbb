#ifndef HPDL_COMPILER_SEMA_OPERATOR_TYPES_H_
#define HPDL_COMPILER_SEMA_OPERATOR_TYPES_H_

#include <optional>
#include <string>

#include "compiler/core/terms.h"
#include "stdlib/core/function.h"

/// The types of the operands and of the results of operators (JSP 2.0, section 2.3).
namespace hpdl::sema {

/// Returns the type of the result, if it follows from the types of the operands. For an operator of
/// one operand, pass its type twice.
stdlib::Type ResultType(Op op, stdlib::Type a, stdlib::Type b);

/// Returns the reason why no value of type `type` can be an operand of `op` next to a value of type
/// `other`. Returns nullopt if such a value can be an operand.
std::optional<std::string> OperandProblem(Op op, stdlib::Type type, stdlib::Type other);

inline bool IsNumber(stdlib::Type type) {
  return type == stdlib::Type::kLong || type == stdlib::Type::kDouble;
}

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_OPERATOR_TYPES_H_
