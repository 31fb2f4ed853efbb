#include "compiler/survey/tree_paths.h"

#include <algorithm>
#include <vector>

#include "runtime/ground/base/trim.h"

namespace hpdl::survey {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
/// A path with more names than this is only compared as a whole. For a shorter path, the ends of
/// the path are compared, too.
constexpr std::size_t kDeepest = 200;

/// Returns a path in normal form: "/a/b" for "a//./c/../b/".
std::string Normal(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, slash - at);
    at = slash + 1;
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  std::string normal;
  for (const std::string_view part : parts) {
    normal.append("/").append(part);
  }
  return normal;
}

std::string_view FolderOf(std::string_view file) {
  const std::size_t slash = file.rfind('/');
  return slash == kNowhere ? std::string_view() : file.substr(0, slash);
}

}  // namespace

/// If the file name of `path` is in `names_`, returns the folder of `path`. A path to a folder also
/// means the file in this folder whose name is in `names_`. Otherwise returns `path`.
std::string_view TreePaths::Meant(std::string_view path) const {
  const std::size_t slash = path.rfind('/');
  const bool named = slash != kNowhere && std::find(names_.begin(), names_.end(),
                                                    path.substr(slash + 1)) != names_.end();
  return named ? path.substr(0, slash) : path;
}

void TreePaths::Add(std::string_view root, std::string_view file) {
  const std::string whole = Normal(file);
  const std::string meant(Meant(whole));
  files_.insert(whole);
  files_.insert(meant);
  const std::string top = Normal(root);
  // If the root of the tree is an application itself, the application gets the path /NAME, where
  // NAME is the name of the root's folder.
  const std::string below = meant.size() > top.size() && meant.starts_with(top + "/")
                                ? meant.substr(top.size())
                                : meant.substr(std::min(meant.rfind('/'), meant.size()));
  if (below.empty() ||
      std::count(below.begin(), below.end(), '/') > static_cast<std::ptrdiff_t>(kDeepest)) {
    return;
  }
  belows_.insert(below);
  for (std::size_t at = 0; at != kNowhere; at = below.find('/', at + 1)) {
    ends_.insert(below.substr(at));
  }
}

Lead TreePaths::Of(std::string_view path, std::string_view file) const {
  path = Trimmed(path);
  if (path.empty()) {
    return Lead::kUnknown;
  }
  if (const std::size_t variable = path.rfind("${"); variable != kNowhere) {
    const std::size_t end = path.find('}', variable);
    const std::size_t slash = end == kNowhere ? kNowhere : path.find('/', end);
    const std::string known = slash == kNowhere ? std::string() : Normal(Meant(path.substr(slash)));
    return known.empty() ? Lead::kUnknown : HasEnd(known) ? Lead::kInside : Lead::kOutside;
  }
  const std::size_t scheme = path.find("://");
  if (scheme == kNowhere && path.front() != '/') {
    const std::string beside = Normal(std::string(FolderOf(file)).append("/").append(path));
    if (files_.contains(beside)) {
      return Lead::kInside;
    }
    return HasEnd(Normal(Meant(path))) ? Lead::kInside : Lead::kOutside;
  }
  const std::size_t slash = scheme == kNowhere ? 0 : path.find('/', scheme + 3);
  const std::string known = slash == kNowhere ? std::string() : Normal(Meant(path.substr(slash)));
  return !known.empty() && (files_.contains(known) || HasEnd(known)) ? Lead::kInside
                                                                     : Lead::kOutside;
}

bool TreePaths::HasEnd(std::string_view path) const {
  if (std::count(path.begin(), path.end(), '/') > static_cast<std::ptrdiff_t>(kDeepest)) {
    return false;
  }
  if (ends_.contains(std::string(path))) {
    return true;
  }
  for (std::size_t at = 0; at != kNowhere; at = path.find('/', at + 1)) {
    if (belows_.contains(std::string(path.substr(at)))) {
      return true;
    }
  }
  return false;
}

}  // namespace hpdl::survey
