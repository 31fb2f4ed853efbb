#include "runtime/ground/config/properties_text.h"

#include "runtime/ground/base/hex.h"

namespace hpdl::rt {
namespace {

/// Appends a text. Each character with a special meaning in the format is written as \u00XX; bytes
/// of UTF-8 are not changed.
void AppendEscaped(std::string_view text, std::string* out) {
  constexpr std::string_view kSpecial = "\\=:#!<";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 0x7f || kSpecial.find(c) != std::string_view::npos) {
      out->append("\\u00").append(HexText(byte));
    } else {
      out->push_back(c);
    }
  }
}

}  // namespace

std::string PropertiesText(const Properties& properties) {
  std::string text;
  for (const auto& [name, value] : properties) {
    AppendEscaped(name, &text);
    text.push_back('=');
    AppendEscaped(value, &text);
    text.push_back('\n');
  }
  return text;
}

}  // namespace hpdl::rt
