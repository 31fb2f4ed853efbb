#include "compiler/application/find_definitions.h"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "compiler/application/application.h"
#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "compiler/base/markup.h"
#include "compiler/base/suggest.h"

namespace hpdl::application {
namespace {

constexpr std::string_view kWildcards = "*?[";

bool IsDirectory(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool IsApplication(const std::string& directory) {
  return ::access((directory + "/" + kDefinitionName).c_str(), F_OK) == 0;
}

/// True if the name is one of `roots`, or a misspelling of one of these roots.
bool IsRoot(std::string_view name, std::span<const std::string_view> roots) {
  return std::any_of(roots.begin(), roots.end(), [&](std::string_view root) {
    return name == root || IsOneSlip(name, root) || IsSameInOtherForm(name, root);
  });
}

/// Joins a directory and a name. The result has no leading "./", because some tools for code review
/// do not recognize a file by a path with "./".
std::string Join(const std::string& directory, const std::string& name) {
  if (directory.empty() || directory == "." || directory == "./") {
    return name;
  }
  return directory.ends_with('/') ? directory + name : directory + "/" + name;
}

/// Returns one path for all spellings of `path`. The result contains the definition's directory,
/// because the meaning of a definition depends on its directory. If the definition is a symbolic
/// link, the result contains the directory of the link.
std::string PlaceOf(const std::string& path) {
  const std::string file = IsRemote(path) ? path : DefinitionFile(path);
  const std::size_t name = file.rfind('/') + 1;  // without a '/' the offset is 0: npos + 1 is 0
  const std::string directory = Canonical(name == 0 ? "." : file.substr(0, name));
  return IsRemote(path) || directory.empty() ? path : Join(directory, file.substr(name));
}

struct Entry {
  std::string name;
  bool directory = false;
  bool link = false;  ///< true if the entry is a symbolic link
};

/// Lists a directory, sorted by name, without names with a leading dot. Returns false and sets
/// errno if the directory cannot be read.
bool ListEntries(const std::string& path, std::vector<Entry>* entries) {
  DIR* directory = ::opendir(path.empty() ? "." : path.c_str());
  if (directory == nullptr) {
    return false;
  }
  while (const dirent* found = ::readdir(directory)) {
    struct stat status{};
    if (found->d_name[0] == '.' ||
        ::fstatat(::dirfd(directory), found->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
      continue;
    }
    const bool link = S_ISLNK(status.st_mode);
    if (link && ::fstatat(::dirfd(directory), found->d_name, &status, 0) != 0) {
      continue;
    }
    entries->push_back({found->d_name, S_ISDIR(status.st_mode), link});
  }
  ::closedir(directory);
  std::sort(entries->begin(), entries->end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return true;
}

/// Finds definitions. For each file or directory that cannot be read, reports one error and
/// continues.
class Finder {
 public:
  Finder(std::span<const std::string_view> roots, std::vector<std::string>* paths,
         std::vector<std::string>* errors)
      : roots_(roots), paths_(paths), errors_(errors) {}

  /// Adds all definitions below the directory, and the directory itself if it is an application.
  void Search(const std::string& directory) {
    if (!IsNew(directory, kSearched)) {
      return;
    }
    const std::vector<Entry> entries = List(directory);
    if (IsApplication(directory)) {
      paths_->push_back(directory);
    }
    for (const Entry& entry : entries) {
      const std::string path = Join(directory, entry.name);
      if (!entry.directory) {
        if (entry.name != kDefinitionName) {
          AddFile(path);
        }
      } else if (!entry.link) {
        Search(path);
      }
    }
  }

  /// Matches the rest of a pattern, the parts from parts[at] on, against the content of
  /// `directory`.
  void Match(const std::string& directory, const std::vector<std::string>& parts, std::size_t at) {
    if (!IsNew(directory, at)) {
      return;
    }
    const std::string& part = parts[at];
    const bool any_depth = part == "**";
    if (!any_depth && part.find_first_of(kWildcards) == std::string::npos) {
      MatchPlain(Join(directory, part), parts, at);
      return;
    }
    if (any_depth && at + 1 < parts.size()) {
      Match(directory, parts, at + 1);
    }
    for (const Entry& entry : List(directory)) {
      MatchEntry(Join(directory, entry.name), entry, parts, at);
    }
  }

 private:
  /// Search() has no pattern, so it passes this value as the argument `part` of IsNew().
  static constexpr std::size_t kSearched = SIZE_MAX;

  /// Returns false if the directory was already visited with this part of the pattern, even under
  /// another path. Without this check, symbolic links could make the search visit a few directories
  /// very often.
  bool IsNew(const std::string& directory, std::size_t part) {
    struct stat status{};
    return ::stat(directory.empty() ? "." : directory.c_str(), &status) != 0 ||
           seen_.emplace(status.st_dev, status.st_ino, part).second;
  }

  std::vector<Entry> List(const std::string& directory) {
    std::vector<Entry> entries;
    if (!ListEntries(directory, &entries)) {
      const std::string error = (directory.empty() ? "." : directory) + ": " + std::strerror(errno);
      // A pattern with ** visits a directory more than once, but one report about the directory is
      // enough.
      if (errors_->empty() || errors_->back() != error) {
        errors_->push_back(error);
      }
    }
    return entries;
  }

  void MatchEntry(const std::string& path, const Entry& entry,
                  const std::vector<std::string>& parts, std::size_t at) {
    const bool last = at + 1 == parts.size();
    if (parts[at] == "**") {
      if (entry.directory && !entry.link) {
        Match(path, parts, at);
      } else if (!entry.directory && last) {
        Matched(path, false);
      }
    } else if (::fnmatch(parts[at].c_str(), entry.name.c_str(), FNM_PERIOD) == 0) {
      if (last) {
        Matched(path, entry.directory);
      } else if (entry.directory) {
        Match(path, parts, at + 1);
      }
    }
  }

  void MatchPlain(const std::string& path, const std::vector<std::string>& parts, std::size_t at) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) {
      return;
    }
    const bool directory = S_ISDIR(status.st_mode);
    if (at + 1 == parts.size()) {
      Matched(path, directory);
    } else if (directory) {
      Match(path, parts, at + 1);
    }
  }

  void Matched(const std::string& path, bool directory) {
    if (!directory) {
      AddFile(path);
    } else if (IsApplication(path)) {
      paths_->push_back(path);
    } else {
      Search(path);
    }
  }

  void AddFile(const std::string& path) {
    const bool named =
        path.ends_with(std::string("/") + kDefinitionName) || path == kDefinitionName;
    if (named || (path.ends_with(".xml") && MayBeDefinition(path, roots_))) {
      paths_->push_back(path);
    }
  }

  std::span<const std::string_view> roots_;
  std::vector<std::string>* paths_;
  std::vector<std::string>* errors_;
  /// The visited directories (device and inode), each with the part of the pattern that was matched
  /// in it.
  std::set<std::tuple<dev_t, ino_t, std::size_t>> seen_;
};

/// Splits a pattern into its parts. A second `**` in a row has no effect and is dropped.
std::vector<std::string> Split(const std::string& pattern) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin < pattern.size()) {
    const std::size_t slash = std::min(pattern.find('/', begin), pattern.size());
    const std::string part = pattern.substr(begin, slash - begin);
    if (!part.empty() && (part != "**" || parts.empty() || parts.back() != part)) {
      parts.push_back(part);
    }
    begin = slash + 1;
  }
  return parts;
}

}  // namespace

