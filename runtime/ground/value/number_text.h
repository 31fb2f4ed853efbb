#ifndef HPDL_RUNTIME_GROUND_VALUE_NUMBER_TEXT_H_
#define HPDL_RUNTIME_GROUND_VALUE_NUMBER_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// Prints a number in the format of Java's Double.toString: 3.5, 1000.0, 1.0E10, 1.0E-5, NaN,
/// Infinity. It uses the shortest digits that read back as the same number.
std::string DoubleText(double value);

/// Parses a number as Java's Long.valueOf does: digits with an optional sign and nothing around
/// them. Returns false if `text` is not a number or is out of range.
bool ParseLong(std::string_view text, std::int64_t* value);

/// Parses a decimal number as Java's Double.valueOf does. White space around the number, an
/// exponent, a suffix f or d, NaN and Infinity are allowed. Returns false if `text` is not a
/// number.
bool ParseDouble(std::string_view text, double* value);

/// Converts a number like Java's cast to long. Removes the fraction, gives 0 for NaN, and gives the
/// nearest long if the number is out of range.
std::int64_t DoubleToLong(double value);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_NUMBER_TEXT_H_
