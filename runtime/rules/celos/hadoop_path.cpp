#include "runtime/rules/celos/hadoop_path.h"

#include <algorithm>
#include <vector>

#include "runtime/ground/base/text_parts.h"
#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

// Normalises a path as java.net.URI does: a `..` with no part to remove stays.
std::string Normalised(std::string_view path) {
  const bool absolute = path.starts_with('/');
  std::vector<std::string_view> parts;
  for (const std::string_view part : Split(path, '/')) {
    if (part.empty() || part == ".") {
      continue;
    }
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
      continue;
    }
    parts.push_back(part);
  }
  std::string normalised = absolute ? "/" : "";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    normalised.append(i == 0 ? "" : "/").append(parts[i]);
  }
  return normalised;
}

}  // namespace

Result<HadoopPath> HadoopPath::Parse(std::string_view text) {
  if (text.empty()) {
    return JavaException(kIllegalArgument, "Can not create a Path from an empty string");
  }
  HadoopPath path;
  std::string_view rest = text;
  const std::size_t colon = rest.find(':'), slash = rest.find('/');
  if (colon != std::string_view::npos && colon < slash) {
    path.scheme = rest.substr(0, colon);
    rest.remove_prefix(colon + 1);
  }
  if (rest.starts_with("//") && rest.size() > 2) {
    const std::size_t end = std::min(rest.find('/', 2), rest.size());
    path.authority = rest.substr(2, end - 2);
    rest.remove_prefix(end);
  }
  path.path = Normalised(rest);
  if (!path.scheme.empty() && !path.path.empty() && !path.path.starts_with('/')) {
    return JavaException(
        kIllegalArgument,
        "java.net.URISyntaxException: Relative path in absolute URI: " + std::string(text));
  }
  return path;
}

std::string HadoopPath::Text() const {
  return (scheme.empty() ? "" : scheme + ":") + (authority.empty() ? "" : "//" + authority) + path;
}

}  // namespace hpdl::rt::celos