std::string RootElement(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    // The root elements of all languages have ASCII names. In UTF-16 these names differ from UTF-8
    // only by zero bytes, so the zero bytes are dropped.
    if (c != '\0') {
      text += c;
    }
  }
  MarkupScanner scanner(text);
  Markup markup;
  while (scanner.Next(&markup)) {
    const std::string_view name =
        std::string_view(text).substr(markup.name.begin, markup.name.end - markup.name.begin);
    // The scanner reports <!DOCTYPE as a tag whose name begins with '!'. This tag is not the root.
    if (markup.type != Markup::Type::kComment && !name.starts_with('!')) {
      const bool cut_off = markup.name.end == text.size();
      // Without a ':' the offset is 0, because npos + 1 is 0.
      return cut_off ? "" : std::string(name.substr(name.find(':') + 1));
    }
  }
  return {};
}

bool BeginsDefinition(std::string_view bytes, std::span<const std::string_view> roots) {
  return IsRoot(RootElement(bytes), roots);
}

bool MayBeDefinition(const std::string& file, std::span<const std::string_view> roots) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return false;
  }
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return errno != ENOENT;
  }
  std::string bytes(kSniffedBytes, '\0');
  const ssize_t got = ::read(fd, bytes.data(), bytes.size());
  ::close(fd);
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return BeginsDefinition(bytes, roots);
}

void FindDefinitions(const std::string& path, std::span<const std::string_view> roots,
                     std::vector<std::string>* paths, std::vector<std::string>* errors,
                     bool may_have_none) {
  const std::size_t before = paths->size();
  const std::size_t errors_before = errors->size();
  std::string nothing;
  Finder finder(roots, paths, errors);
  const bool exists = ::access(path.c_str(), F_OK) == 0;
  if (!exists && !IsRemote(path) && path.find_first_of(kWildcards) != std::string::npos) {
    finder.Match(path.starts_with('/') ? "/" : "", Split(path), 0);
    nothing = "this pattern matches no definition";
  } else if (exists && IsDirectory(path) && !IsApplication(path)) {
    finder.Search(path);
    nothing = "no workflow.xml in this directory, and no definition below it";
  } else {
    paths->push_back(path);
    // The directory may also hold the coordinator and the bundle that start its workflow. The
    // coordinator and the bundle are definitions, too.
    for (const std::string_view name : kSubmittedNames) {
      const std::string beside = Join(path, std::string(name));
      if (exists && IsDirectory(path) && ::access(beside.c_str(), F_OK) == 0) {
        paths->push_back(beside);
      }
    }
  }
  if (!may_have_none && paths->size() == before && errors->size() == errors_before) {
    errors->push_back(path + ": " + nothing);
  }
}

std::string DefinitionFile(const std::string& path) {
  return IsDirectory(path) ? Join(path, kDefinitionName) : path;
}

void DropRepeated(std::vector<std::string>* paths) {
  std::unordered_map<std::string, std::size_t> kept;
  std::size_t end = 0;
  for (std::size_t i = 0; i < paths->size(); ++i) {
    std::string path = std::move((*paths)[i]);
    const auto [place, is_new] = kept.try_emplace(PlaceOf(path), end);
    if (is_new) {
      (*paths)[end++] = std::move(path);
    } else if (std::string& first = (*paths)[place->second];
               !IsRemote(path) && IsDirectory(path) && !IsDirectory(first)) {
      first = std::move(path);
    }
  }
  paths->resize(end);
}

}  // namespace hpdl::application
