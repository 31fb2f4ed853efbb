#include "runtime/server/protocols/oozie/answers.h"

#include <utility>

#include "runtime/ground/base/utf8.h"
#include "runtime/server/protocols/oozie/java_json.h"

namespace hpdl::rt {
namespace {

constexpr const char* kJsonType = "application/json; charset=\"UTF-8\"";
/// Browsers must not run the content of logs or definitions, even if they guess another content
/// type.
constexpr const char* kFrameOptions =
    "X-Frame-Options: DENY\r\nX-Content-Type-Options: nosniff\r\n";
constexpr std::size_t kMostHeaderText = 4000;
constexpr std::size_t kMostMessage = 64 << 10;  ///< the maximum length of a message in a body, in
                                                ///< bytes; a message may quote a long request

/// Returns a text in the form that a header field can have: one line of ISO-8859-1, of bounded
/// length.
std::string HeaderText(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size() && out.size() < kMostHeaderText;) {
    const Utf8Character character = DecodeUtf8(text.substr(at));
    const char32_t code = character.size == 0 ? '?' : character.code;
    out.push_back(code < 0x20 || code == 0x7F ? ' ' : code > 0xFF ? '?' : static_cast<char>(code));
    at += character.size == 0 ? 1 : character.size;
  }
  return out;
}

std::string HtmlText(std::string_view text) {
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
      default:
        out.push_back(c);
    }
  }
  return out;
}

bool HasBody(std::string_view method) {
  return method == "GET" || method == "POST";
}

std::string ErrorJson(std::string_view message, int status) {
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("errorMessage", HtmlText(CutUtf8(message, kMostMessage)));
  json.Member("httpStatusCode", std::int64_t{status}).EndObject();
  return json.Take();
}

/// True for the codes of missing rights (E0500 to E0511).
bool IsAboutRights(std::string_view code) {
  return code.size() == 5 && code.substr(0, 3) == "E05" && code < "E0512";
}

}  // namespace

Refusal Refuse(std::string_view code, std::string_view text) {
  return {400, std::string(code), std::string(code).append(": ").append(text)};
}

Refusal RefusalOf(const Error& error) {
  if (error.code.empty()) {
    Refusal refusal = Refuse("E0307", "Runtime error [" + error.message + "]");
    refusal.status = error.error_class == ErrorClass::kTransient ? 503 : 400;
    return refusal;
  }
  Refusal refusal = Refuse(error.code, error.message);
  refusal.status = IsAboutRights(error.code)                     ? 401
                   : error.error_class == ErrorClass::kTransient ? 503
                                                                 : 400;
  return refusal;
}

Refusal RefusalOfActing(const Error& error) {
  return {error.code == "E1400" ? 401 : 400, error.code, error.message};
}

Refusal InvalidParameter(std::string_view text) {
  return Refuse("E0302", "Invalid parameter [" + std::string(text) + "]");
}

Refusal InvalidValue(std::string_view name, std::string_view value) {
  std::string text = "Invalid parameter value, [";
  return Refuse("E0303", text.append(name).append("] = [").append(value).append("]"));
}

Refusal InvalidResource(std::string_view name) {
  return Refuse("E0301", "Invalid resource [" + std::string(name) + "]");
}

Refusal NotANumber(std::string_view text) {
  return {400, kWrongArgument, "For input string: \"" + std::string(text) + "\""};
}

OozieAnswer JsonAnswer(std::string json, int status) {
  return {status, std::move(json), kJsonType, kFrameOptions, ""};
}

OozieAnswer TextAnswer(std::string text) {
  return {200, std::move(text), "text/plain; charset=\"UTF-8\"", kFrameOptions, ""};
}

OozieAnswer XmlAnswer(std::string xml) {
  return {200, std::move(xml), "application/xml; charset=\"UTF-8\"", kFrameOptions, ""};
}

OozieAnswer EmptyAnswer() {
  return {200, "", "", kFrameOptions, ""};
}

OozieAnswer ErrorAnswer(const Refusal& refusal, std::string_view method) {
  OozieAnswer answer;
  answer.status = refusal.status;
  answer.reason = HeaderText(refusal.message);
  if (!refusal.code.empty()) {
    answer.fields = "oozie-error-code: " + HeaderText(refusal.code) +
                    "\r\noozie-error-message: " + answer.reason + "\r\n";
  }
  if (HasBody(method)) {
    answer.content_type = kJsonType;
    answer.body = ErrorJson(refusal.message, refusal.status);
  }
  return answer;
}

OozieAnswer NotFoundAnswer(std::string_view method) {
  OozieAnswer answer;
  answer.status = 404;
  if (HasBody(method)) {
    answer.content_type = kJsonType;
    answer.body = ErrorJson("Not Found", 404);
  }
  return answer;
}

}  // namespace hpdl::rt
