#ifndef HPDL_RUNTIME_GROUND_VALUE_VARIABLE_H_
#define HPDL_RUNTIME_GROUND_VALUE_VARIABLE_H_

#include <cstdint>
#include <string_view>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Reads the value of ${name}, a property of the job. Returns 0. If the job has no such property,
/// leaves a message and returns 1.
std::int32_t VariableValue(hpdl_eval* eval, std::string_view name, hpdl_value* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_VARIABLE_H_
