#include "runtime/server/protocols/oozie/java_json.h"

#include <cstdio>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

/// Returns the letter of a character's short escape; 0 if the character has no short escape.
char ShortEscapeOf(char32_t code) {
  switch (code) {
    case '"':
    case '\\':
    case '/':
      return static_cast<char>(code);
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return 0;
  }
}

bool IsEscapedByNumber(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || (code >= 0x2000 && code <= 0x20FF);
}

bool EscapeJava(char32_t code, std::string* out) {
  if (const char letter = ShortEscapeOf(code)) {
    out->push_back('\\');
    out->push_back(letter);
    return true;
  }
  if (!IsEscapedByNumber(code)) {
    return false;
  }
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "\\u%04X", static_cast<unsigned>(code));
  out->append(buffer);
  return true;
}

}  // namespace

const JsonStyle kJavaJson = {EscapeJava, HttpDate};

}  // namespace hpdl::rt
