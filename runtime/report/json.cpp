#include "runtime/report/json.h"

#include <charconv>
#include <cstdio>

#include "runtime/base/calendar.h"
#include "runtime/base/utf8.h"

namespace hpdl::rt {
namespace {

// Characters are checked in full: a reader may refuse the whole document for one bad byte.
void AppendQuoted(std::string* out, std::string_view text) {
  out->push_back('"');
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    const std::size_t size = DecodeUtf8(text.substr(at)).size;
    if (size == 0) {
      out->append("\xEF\xBF\xBD");
    } else if (c == '"' || c == '\\') {
      out->push_back('\\');
      out->push_back(static_cast<char>(c));
    } else if (c == '\n') {
      out->append("\\n");
    } else if (c < 0x20 || c == 0x7F) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\u%04x", c);
      out->append(buffer);
    } else {
      out->append(text.substr(at, size));
    }
    at += size == 0 ? 1 : size;
  }
  out->push_back('"');
}

}  // namespace

void JsonWriter::Separate() {
  if (!first_) {
    text_.push_back(',');
  }
  first_ = false;
}

JsonWriter& JsonWriter::BeginObject() {
  Separate();
  text_.push_back('{');
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::EndObject() {
  text_.push_back('}');
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::BeginArray() {
  Separate();
  text_.push_back('[');
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::EndArray() {
  text_.push_back(']');
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view name) {
  Separate();
  AppendQuoted(&text_, name);
  text_.push_back(':');
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::Text(std::string_view value) {
  Separate();
  AppendQuoted(&text_, value);
  return *this;
}

JsonWriter& JsonWriter::Number(std::int64_t value) {
  Separate();
  char buffer[24];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  text_.append(buffer, result.ptr);
  return *this;
}

JsonWriter& JsonWriter::Boolean(bool value) {
  return Raw(value ? "true" : "false");
}
JsonWriter& JsonWriter::Null() {
  return Raw("null");
}

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  text_.append(json);
  return *this;
}

JsonWriter& JsonWriter::Optional(std::string_view name, std::string_view value) {
  Key(name);
  return value.empty() ? Null() : Text(value);
}

JsonWriter& JsonWriter::Time(std::string_view name, std::int64_t ms) {
  Key(name);
  return ms == 0 ? Null() : Text(IsoTime(ms));
}

}  // namespace hpdl::rt
