#include "stdlib/actions/http/http_parts.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/config/config.h"
#include "runtime/world/net/http_status.h"

namespace hpdl::stdlib {

namespace {

using rt::Error;
using rt::ErrorClass;

constexpr std::string_view kPropertiesType = "x-application/java-properties";

std::string_view NextWord(std::string_view* text) {
  const std::string_view word = text->substr(0, text->find(' '));
  text->remove_prefix(std::min(text->size(), word.size() + 1));
  return word;
}

/// Returns the media type without its parameters, in lower case.
std::string MediaType(std::string_view content_type) {
  std::string type = LowerCase(content_type.substr(0, content_type.find(';')));
  std::erase_if(type, [](char c) { return c == ' ' || c == '\t'; });
  return type;
}

/// Returns a text from another system as it appears in a message: in quotes, cut after 100 bytes,
/// with blanks in place of control characters.
std::string Shown(std::string_view text) {
  constexpr std::size_t kMost = 100;
  std::string shown(text.substr(0, kMost));
  for (char& c : shown) {
    c = static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return "'" + shown + (text.size() > kMost ? "...'" : "'");
}

}  // namespace

std::string HttpProgress::ToText() const {
  if (!answered.empty()) {
    return "answered " + answered + " " + std::to_string(answered_ms);
  }
  return key.empty() ? std::string() : "unanswered " + key;
}

HttpProgress HttpProgress::Of(std::string_view text) {
  HttpProgress progress;
  const std::string_view word = NextWord(&text);
  if (word == "unanswered") {
    progress.key = text;
  } else if (word == "answered") {
    progress.answered = NextWord(&text);
    std::from_chars(text.data(), text.data() + text.size(), progress.answered_ms);
  }
  return progress;
}

std::string OriginOf(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) {
    return "the URL";
  }
  std::string_view authority = url.substr(scheme + 3);
  authority = authority.substr(0, authority.find_first_of("/?#"));
  const std::size_t at = authority.rfind('@');
  authority.remove_prefix(at == std::string_view::npos ? 0 : at + 1);
  return std::string(url.substr(0, scheme + 3)) + std::string(authority);
}

bool IsHeaderText(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
  });
}

rt::Result<rt::Properties> ReadPayload(std::string_view content_type, std::string_view payload,
                                       std::int64_t limit) {
  rt::Properties properties;
  if (payload.empty()) {
    return properties;
  }
  if (MediaType(content_type) != kPropertiesType) {
    return Error{ErrorClass::kError, "HTTP005",
                 "the payload to capture is of type " + Shown(content_type) + ", not " +
                     std::string(kPropertiesType)};
  }
  if (static_cast<std::int64_t>(payload.size()) > limit) {
    return Error{ErrorClass::kError, "HTTP005",
                 "the payload has " + std::to_string(payload.size()) + " bytes, the limit is " +
                     std::to_string(limit) + " (oozie.action.max.output.data)"};
  }
  const auto parsed = rt::ReadJavaProperties(payload, "payload");
  if (!parsed) {
    return Error{ErrorClass::kError, "HTTP005", parsed.error().message};
  }
  rt::Apply(*parsed, &properties);
  return properties;
}

rt::Result<void> JudgeStatus(int status, const std::string& origin) {
  if (status >= 200 && status < 300) {
    return {};
  }
  return Error{rt::MayPass(status) ? ErrorClass::kTransient : ErrorClass::kError, "HTTP004",
               origin + " answered with status " + std::to_string(status) +
                   (status >= 300 && status < 400
                        ? ", and no more redirects are followed (hpdl.http.redirects.max)"
                        : "")};
}

rt::Result<void> JudgeCallbackStatus(std::string_view status) {
  if (status == "OK") {
    return {};
  }
  if (status == "ERROR") {
    return Error{ErrorClass::kError, "HTTP008", "the callback has status ERROR"};
  }
  return Error{ErrorClass::kError, "HTTP008",
               "the callback has status " + Shown(status) + "; it must be OK or ERROR"};
}

}  // namespace hpdl::stdlib
