#include "stdlib/actions/git/git_uri.h"

#include <algorithm>
#include <array>

#include "runtime/ground/base/lower_case.h"

namespace hpdl::stdlib {

namespace {

constexpr std::array<std::string_view, 5> kSchemes = {"file", "git", "http", "https", "ssh"};
constexpr std::size_t kLongest = 4096;

rt::Error Refused(std::string message) {
  return {rt::ErrorClass::kError, "GIT010", std::move(message)};
}

bool HasControls(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
}

/// The parts of SCHEME://USER@HOST/PATH.
struct Parts {
  std::string scheme;
  std::string_view user;  ///< the user and the password
  bool has_user = false;
  std::string_view host;  ///< the host and the port
  std::string_view path;  ///< the path from the slash on
};

rt::Result<Parts> Split(std::string_view uri) {
  const std::size_t colon = uri.find("://");
  if (colon == std::string_view::npos) {
    return Refused(
        "git-uri has no scheme; write ssh://USER@HOST/PATH for USER@HOST:PATH, and "
        "file:///PATH for a path of this machine");
  }
  Parts parts;
  parts.scheme = LowerCase(uri.substr(0, colon));
  if (std::find(kSchemes.begin(), kSchemes.end(), parts.scheme) == kSchemes.end()) {
    return Refused("git-uri: the scheme must be file, git, http, https or ssh");
  }
  uri.remove_prefix(colon + 3);
  const std::size_t slash = std::min(uri.find('/'), uri.size());
  parts.path = uri.substr(slash);
  parts.host = uri.substr(0, slash);
  if (const std::size_t at = parts.host.rfind('@'); at != std::string_view::npos) {
    parts.user = parts.host.substr(0, at);
    parts.has_user = true;
    parts.host.remove_prefix(at + 1);
  }
  return parts;
}

rt::Result<void> CheckParts(const Parts& parts) {
  if (parts.path.size() < 2) {
    return Refused("git-uri has no path");
  }
  if (parts.scheme == "file") {
    return parts.host.empty() && !parts.has_user
               ? rt::Result<void>()
               : Refused("git-uri: a file URI must not have a host; write file:///PATH");
  }
  if (parts.host.empty()) {
    return Refused("git-uri has no host");
  }
  if (parts.host.front() == '-' || (parts.has_user && parts.user.starts_with('-'))) {
    return Refused("git-uri: the user and the host must not begin with '-'");
  }
  const bool password = parts.user.find(':') != std::string_view::npos;
  if (password && parts.scheme != "http" && parts.scheme != "https") {
    return Refused("git-uri: only http and https URIs may have a password; use key-path for ssh");
  }
  return {};
}

/// Returns `user`, which may include a password, in the form of git's credential store. A user
/// without a password may be a token, so it is kept as a secret too.
std::string LoginOf(std::string_view user) {
  std::string login;
  for (const char c : user) {
    login += c == '@' ? "%40" : std::string(1, c);
  }
  return login.find(':') == std::string::npos ? login + ":" : login;
}

}  // namespace

rt::Result<GitUri> ReadGitUri(std::string_view uri) {
  if (uri.empty()) {
    return Refused("git-uri is empty");
  }
  if (uri.size() > kLongest || HasControls(uri)) {
    return Refused("git-uri is too long, or has control characters");
  }
  const auto parts = Split(uri);
  HPDL_TRY(parts);
  HPDL_TRY(CheckParts(*parts));
  GitUri result;
  result.scheme = parts->scheme;
  result.text = parts->scheme + "://";
  const std::string host(parts->host);
  if (parts->scheme == "http" || parts->scheme == "https") {
    if (!parts->user.empty()) {
      result.credential = result.text + LoginOf(parts->user) + "@" + host;
    }
  } else if (parts->has_user) {
    result.text += std::string(parts->user) + "@";
  }
  result.text += host + std::string(parts->path);
  return result;
}

rt::Result<void> CheckBranch(std::string_view branch) {
  if (branch.empty() || branch.size() > kLongest || branch.front() == '-' || HasControls(branch)) {
    return Refused("branch is empty, begins with '-', is too long or has control characters");
  }
  return {};
}

}  // namespace hpdl::stdlib
