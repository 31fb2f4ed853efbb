#include "runtime/server/oozie/java_json.h"

#include <cstdio>

#include "runtime/base/calendar.h"
#include "runtime/base/utf8.h"

namespace hpdl::rt {
namespace {

/// The letter behind the backslash of the characters that have one of their own; 0: none.
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

void AppendJavaText(std::string* out, std::string_view text) {
  out->push_back('"');
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character character = DecodeUtf8(text.substr(at));
    if (character.size == 0) {
      out->append("\xEF\xBF\xBD");
      ++at;
      continue;
    }
    if (const char escape = ShortEscapeOf(character.code)) {
      out->push_back('\\');
      out->push_back(escape);
    } else if (IsEscapedByNumber(character.code)) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\u%04X", static_cast<unsigned>(character.code));
      out->append(buffer);
    } else {
      out->append(text.substr(at, character.size));
    }
    at += character.size;
  }
  out->push_back('"');
}

}  // namespace

void JavaJson::Separate() {
  if (!first_) {
    text_.push_back(',');
  }
  first_ = false;
}

JavaJson& JavaJson::Raw(std::string_view json) {
  Separate();
  text_.append(json);
  return *this;
}

JavaJson& JavaJson::BeginObject() {
  Raw("{");
  first_ = true;
  return *this;
}

JavaJson& JavaJson::EndObject() {
  text_.push_back('}');
  first_ = false;
  return *this;
}

JavaJson& JavaJson::BeginArray() {
  Raw("[");
  first_ = true;
  return *this;
}

JavaJson& JavaJson::EndArray() {
  text_.push_back(']');
  first_ = false;
  return *this;
}

JavaJson& JavaJson::Key(std::string_view name) {
  Text(name);
  text_.push_back(':');
  first_ = true;
  return *this;
}

JavaJson& JavaJson::Text(std::string_view value) {
  Separate();
  AppendJavaText(&text_, value);
  return *this;
}

JavaJson& JavaJson::Number(std::int64_t value) {
  return Raw(std::to_string(value));
}
JavaJson& JavaJson::Boolean(bool value) {
  return Raw(value ? "true" : "false");
}
JavaJson& JavaJson::Null() {
  return Raw("null");
}

JavaJson& JavaJson::Optional(std::string_view name, std::string_view value) {
  Key(name);
  return value.empty() ? Null() : Text(value);
}

JavaJson& JavaJson::Time(std::string_view name, std::int64_t ms) {
  Key(name);
  return ms == 0 ? Null() : Text(HttpDate(ms));
}

std::string HttpDate(std::int64_t ms) {
  constexpr const char* kDays[] = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const CalendarTime time = CalendarOf(ms / 1000);
  const std::int64_t day = DayNumber(time.year, time.month, time.day);
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02d %s %04lld ", kDays[((day % 7) + 7) % 7], time.day,
                kMonths[time.month - 1], static_cast<long long>(time.year));
  return text + TimeOfDay(time) + " GMT";
}

}  // namespace hpdl::rt
