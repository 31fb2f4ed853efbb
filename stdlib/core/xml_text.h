#ifndef HPDL_STDLIB_CORE_XML_TEXT_H_
#define HPDL_STDLIB_CORE_XML_TEXT_H_

#include <string>
#include <string_view>

namespace hpdl::stdlib {

/// Appends `text` as the content of an XML element. With `keep_returns` a carriage return is
/// written as `&#13;`, so a reader gets it back. Without `keep_returns` it is written as it is, and
/// a reader turns it into a line feed.
inline void AppendXmlText(std::string_view text, bool keep_returns, std::string* out) {
  for (const char c : text) {
    if (c == '&') {
      *out += "&amp;";
    } else if (c == '<') {
      *out += "&lt;";
    } else if (c == '>') {
      *out += "&gt;";
    } else if (c == '\r' && keep_returns) {
      *out += "&#13;";
    } else {
      *out += c;
    }
  }
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_XML_TEXT_H_
