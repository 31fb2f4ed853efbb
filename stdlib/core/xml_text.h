#ifndef HPDL_STDLIB_CORE_XML_TEXT_H_
#define HPDL_STDLIB_CORE_XML_TEXT_H_

#include <string>
#include <string_view>

namespace hpdl::stdlib {

/// Appends `text` as the content of an XML element. An XML reader turns a plain carriage return
/// into a line feed. With `keep_returns` a carriage return is written as `&#13;`, so the reader
/// keeps it.
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
