#include "compiler/base/xml_text.h"

namespace hpdl {

std::string EscapeXml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      case '\n':
      case '\r':
      case '\t':
        out += c;
        break;
      default:
        out += static_cast<unsigned char>(c) < ' ' ? "\xEF\xBF\xBD" : std::string(1, c);
    }
  }
  return out;
}

}  // namespace hpdl
