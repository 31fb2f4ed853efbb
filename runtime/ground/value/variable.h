#ifndef HPDL_RUNTIME_GROUND_VALUE_VARIABLE_H_
#define HPDL_RUNTIME_GROUND_VALUE_VARIABLE_H_

#include <cstdint>
#include <string_view>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// What ${name} gives: the property of the job. Returns 0, or 1 after a message: there is none.
std::int32_t VariableValue(hpdl_eval* eval, std::string_view name, hpdl_value* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_VARIABLE_H_
