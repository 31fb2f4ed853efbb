#include "stdlib/local/property_text.h"

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

namespace hpdl::stdlib {

namespace {

class Writer {
 public:
  void Add(std::string_view name, std::string_view value) {
    Escape(name, true);
    text_ += '=';
    Escape(value, false);
    text_ += '\n';
  }
  std::string Take() { return std::move(text_); }

 private:
  void Escape(std::string_view text, bool is_name) {
    bool leading = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c == '\n' || c == '\r' || c == '\t' || c == '\f') {
        text_ += c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : "\\f";
      } else if (c >= 0x80) {
        i += Unicode(text.substr(i)) - 1;
      } else {
        const bool special = c == '\\' || (c == ' ' && (is_name || leading)) ||
                             (is_name && (c == '=' || c == ':' || c == '#' || c == '!'));
        text_ += special ? "\\" : "";
        text_ += text[i];
      }
      leading = leading && c == ' ';
    }
  }

  /// Writes the first character of `text` as UTF-16 escapes. Returns the number of bytes that the
  /// character has in `text`. A byte that is not UTF-8 is written as one character.
  std::size_t Unicode(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    std::uint32_t point = length == 1 ? first : first & (0xFFU >> (length + 1));
    if (text.size() < length) {
      Unit(first);
      return 1;
    }
    for (std::size_t i = 1; i < length; ++i) {
      point = (point << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    if (point >= 0x10000) {
      point -= 0x10000;
      Unit(0xD800 + (point >> 10U));
      point = 0xDC00 + (point & 0x3FFU);
    }
    Unit(point);
    return length;
  }

  void Unit(std::uint32_t unit) {
    char escape[8];
    std::snprintf(escape, sizeof(escape), "\\u%04x", unit & 0xFFFFU);
    text_ += escape;
  }

  std::string text_;
};

}  // namespace

std::string PropertyText(const rt::Properties& properties) {
  Writer writer;
  for (const auto& [name, value] : properties) {
    writer.Add(name, value);
  }
  return writer.Take();
}

}  // namespace hpdl::stdlib
