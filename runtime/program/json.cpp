#include "runtime/program/json.h"

#include <charconv>
#include <cstdio>

#include "runtime/program/text.h"

namespace hpdl::rt {
namespace {

/// Bytes of the UTF-8 character at `at`, 0 if there is none. Sequences are checked in full, because
/// a reader may refuse the whole document for one bad byte.
std::size_t CharacterSize(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) {
    return 1;
  }
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + size > text.size()) {
    return 0;
  }
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) {
      return 0;
    }
  }
  const unsigned char second = byte(at + 1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return overlong || beyond ? 0 : size;
}

void AppendQuoted(std::string* out, std::string_view text) {
  out->push_back('"');
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    const std::size_t size = CharacterSize(text, at);
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
