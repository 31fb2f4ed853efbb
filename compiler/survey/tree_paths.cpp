#include "compiler/survey/tree_paths.h"

#include <algorithm>
#include <vector>

#include "runtime/ground/base/trim.h"

namespace hpdl::survey {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
/// The ends of a path with more names than this are not compared.
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

void TreePaths::Add(std::string_view file) {
  const std::string whole = Normal(file);
  const std::string meant(Meant(whole));
  files_.insert(whole);
  files_.insert(meant);
  if (std::count(meant.begin(), meant.end(), '/') > static_cast<std::ptrdiff_t>(kDeepest)) {
    return;
  }
  for (std::size_t at = 0; at < meant.size(); at = meant.find('/', at + 1)) {
    ends_.insert(meant.substr(at));
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
    return known.empty() ? Lead::kUnknown : IsInside(known, file) ? Lead::kInside : Lead::kOutside;
  }
  const std::size_t scheme = path.find("://");
  if (scheme == kNowhere && path.front() != '/') {
    const std::string beside = Normal(std::string(FolderOf(file)).append("/").append(path));
    return files_.contains(beside) || IsInside(Normal(Meant(path)), file) ? Lead::kInside
                                                                          : Lead::kOutside;
  }
  const std::size_t slash = scheme == kNowhere ? 0 : path.find('/', scheme + 3);
  const std::string known = slash == kNowhere ? std::string() : Normal(Meant(path.substr(slash)));
  return !known.empty() && (files_.contains(known) || IsInside(known, file)) ? Lead::kInside
                                                                             : Lead::kOutside;
}

/// True if the whole path is the end of a definition's path, if the last two names of both are the
/// same, or if the definition is beside `file` or beside its folder and has the last name of the
/// path. One equal name alone says little: many trees have a folder "load".
bool TreePaths::IsInside(std::string_view path, std::string_view file) const {
  const std::size_t last = path.rfind('/');
  if (last == kNowhere) {
    return false;
  }
  const std::size_t second = last == 0 ? kNowhere : path.rfind('/', last - 1);
  const std::string_view two = second == kNowhere ? path : path.substr(second);
  const std::string folder = Normal(FolderOf(file));
  const std::string name(path.substr(last));
  return ends_.contains(std::string(path)) || ends_.contains(std::string(two)) ||
         files_.contains(folder + name) || files_.contains(std::string(FolderOf(folder)) + name);
}

}  // namespace hpdl::survey
