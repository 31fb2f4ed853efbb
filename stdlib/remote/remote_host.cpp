#include "stdlib/remote/remote_host.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "runtime/world/site/site.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;
using rt::Setting;

constexpr std::string_view kBlanks = " \t\r\n\f\v";

rt::Error NoHost(std::string_view host, const char* why) {
  return rt::ActionError("host " + std::string(host) + " is not [USER@]HOST[:PORT]: " + why);
}

/// True if the text is a safe name of a user or a host. Names reach the other machine unchanged, so
/// they must not have characters that a shell would interpret.
bool IsName(std::string_view text, bool is_host) {
  const std::string_view others = is_host ? "-._:%" : "-._+@$\\";
  return !text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           others.find(c) != std::string_view::npos;
  });
}

bool ReadPort(std::string_view text, std::uint16_t* port) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *port);
  return error == std::errc() && end == text.data() + text.size() && *port != 0;
}

/// Removes the port from `host`. Returns false if the port is not valid.
bool SplitPort(std::string_view* host, std::uint16_t* port) {
  if (host->starts_with('[')) {
    const std::size_t end = host->find(']');
    if (end == std::string_view::npos) {
      return false;
    }
    const std::string_view rest = host->substr(end + 1);
    *host = host->substr(1, end - 1);
    return rest.empty() || (rest.front() == ':' && ReadPort(rest.substr(1), port));
  }
  const std::size_t colon = host->find(':');
  if (colon == std::string_view::npos || host->find(':', colon + 1) != std::string_view::npos) {
    return true;  // no port, or an IPv6 address
  }
  const std::string_view text = host->substr(colon + 1);
  *host = host->substr(0, colon);
  return ReadPort(text, port);
}

std::string FromHome(const std::string& path) {
  const char* home = std::getenv("HOME");
  return path.starts_with("~/") && home != nullptr ? home + path.substr(1) : path;
}

}  // namespace

rt::Result<rt::SshTarget> TargetOf(const rt::ActionContext& ctx, std::string_view host) {
  rt::SshTarget target;
  target.user = ctx.job().user;
  target.port = static_cast<std::uint16_t>(ctx.site().Number(Setting::kSshPort));
  std::string_view rest = host;
  if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) {
    target.user = host.substr(0, at);
    rest = host.substr(at + 1);
  }
  if (!SplitPort(&rest, &target.port)) {
    return NoHost(host, "the port is not valid");
  }
  target.host = rest;
  if (!IsName(target.user, false)) {
    return NoHost(host, "the user name is not valid");
  }
  if (!IsName(target.host, true)) {
    return NoHost(host, "the host name is not valid");
  }
  if (target.user != ctx.job().user && !ctx.site().Flag(Setting::kSshOtherUser)) {
    return rt::Error{ErrorClass::kError, "ERR_USER_MISMATCH",
                     "the job's user is " + ctx.job().user + ", but host " + std::string(host) +
                         " names another user; oozie.action.ssh.allow.user.at.host is false"};
  }
  return target;
}

rt::SshOptions SshOptionsOf(const rt::Site& site) {
  rt::SshOptions options;
  options.known_hosts = FromHome(std::string(site.Text(Setting::kSshKnownHosts)));
  std::string list(site.Text(Setting::kSshIdentities));
  std::replace(list.begin(), list.end(), ',', '\n');
  for (const std::string& path : SplitAtBlanks(list)) {
    options.identities.push_back(FromHome(path));
  }
  options.connections = static_cast<std::size_t>(site.Number(Setting::kSshConnections));
  options.connect_ms = site.Number(Setting::kSshTimeout) * 1000;
  return options;
}

std::vector<std::string> SplitAtBlanks(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) {
      return words;
    }
    const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

}  // namespace hpdl::stdlib
