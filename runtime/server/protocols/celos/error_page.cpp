#include "runtime/server/protocols/celos/error_page.h"

#include <string>

#include "runtime/ground/base/utf8.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kLongestReason = 1024;

// Encodes a text as ISO-8859-1; characters outside of it become question marks.
std::string Latin1(std::string_view text) {
  std::string latin;
  while (!text.empty()) {
    const Utf8Character character = DecodeUtf8(text);
    const bool known = character.size > 0 && character.code <= 0xFF;
    latin += known ? static_cast<char>(character.code) : '?';
    text.remove_prefix(character.size > 0 ? character.size : 1);
  }
  return latin;
}

std::string ReasonLine(std::string_view text) {
  std::string reason = Latin1(text).substr(0, kLongestReason);
  for (char& c : reason) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      c = '?';
    }
  }
  return reason;
}

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : Latin1(text)) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    const bool blank = (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
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
      default:
        escaped += control && !blank ? '?' : c;
    }
  }
  return escaped;
}

}  // namespace

CelosAnswer ErrorPage(const CelosRequest& request, int status, std::string_view text) {
  CelosAnswer answer;
  answer.status = status;
  answer.reason = ReasonLine(text);
  if (request.method != "GET" && request.method != "HEAD" && request.method != "POST") {
    return answer;
  }
  const std::string code = std::to_string(status), words = Escaped(text);
  answer.content_type = "text/html; charset=ISO-8859-1";
  answer.fields = "Cache-Control: must-revalidate,no-cache,no-store\r\n";
  answer.body =
      "<html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; "
      "charset=UTF-8\"/>\n<title>Error " +
      code + " " + words + "</title>\n</head>\n<body><h2>HTTP ERROR " + code +
      "</h2>\n<p>Problem accessing " + Escaped(PathOfTarget(request.target)) +
      ". Reason:\n<pre>    " + words +
      "</pre></p><hr><i><small>Powered by Jetty://</small></i><hr/>\n\n</body>\n</html>\n";
  return answer;
}

}  // namespace hpdl::rt::celos
