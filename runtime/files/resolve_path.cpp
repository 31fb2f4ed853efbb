#include "runtime/files/resolve_path.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

namespace hpdl::rt {

namespace {

Error Unsupported(std::string_view uri) {
  return {ErrorClass::kError, "E0904",
          "scheme " + std::string(SchemeOf(uri)) + " of " + std::string(uri) +
              " cannot be reached yet: only file: and plain paths; WebHDFS comes later"};
}

/// The path part of a file: URI, whose host is empty or this machine.
std::string_view PathOfFileUri(std::string_view uri) {
  uri.remove_prefix(5);
  if (!uri.starts_with("//")) {
    return uri;
  }
  uri.remove_prefix(2);
  if (uri.starts_with("localhost/")) {
    uri.remove_prefix(9);
  }
  return uri;
}

std::string Normalize(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (part == "..") {
      if (!parts.empty()) {
        parts.pop_back();
      }
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  std::string out;
  for (const std::string_view part : parts) {
    out.append("/").append(part);
  }
  return out.empty() ? "/" : out;
}

}  // namespace

std::string HomeDirectory() {
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? home : "/";
}

std::string_view SchemeOf(std::string_view uri) {
  const std::size_t colon = uri.find_first_of(":/");
  if (colon == std::string_view::npos || colon == 0 || uri[colon] != ':' ||
      std::isalpha(static_cast<unsigned char>(uri[0])) == 0) {
    return {};
  }
  const std::string_view scheme = uri.substr(0, colon);
  const bool valid = std::all_of(scheme.begin(), scheme.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.';
  });
  return valid ? scheme : std::string_view{};
}

Result<std::string> ResolvePath(std::string_view uri, const PathBase& base) {
  while (!uri.empty() && std::isspace(static_cast<unsigned char>(uri.front())) != 0) {
    uri.remove_prefix(1);
  }
  while (!uri.empty() && std::isspace(static_cast<unsigned char>(uri.back())) != 0) {
    uri.remove_suffix(1);
  }
  if (uri.empty()) {
    return Error{ErrorClass::kError, "FS001", "a path is empty"};
  }
  const std::string_view scheme = SchemeOf(uri);
  if (scheme == "file") {
    return Normalize(PathOfFileUri(uri));
  }
  if (!scheme.empty()) {
    return Unsupported(uri);
  }
  const std::string_view base_scheme = SchemeOf(base.file_system);
  if (!base_scheme.empty() && base_scheme != "file") {
    return Unsupported(base.file_system);
  }
  return Normalize(uri.starts_with('/') ? std::string(uri) : base.home + "/" + std::string(uri));
}

}  // namespace hpdl::rt
