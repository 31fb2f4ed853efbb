#ifndef HPDL_RUNTIME_GROUND_VALUE_COERCE_H_
#define HPDL_RUNTIME_GROUND_VALUE_COERCE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

/// The conversions of JSP.2.8. A conversion that fails leaves a message in the evaluation and
/// returns false.
namespace hpdl::rt {

/// Returns the name of an HPDL_* value type for messages, for example "a Long" or "a Map".
std::string_view TypeName(std::uint32_t type);

/// Converts a value to a Boolean. Null and "" give false. A string gives true if it is "true" in
/// any case, else false. Numbers and maps are errors.
bool CoerceToBoolean(hpdl_eval* eval, const hpdl_value& value, bool* out);

/// True if a case of Oozie's <switch> applies. `text` is the value of the case. It must be "true"
/// in small letters; white space around it is allowed.
bool IsTrueCase(std::string_view text);

/// Converts a value to a number. Null and "" give 0, and a string is parsed. CoerceToLong() cuts
/// doubles to integers. A map with reads_as_zero (map.h) gives 0. Other maps, Booleans, and strings
/// that are not numbers are errors.
bool CoerceToLong(hpdl_eval* eval, const hpdl_value& value, std::int64_t* out);
bool CoerceToDouble(hpdl_eval* eval, const hpdl_value& value, double* out);

/// Returns the text of any value; null gives "". The view points into the value or the arena.
std::string_view CoerceToString(hpdl_eval* eval, const hpdl_value& value);

/// Appends the text of any value to `out`; null gives "".
void AppendText(const hpdl_value& value, std::string* out);

/// Compares strings by UTF-16 units, as Java does. The result is negative if `a` is before `b`, 0
/// if the strings are equal, and positive if `a` is after `b`.
int CompareText(std::string_view a, std::string_view b);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_COERCE_H_
