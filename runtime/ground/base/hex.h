#ifndef HPDL_RUNTIME_GROUND_BASE_HEX_H_
#define HPDL_RUNTIME_GROUND_BASE_HEX_H_

#include <span>
#include <string>

/// Converts bytes to and from hex digits. Digits are written in small letters.
namespace hpdl {

/// Returns the value of a hex digit in either case; -1 if `c` is not a hex digit.
constexpr int HexDigit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/// Returns the two hex digits of a byte.
inline std::string HexText(unsigned char byte) {
  constexpr char kDigits[] = "0123456789abcdef";
  return {kDigits[byte >> 4U], kDigits[byte & 15U]};
}

/// Returns two hex digits for each byte.
inline std::string HexText(std::span<const unsigned char> bytes) {
  std::string text;
  for (const unsigned char byte : bytes) {
    text += HexText(byte);
  }
  return text;
}

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_HEX_H_
