#ifndef HPDL_RUNTIME_GROUND_BASE_LOWER_CASE_H_
#define HPDL_RUNTIME_GROUND_BASE_LOWER_CASE_H_

#include <algorithm>
#include <string>
#include <string_view>

/// Converts ASCII letters between small and capital letters. The locale has no effect.
namespace hpdl {

inline char LowerCase(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    c = LowerCase(c);
  }
  return lower;
}

inline std::string UpperCase(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return upper;
}

/// True if `text` is the word `lower`, in small or capital letters. `lower` itself must be in small
/// letters.
inline bool IsInAnyCase(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return LowerCase(a) == b; });
}

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_LOWER_CASE_H_
