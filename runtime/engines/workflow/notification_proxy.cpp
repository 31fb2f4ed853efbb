#include "runtime/engines/workflow/notification_proxy.h"

#include <algorithm>

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

}  // namespace

Result<std::string> NotificationProxyUrl(std::string_view text) {
  text = Trimmed(text);
  if (text.empty()) {
    return std::string();
  }
  const std::size_t at = text.find('@');
  const std::string type =
      at == std::string_view::npos ? "http" : LowerCase(Trimmed(text.substr(0, at)));
  const std::string_view address =
      Trimmed(at == std::string_view::npos ? text : text.substr(at + 1));
  if (type != "http" && type != "socks") {
    return Error{ErrorClass::kError, "E0701", "the type of the proxy is neither http nor socks"};
  }
  const std::size_t colon = address.rfind(':');
  if (colon == std::string_view::npos || !IsHost(address.substr(0, colon)) ||
      !IsPort(address.substr(colon + 1))) {
    return Error{ErrorClass::kError, "E0701",
                 "the proxy is not of the form HOST:PORT or TYPE@HOST:PORT"};
  }
  return (type == "http" ? "http://" : "socks5h://") + std::string(address);
}

}  // namespace hpdl::rt
