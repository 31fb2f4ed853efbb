#include "runtime/ground/base/json_writer.h"

#include <charconv>
#include <cstdio>

#include "runtime/ground/base/utc_time.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::rt {
namespace {

bool EscapePlain(char32_t code, std::string* out) {
  if (code == '"' || code == '\\') {
    out->push_back('\\');
    out->push_back(static_cast<char>(code));
  } else if (code == '\n') {
    out->append("\\n");
  } else if (code < 0x20 || code == 0x7F) {
    char buffer[8];
    std::snprintf(buffer, sizeof buffer, "\\u%04x", static_cast<unsigned>(code));
    out->append(buffer);
  } else {
    return false;
  }
  return true;
}

}  // namespace

const JsonStyle kPlainJson = {EscapePlain, IsoTime};

// Replaces each byte that is not UTF-8, because a reader may refuse the whole document for one bad
// byte.
void JsonWriter::AppendQuoted(std::string_view text) {
  text_.push_back('"');
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character character = DecodeUtf8(text.substr(at));
    if (character.size == 0) {
      text_.append("\xEF\xBF\xBD");
    } else if (!style_->escape(character.code, &text_)) {
      text_.append(text.substr(at, character.size));
    }
    at += character.size == 0 ? 1 : character.size;
  }
  text_.push_back('"');
}

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
  AppendQuoted(name);
  text_.push_back(':');
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::Text(std::string_view value) {
  Separate();
  AppendQuoted(value);
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
  return ms == 0 ? Null() : Text(style_->time(ms));
}

}  // namespace hpdl::rt
