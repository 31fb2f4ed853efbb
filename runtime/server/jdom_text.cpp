#include "runtime/server/jdom_text.h"

#include "runtime/base/utf8.h"

namespace hpdl::rt {

void AppendJdomText(std::string* out, std::string_view text) {
  for (const char c : ValidUtf8(text)) {
    if (c == '&') {
      out->append("&amp;");
    } else if (c == '<') {
      out->append("&lt;");
    } else if (c == '>') {
      out->append("&gt;");
    } else if (c == '\r') {
      out->append("&#xD;");
    } else if (c == '\n') {
      out->append("\r\n");
    } else {
      out->push_back(c);
    }
  }
}

}  // namespace hpdl::rt
