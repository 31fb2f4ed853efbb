#ifndef HPDL_RUNTIME_GROUND_VALUE_VARIABLE_H_
#define HPDL_RUNTIME_GROUND_VALUE_VARIABLE_H_

#include <cstdint>
#include <string_view>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Reads the value of ${name}, the property of the job. Returns 0, or 1 after a message if the job
/// has no such property.
std::int32_t VariableValue(hpdl_eval* eval, std::string_view name, hpdl_value* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_VARIABLE_H_
