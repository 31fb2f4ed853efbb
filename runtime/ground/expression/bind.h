#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_BIND_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_BIND_H_

#include <cstdint>
#include <string_view>

#include "runtime/ground/abi/hpdl_names.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Returns the constant with this name. Returns null if there is no such constant.
const hpdl_value* FindConstant(const hpdl_names& names, std::string_view name);

/// Returns the function with this name and number of arguments. An error has the code EL_EVAL_ERROR
/// and the same message as the compiler's.
Result<hpdl_function> BindFunction(const hpdl_names& names, std::string_view name,
                                   std::uint32_t arguments);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_BIND_H_
