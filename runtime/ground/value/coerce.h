#ifndef HPDL_RUNTIME_GROUND_VALUE_COERCE_H_
#define HPDL_RUNTIME_GROUND_VALUE_COERCE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

/// The conversions of JSP.2.8. Each returns false after it has left a message in the evaluation.
namespace hpdl::rt {

/// "a Long", "a Map" ... for messages.
std::string_view TypeName(std::uint32_t type);

/// Null and "" are false, a string is true if it says so in any case; numbers and maps are errors.
bool CoerceToBoolean(hpdl_eval* eval, const hpdl_value& value, bool* out);

/// Null and "" are 0, doubles are cut; booleans, maps and other strings are errors.
bool CoerceToLong(hpdl_eval* eval, const hpdl_value& value, std::int64_t* out);
bool CoerceToDouble(hpdl_eval* eval, const hpdl_value& value, double* out);

/// The text of any value: null is "". Points into the value or the arena.
std::string_view CoerceToString(hpdl_eval* eval, const hpdl_value& value);

/// The same, appended.
void AppendText(const hpdl_value& value, std::string* out);

/// Order of strings as Java has it: by UTF-16 units. Negative, 0, positive.
int CompareText(std::string_view a, std::string_view b);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_COERCE_H_
