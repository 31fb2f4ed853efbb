#include <regex.h>

#include <string>
#include <string_view>

#include "runtime/value/arguments.h"
#include "stdlib/functions/core/core.fn.h"

using namespace hpdl::rt;  // the function stands outside of any namespace

/// Regular expressions are the C library's (POSIX extended), which every emitted program has
/// anyway. The escapes that Java has and POSIX lacks are translated.
namespace {

constexpr std::size_t kGroups = 10;

/// \d and the like; inside of brackets only those that name a set can be written.
std::string_view ClassOf(char letter, bool in_brackets) {
  switch (letter) {
    case 'd':
      return in_brackets ? "0-9" : "[0-9]";
    case 'w':
      return in_brackets ? "a-zA-Z0-9_" : "[a-zA-Z0-9_]";
    case 's':
      return in_brackets ? " \t\n\v\f\r" : "[ \t\n\v\f\r]";
    case 'D':
      return in_brackets ? "" : "[^0-9]";
    case 'W':
      return in_brackets ? "" : "[^a-zA-Z0-9_]";
    case 'S':
      return in_brackets ? "" : "[^ \t\n\v\f\r]";
    default:
      return "";
  }
}

char ControlOf(char letter) {
  switch (letter) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'f':
      return '\f';
    default:
      return 0;
  }
}

/// One escape of Java at regex[*i], which is moved onto its last character. False: not supported.
bool AppendEscape(std::string_view regex, std::size_t* i, bool in_brackets, std::string* out) {
  if (*i + 1 >= regex.size()) {
    return false;
  }
  const char letter = regex[++*i];
  if (const std::string_view set = ClassOf(letter, in_brackets); !set.empty()) {
    *out += set;
  } else if (const char control = ControlOf(letter); control != 0) {
    *out += control;
  } else if (!in_brackets && (letter == 'b' || letter == 'B')) {
    *out += '\\';
    *out += letter;
  } else if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
             (letter >= '0' && letter <= '9')) {
    return false;
  } else {
    *out += in_brackets ? "" : "\\";
    *out += letter;
  }
  return true;
}

bool ToPosix(std::string_view regex, std::string* out) {
  bool in_brackets = false;
  for (std::size_t i = 0; i < regex.size(); ++i) {
    const char c = regex[i];
    if (c == '\\') {
      if (!AppendEscape(regex, &i, in_brackets, out)) {
        return false;
      }
      continue;
    }
    if (!in_brackets && c == '(' && regex.substr(i).starts_with("(?")) {
      return false;
    }
    const bool reluctant_or_possessive =
        !in_brackets && (c == '?' || c == '+') && i > 0 &&
        std::string_view("*+?}").find(regex[i - 1]) != std::string_view::npos &&
        (i < 2 || regex[i - 2] != '\\');
    if (reluctant_or_possessive) {
      return false;
    }
    *out += c;
    if (!in_brackets && c == '[') {
      in_brackets = true;
      if (i + 1 < regex.size() && regex[i + 1] == '^') {
        *out += regex[++i];
      }
    } else if (in_brackets && c == ']') {
      in_brackets = false;
    }
  }
  return true;
}

/// False: the replacement names a group that does not exist, or ends in the middle.
bool AppendReplacement(std::string_view replacement, std::string_view text,
                       const regmatch_t* groups, std::size_t group_count, std::string* out) {
  for (std::size_t i = 0; i < replacement.size(); ++i) {
    const char c = replacement[i];
    if (c != '\\' && c != '$') {
      *out += c;
      continue;
    }
    if (++i >= replacement.size()) {
      return false;
    }
    if (c == '\\') {
      *out += replacement[i];
      continue;
    }
    const std::size_t group = static_cast<std::size_t>(replacement[i]) - '0';
    if (replacement[i] < '0' || replacement[i] > '9' || group > group_count) {
      return false;
    }
    if (groups[group].rm_so >= 0) {
      *out += text.substr(static_cast<std::size_t>(groups[group].rm_so),
                          static_cast<std::size_t>(groups[group].rm_eo - groups[group].rm_so));
    }
  }
  return true;
}

bool ReplaceMatches(const regex_t& compiled, const std::string& text, std::string_view replacement,
                    std::string* result) {
  regmatch_t groups[kGroups];
  std::size_t at = 0;
  while (at <= text.size()) {
    // With the whole text given, ^ and \b see what stands before `at`.
    groups[0].rm_so = static_cast<regoff_t>(at);
    groups[0].rm_eo = static_cast<regoff_t>(text.size());
    if (regexec(&compiled, text.c_str(), kGroups, groups, REG_STARTEND) != 0) {
      break;
    }
    const auto begin = static_cast<std::size_t>(groups[0].rm_so);
    const auto end = static_cast<std::size_t>(groups[0].rm_eo);
    result->append(text, at, begin - at);
    if (!AppendReplacement(replacement, text, groups, compiled.re_nsub, result)) {
      return false;
    }
    at = end;
    if (end == begin) {  // an empty match: go on behind the next character
      if (at < text.size()) {
        *result += text[at];
      }
      ++at;
    }
  }
  if (at < text.size()) {
    result->append(text, at, std::string::npos);
  }
  return true;
}

}  // namespace

std::int32_t hpdl_fn_replace_all(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const std::string text(CoerceToString(eval, args[0]));
  const std::string_view pattern = CoerceToString(eval, args[1]);
  const std::string quoted = "the regular expression \"" + std::string(pattern) + "\"";
  std::string posix;
  if (!ToPosix(pattern, &posix)) {
    return eval->Fail("replaceAll: " + quoted +
                      " uses what is not supported: groups (?...), reluctant or possessive "
                      "repetition, or an unknown escape");
  }
  regex_t compiled;
  if (const int code = regcomp(&compiled, posix.c_str(), REG_EXTENDED); code != 0) {
    char reason[128];
    regerror(code, &compiled, reason, sizeof reason);
    return eval->Fail("replaceAll: " + quoted + " is wrong: " + reason);
  }
  std::string result;
  const bool ok = ReplaceMatches(compiled, text, CoerceToString(eval, args[2]), &result);
  regfree(&compiled);
  if (!ok) {
    return eval->Fail("replaceAll: the replacement refers to a group that " + quoted +
                      " does not have; a plain $ is written \\$");
  }
  *out = StringValueCopy(eval, result);
  return 0;
}
