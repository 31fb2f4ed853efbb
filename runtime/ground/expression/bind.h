#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_BIND_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_BIND_H_

#include <cstdint>
#include <string_view>

#include "runtime/ground/abi/hpdl_names.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The constant of that name, or null.
const hpdl_value* FindConstant(const hpdl_names& names, std::string_view name);

/// The function of that name and number of arguments. The message says what is wrong, in the words
/// of the compiler.
Result<hpdl_function> BindFunction(const hpdl_names& names, std::string_view name,
                                   std::uint32_t arguments);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_BIND_H_
