#ifndef HPDL_RUNTIME_GROUND_VALUE_COERCE_H_
#define HPDL_RUNTIME_GROUND_VALUE_COERCE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

/// The conversions of JSP.2.8. A conversion that fails leaves a message in the evaluation and
/// returns false.
namespace hpdl::rt {

/// The name of an HPDL_* value type for messages, for example "a Long" or "a Map".
std::string_view TypeName(std::uint32_t type);

/// Null and "" are false. A string is true if it is "true" in any case, else false. Numbers and
/// maps are errors.
bool CoerceToBoolean(hpdl_eval* eval, const hpdl_value& value, bool* out);

/// Null and "" are 0, and strings are parsed; CoerceToLong() cuts doubles to integers. Booleans,
/// maps and other strings are errors, except that a map that reads as zero (map.h) is 0.
bool CoerceToLong(hpdl_eval* eval, const hpdl_value& value, std::int64_t* out);
bool CoerceToDouble(hpdl_eval* eval, const hpdl_value& value, double* out);

/// The text of any value; null is "". The view points into the value or the arena.
std::string_view CoerceToString(hpdl_eval* eval, const hpdl_value& value);

/// Appends the text of any value to `out`; null is "".
void AppendText(const hpdl_value& value, std::string* out);

/// Compares strings by UTF-16 units, as Java does. Negative if a is before b, 0 if they are equal,
/// positive if a is after b.
int CompareText(std::string_view a, std::string_view b);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_COERCE_H_
