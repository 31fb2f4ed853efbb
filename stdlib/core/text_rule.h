#ifndef HPDL_STDLIB_CORE_TEXT_RULE_H_
#define HPDL_STDLIB_CORE_TEXT_RULE_H_

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "runtime/ground/base/lower_case.h"
#include "stdlib/core/schema.h"

/// Checks texts by the rules of TextRule. The reader of definitions checks the texts of a
/// definition. The analysis of parameters checks the values that the parameters give.
namespace hpdl::stdlib {
namespace internal {

inline bool IsIdentifier(std::string_view text) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return letter(c) || c == '-' || (c >= '0' && c <= '9');
  });
}

inline bool IsDataName(std::string_view text) {
  return IsIdentifier(text) && text[0] != '_';
}

inline bool IsInteger(std::string_view text, std::int64_t low, std::int64_t high) {
  if (text.starts_with('+') && !text.starts_with("+-")) {
    text.remove_prefix(1);
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= low && value <= high;
}

/// True for `755`, and for `drwxr-x--t` as ls shows it.
inline bool IsPermissions(std::string_view text) {
  constexpr std::string_view kShown = "-rwxrwxrwx";
  const auto octal = [](char c) { return c >= '0' && c <= '7'; };
  if (text.size() == 3) {
    return std::all_of(text.begin(), text.end(), octal);
  }
  if (text.size() != kShown.size() || (text[0] != '-' && text[0] != 'd')) {
    return false;
  }
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool sticky = i + 1 == kShown.size() && (text[i] == 't' || text[i] == 'T');
    if (text[i] != kShown[i] && text[i] != '-' && !sticky) {
      return false;
    }
  }
  return true;
}

}  // namespace internal

inline const char* Violation(TextRule rule, std::string_view text) {
  switch (rule) {
    case TextRule::kAny:
    case TextRule::kVerbatim:
    case TextRule::kPlain:
      return nullptr;
    case TextRule::kIdentifier:
      return internal::IsIdentifier(text)
                 ? nullptr
                 : "a node name: a letter or _ first, then letters, digits, - and _";
    case TextRule::kDataName:
      return internal::IsDataName(text) ? nullptr
                                        : "a name: a letter first, then letters, digits, - and _";
    case TextRule::kBoolean:
      return text == "true" || text == "false" || text == "0" || text == "1" ? nullptr
                                                                             : "true or false";
    case TextRule::kShort:
      return internal::IsInteger(text, -32768, 32767) ? nullptr
                                                      : "a whole number from -32768 to 32767";
    case TextRule::kUnsigned:
      return internal::IsInteger(text, 0, UINT32_MAX) ? nullptr
                                                      : "a whole number from 0 to 4294967295";
    case TextRule::kInteger:
      return internal::IsInteger(text, INT64_MIN, INT64_MAX) ? nullptr : "a whole number";
    case TextRule::kNotEmpty:
      return text.empty() ? "" : nullptr;
    case TextRule::kPermissions:
      return internal::IsPermissions(text)
                 ? nullptr
                 : "permissions: 3 octal digits, or a form like -rwxr-x---";
    case TextRule::kTrueOrFalse:
      return IsInAnyCase(text, "true") || IsInAnyCase(text, "false") ? nullptr : "true or false";
    case TextRule::kTries:
    case TextRule::kInterval:
      return internal::IsInteger(text, INT32_MIN, INT32_MAX) ? nullptr
                                                             : "a whole number of 32 bits";
    case TextRule::kRetryPolicy:
      return IsInAnyCase(text, "periodic") || IsInAnyCase(text, "fixed") ||
                     IsInAnyCase(text, "exponential")
                 ? nullptr
                 : "periodic or exponential";
  }
  return nullptr;
}

/// True for the rules of retry-max and retry-interval. Oozie cannot run a job in which a text
/// violates one of them.
inline bool IsRetryNumber(TextRule rule) {
  return rule == TextRule::kTries || rule == TextRule::kInterval;
}

/// If Oozie uses another value in place of a text that violates the rule, returns a message that
/// names this value. Otherwise returns null.
inline const char* TakenFor(TextRule rule) {
  switch (rule) {
    case TextRule::kTrueOrFalse:
      return "false is used";
    case TextRule::kRetryPolicy:
      return "the policy of the site is used";
    default:
      return nullptr;
  }
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_TEXT_RULE_H_
