#include "runtime/server/protocols/celos_ui/html.h"

#include <algorithm>
#include <iterator>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::rt::celos {

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : ValidUtf8(text)) {
    const auto code = static_cast<unsigned char>(c);
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      case '\r':
        escaped += "&#13;";
        break;
      default:
        if ((code < 0x20 && c != '\t' && c != '\n') || code == 0x7f) {
          escaped += "\xEF\xBF\xBD";
        } else {
          escaped += c;
        }
    }
  }
  return escaped;
}

std::string Attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + Escaped(value) + "\"";
}

bool IsLinkable(std::string_view url) {
  constexpr std::string_view kSchemes[] = {"http://", "https://", "ftp://"};
  const std::string lower = LowerCase(url);
  return std::any_of(std::begin(kSchemes), std::end(kSchemes),
                     [&](std::string_view scheme) { return lower.starts_with(scheme); });
}

std::string LinkIfSafe(std::string_view url, std::string_view text) {
  return IsLinkable(url) ? "<a" + Attribute("href", url) + ">" + Escaped(text) + "</a>"
                         : Escaped(text);
}

std::string HtmlPage(std::string_view title, std::string_view body) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
         Escaped(title) +
         "</title>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n"
         "<link rel=\"stylesheet\" href=\"/ui/style.css\">\n"
         "<script src=\"/ui/script.js\" defer></script>\n</head>\n<body>\n" +
         std::string(body) + "</body>\n</html>\n";
}

}  // namespace hpdl::rt::celos
