#include "runtime/ground/base/local_files.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/ground/base/new_file.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostAlternatives = 10000;

Error Failed(std::string reason) {
  return {ErrorClass::kError, "", std::move(reason)};
}

bool IsMissing(int error) {
  return error == ENOENT || error == ENOTDIR;
}

/// Returns the index of the '}' that closes the '{' at `open`, or npos.
std::size_t ClosingBrace(std::string_view pattern, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '{') {
      ++depth;
    } else if (pattern[i] == '}' && --depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

std::size_t FirstBrace(std::string_view pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '{') {
      return i;
    }
  }
  return std::string_view::npos;
}

/// Returns the names in a directory without "." and "..". A directory that does not exist has no
/// names.
Result<std::vector<std::string>> ListNames(const std::string& directory) {
  std::vector<std::string> names;
  DIR* dir = opendir(directory.c_str());
  if (dir == nullptr) {
    return IsMissing(errno) ? Result<std::vector<std::string>>(names)
                            : Failed(std::strerror(errno));
  }
  while (const dirent* entry = readdir(dir)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") {
      names.emplace_back(name);
    }
  }
  closedir(dir);
  std::sort(names.begin(), names.end());
  return names;
}

/// Replaces each path by the paths of its children that match `component`, a component of a glob.
Result<void> Descend(std::string_view component, std::vector<std::string>* paths) {
  std::vector<std::string> next;
  for (const std::string& path : *paths) {
    if (!IsGlob(component)) {
      next.push_back(path + "/" + std::string(component));
      continue;
    }
    const Result<std::vector<std::string>> names = ListNames(path.empty() ? "/" : path);
    HPDL_TRY(names);
    for (const std::string& name : *names) {
      if (MatchesGlob(component, name)) {
        next.push_back(path + "/" + name);
      }
    }
  }
  *paths = std::move(next);
  return {};
}

Result<void> GlobOne(std::string_view pattern, std::vector<std::string>* paths) {
  std::vector<std::string> found(1);
  while (!pattern.empty()) {
    const std::size_t slash = std::min(pattern.find('/'), pattern.size());
    if (slash > 0) {
      HPDL_TRY(Descend(pattern.substr(0, slash), &found));
    }
    pattern.remove_prefix(std::min(slash + 1, pattern.size()));
  }
  for (const std::string& path : found) {
    struct stat status{};
    const std::string real = path.empty() ? "/" : path;
    if (stat(real.c_str(), &status) == 0) {
      paths->push_back(real);
    } else if (!IsMissing(errno)) {
      return Failed(std::strerror(errno));
    }
  }
  return {};
}

/// True if `c` is in the set that begins with '[' at pattern[*i]. Moves *i behind the set's ']'.
bool InSet(std::string_view pattern, std::size_t* i, char c) {
  std::size_t at = *i + 1;
  const bool negated = at < pattern.size() && (pattern[at] == '^' || pattern[at] == '!');
  at += negated ? 1 : 0;
  bool found = false;
  for (bool first = true; at < pattern.size() && (first || pattern[at] != ']'); first = false) {
    const char low = pattern[at] == '\\' && at + 1 < pattern.size() ? pattern[++at] : pattern[at];
    ++at;
    char high = low;
    if (at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']') {
      high = pattern[at + 1];
      at += 2;
    }
    found = found || (low <= c && c <= high);
  }
  *i = std::min(at + 1, pattern.size());
  return found != negated;
}

}  // namespace

bool ExpandGlobBraces(const std::string& pattern, std::vector<std::string>* out) {
  const std::size_t open = FirstBrace(pattern);
  if (open == std::string::npos) {
    out->push_back(pattern);
    return out->size() <= kMostAlternatives;
  }
  const std::size_t close = ClosingBrace(pattern, open);
  if (close == std::string::npos) {
    return false;
  }
  std::size_t begin = open + 1;
  int depth = 0;
  for (std::size_t i = begin; i <= close; ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (depth == 0 && (pattern[i] == ',' || i == close)) {
      if (!ExpandGlobBraces(pattern.substr(0, open) + pattern.substr(begin, i - begin) +
                                pattern.substr(close + 1),
                            out)) {
        return false;
      }
      begin = i + 1;
    } else if (pattern[i] == '{') {
      ++depth;
    } else if (pattern[i] == '}') {
      --depth;
    }
  }
  return true;
}

