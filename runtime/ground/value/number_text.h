#ifndef HPDL_RUNTIME_GROUND_VALUE_NUMBER_TEXT_H_
#define HPDL_RUNTIME_GROUND_VALUE_NUMBER_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// As Java's Double.toString: 3.5, 1000.0, 1.0E10, 1.0E-5, NaN, Infinity; the shortest digits that
/// read back as the same number.
std::string DoubleText(double value);

/// As Java's Long.valueOf: digits with an optional sign, nothing around them. False if it is not
/// one, or is out of range.
bool ParseLong(std::string_view text, std::int64_t* value);

/// As Java's Double.valueOf for decimal numbers: white space around it, an exponent, a suffix f or
/// d, NaN and Infinity are fine.
bool ParseDouble(std::string_view text, double* value);

/// Java's (long) of a double: towards zero, saturating, 0 for NaN.
std::int64_t DoubleToLong(double value);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_NUMBER_TEXT_H_
