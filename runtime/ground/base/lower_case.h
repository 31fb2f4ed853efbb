#ifndef HPDL_RUNTIME_GROUND_BASE_LOWER_CASE_H_
#define HPDL_RUNTIME_GROUND_BASE_LOWER_CASE_H_

#include <algorithm>
#include <string>
#include <string_view>

/// The letters A to Z as small or capital ones, whatever the locale is.
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

/// True if the text is a word, which is given in small letters, in any case.
inline bool IsInAnyCase(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return LowerCase(a) == b; });
}

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_LOWER_CASE_H_
