#include "runtime/engines/workflow/notification_proxy.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "runtime/engines/workflow/notification.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

bool IsHostCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._").find(c) != std::string_view::npos;
}

/// True if the text is a host name or an address. An IPv6 address must be in brackets.
bool IsHost(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
    return !host.empty() && host.find_first_not_of("0123456789abcdefABCDEF:.") == host.npos;
  }
  return !host.empty() && std::all_of(host.begin(), host.end(), IsHostCharacter);
}

/// The parts of TYPE@HOST:PORT. A part that is missing is empty.
struct ProxyParts {
  std::string_view type;
  std::string_view host;
  std::string_view port;
};

/// Takes the text apart at its first '@' and its last ':'.
ProxyParts ProxyPartsOf(std::string_view text) {
  ProxyParts parts;
  if (const std::size_t colon = text.rfind(':'); colon != text.npos) {
    parts.port = text.substr(colon + 1);
    text = text.substr(0, colon);
  }
  if (const std::size_t at = text.find('@'); at != text.npos) {
    parts.type = text.substr(0, at);
    text = text.substr(at + 1);
  }
  parts.host = text;
  return parts;
}

/// True for a number of 32 bits. Oozie does not use a proxy with another port.
bool IsPortNumber(std::string_view text) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Result<std::string> NotificationProxyUrl(std::string_view text) {
  const ProxyParts parts = ProxyPartsOf(Trimmed(text));
  if (!IsPortNumber(parts.port)) {
    return std::string();
  }
  if (!IsHost(parts.host) || !IsPort(parts.port)) {
    return Error{ErrorClass::kError, "E0701", "the host or the port of the proxy cannot exist"};
  }
  const char* const scheme = IsInAnyCase(parts.type, "socks") ? "socks5h://" : "http://";
  return scheme + std::string(parts.host) + ":" + std::string(parts.port);
}

std::string NotificationProxyComplaint(std::string_view text) {
  const Result<std::string> url = NotificationProxyUrl(text);
  if (!url) {
    return url.error().message + "; no notification is sent";
  }
  const std::string_view type = ProxyPartsOf(Trimmed(text)).type;
  if (url->empty()) {
    return Trimmed(text).empty() ? ""
                                 : "the proxy is not of the form HOST:PORT or TYPE@HOST:PORT; "
                                   "notifications do not go by a proxy";
  }
  return type.empty() || IsInAnyCase(type, "http") || IsInAnyCase(type, "socks")
             ? ""
             : "the type of the proxy is neither http nor socks, so it is taken for http";
}

}  // namespace hpdl::rt
