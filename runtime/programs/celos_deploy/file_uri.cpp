#include "runtime/programs/celos_deploy/file_uri.h"

#include <optional>
#include <vector>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kLongestUri = 8192;
constexpr std::int64_t kMostPort = 65535;

/// Returns the URI with `...` in place of a part that may be a password.
std::string Shown(std::string_view text) {
  std::string shown(text);
  const std::size_t begin = shown.find("://");
  const std::size_t at = shown.rfind('@', shown.find('/', begin + 3));
  if (begin != std::string::npos && at != std::string::npos && at > begin) {
    const std::size_t colon = shown.find(':', begin + 3);
    if (colon < at) {
      shown.replace(colon, at - colon, ":...");
    }
  }
  return shown;
}

Error Wrong(std::string_view text, const std::string& why) {
  return {ErrorClass::kError, "", Shown(text) + ": " + why};
}

std::optional<std::string> Decoded(std::string_view text) {
  std::optional<std::string> decoded = PercentDecoded(text);
  return decoded && decoded->find('\0') == std::string::npos ? decoded : std::nullopt;
}

/// Returns an absolute path without `.`, `..` and empty parts; nullopt if `..` leaves the root.
std::optional<std::string> Normalised(std::string_view path) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : Split(path, '/')) {
    if (part == "..") {
      if (parts.empty()) {
        return std::nullopt;
      }
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  std::string normal;
  for (const std::string_view part : parts) {
    normal.append("/").append(part);
  }
  return normal.empty() ? "/" : normal;
}

/// Reads `[user@]host[:port]` into `uri`. Returns the problem, or "".
std::string ReadAuthority(std::string_view authority, FileUri* uri) {
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    const std::string_view user = authority.substr(0, at);
    if (user.find(':') != std::string_view::npos) {
      return "a URI must not contain a password; log in with a key";
    }
    const std::optional<std::string> decoded = Decoded(user);
    if (!decoded || decoded->empty()) {
      return "the user name before the @ is invalid";
    }
    uri->user = *decoded;
    authority.remove_prefix(at + 1);
  }
  const std::size_t bracket = authority.starts_with('[') ? authority.find(']') : 0;
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    const std::optional<std::int64_t> port = ParseNumber(authority.substr(colon + 1));
    if (!port || *port == 0 || *port > kMostPort) {
      return "the port is not a number from 1 to 65535";
    }
    uri->port = static_cast<std::uint16_t>(*port);
    authority = authority.substr(0, colon);
  }
  if (authority.starts_with('[') && authority.ends_with(']')) {
    authority = authority.substr(1, authority.size() - 2);
  }
  constexpr std::string_view kNotInHosts = "[]@%\\ \t\r\n";
  if (authority.empty() || authority.find_first_of(kNotInHosts) != std::string_view::npos) {
    return "the host is missing or invalid";
  }
  uri->host = authority;
  return "";
}

}  // namespace

std::string FileUri::Text() const {
  if (local()) {
    return path;
  }
  const std::string at = user.empty() ? "" : user + "@";
  const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return "sftp://" + at + name + (port == 22 ? "" : ":" + std::to_string(port)) + path;
}

std::string FileUri::Below(std::string_view name) const {
  return (path == "/" ? "" : path) + "/" + std::string(name);
}

Result<FileUri> ReadFileUri(std::string_view text) {
  if (text.size() > kLongestUri) {
    return Error{ErrorClass::kError, "",
                 "the URI is longer than " + std::to_string(kLongestUri) + " bytes"};
  }
  FileUri uri;
  std::optional<std::string> path;
  if (text.starts_with('/')) {
    path =
        text.find('\0') == std::string_view::npos ? std::optional<std::string>(text) : std::nullopt;
  } else {
    const std::size_t colon = text.find(':');
    const std::string scheme = LowerCase(text.substr(0, colon));
    if (colon == std::string_view::npos || (scheme != "file" && scheme != "sftp")) {
      return Wrong(text, "must be a file:/// URI, an sftp:// URI or an absolute path");
    }
    std::string_view rest = text.substr(colon + 1);
    std::string_view authority;
    if (rest.starts_with("//")) {
      const std::size_t slash = std::min(rest.find('/', 2), rest.size());
      authority = rest.substr(2, slash - 2);
      rest.remove_prefix(slash);
    }
    if (scheme == "sftp") {
      if (const std::string wrong = ReadAuthority(authority, &uri); !wrong.empty()) {
        return Wrong(text, wrong);
      }
    } else if (!authority.empty() && authority != "localhost") {
      return Wrong(text, "a file: URI has three slashes and no host: file:///path");
    }
    if (rest.find_first_of("?#") != std::string_view::npos) {
      return Wrong(text, "write ? and # in a name as %3F and %23");
    }
    path = rest.starts_with('/') ? Decoded(rest) : std::nullopt;
    if (!rest.starts_with('/')) {
      return Wrong(text, "the path is not absolute");
    }
  }
  path = path ? Normalised(*path) : path;
  if (!path) {
    return Wrong(text,
                 "the path is invalid: it has a % without two hex digits, a NUL, or too many ..");
  }
  uri.path = std::move(*path);
  return uri;
}

}  // namespace hpdl::rt::celos