bool IsGlob(std::string_view component) {
  return component.find_first_of("*?[\\") != std::string_view::npos;
}

bool MatchesGlob(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_name = 0;
  while (n < name.size()) {
    std::size_t after = p + 1;
    bool matches = false;
    if (p < pattern.size()) {
      if (pattern[p] == '*') {
        star = p++;
        star_name = n;
        continue;
      }
      if (pattern[p] == '[') {
        after = p;
        matches = InSet(pattern, &after, name[n]);
      } else if (pattern[p] == '\\' && p + 1 < pattern.size()) {
        matches = pattern[p + 1] == name[n];
        after = p + 2;
      } else {
        matches = pattern[p] == '?' || pattern[p] == name[n];
      }
    }
    if (matches) {
      p = after;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;  // the last * matches one more character
      n = ++star_name;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') {
    ++p;
  }
  return p == pattern.size();
}

Result<std::string> LocalPath(std::string_view uri) {
  if (uri.starts_with("file:")) {
    uri.remove_prefix(5);
    if (uri.starts_with("//")) {
      uri.remove_prefix(2);
      if (uri.starts_with("localhost/")) {
        uri.remove_prefix(9);
      }
    }
  } else if (const std::size_t colon = uri.find(':');
             colon != std::string_view::npos && uri.find('/') > colon) {
    return Failed("the file system " + std::string(uri.substr(0, colon)) + " is not supported");
  }
  if (!uri.starts_with('/')) {
    return Failed("the path is not absolute");
  }
  return std::string(uri);
}

int MakeDirectories(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  const std::size_t slash = end == std::string::npos ? end : path.rfind('/', end);
  const std::string parent = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  bool made = mkdir(path.c_str(), 0777) == 0;
  if (!made && errno == ENOENT && parent != ".") {
    if (const int error = MakeDirectories(parent); error != 0) {
      return error;
    }
    made = mkdir(path.c_str(), 0777) == 0;
  }
  if (made) {
    return SyncDirectory(parent) ? 0 : errno;
  }
  struct stat info{};
  const int error = errno;
  if (error != EEXIST) {
    return error;
  }
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) ? 0 : ENOTDIR;
}

std::vector<std::string> NamesIn(const std::string& directory) {
  std::vector<std::string> names;
  DIR* const listing = opendir(directory.c_str());
  while (const dirent* entry = listing == nullptr ? nullptr : readdir(listing)) {
    if (entry->d_name[0] != '.') {
      names.emplace_back(entry->d_name);
    }
  }
  if (listing != nullptr) {
    closedir(listing);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool HasNames(const std::string& directory) {
  DIR* const listing = opendir(directory.c_str());
  bool found = false;
  while (const dirent* entry = listing == nullptr || found ? nullptr : readdir(listing)) {
    found = entry->d_name[0] != '.';
  }
  if (listing != nullptr) {
    closedir(listing);
  }
  return found;
}

Result<LocalFileInfo> StatLocal(const std::string& path) {
  LocalFileInfo info;
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) {
    return IsMissing(errno) ? Result<LocalFileInfo>(info) : Failed(std::strerror(errno));
  }
  info.exists = true;
  info.directory = S_ISDIR(status.st_mode);
  info.size = status.st_size;
  info.block_size = info.directory ? 0 : kLocalBlockSize;
  return info;
}

Result<std::vector<std::string>> GlobLocal(const std::string& pattern) {
  std::vector<std::string> paths;
  std::vector<std::string> alternatives;
  if (!ExpandGlobBraces(pattern, &alternatives)) {
    return Failed("the pattern has a { that is not closed, or more than 10000 alternatives");
  }
  for (const std::string& alternative : alternatives) {
    HPDL_TRY(GlobOne(alternative, &paths));
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

Result<std::int64_t> LocalDirectorySize(const std::string& path) {
  const Result<LocalFileInfo> info = StatLocal(path);
  HPDL_TRY(info);
  if (!info->directory) {
    return std::int64_t{-1};
  }
  const Result<std::vector<std::string>> names = ListNames(path);
  HPDL_TRY(names);
  std::int64_t size = 0;
  for (const std::string& name : *names) {
    const Result<LocalFileInfo> child = StatLocal(path + "/" + name);
    HPDL_TRY(child);
    size += child->directory ? 0 : child->size;
  }
  return size;
}

}  // namespace hpdl::rt
