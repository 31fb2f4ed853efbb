#include "compiler/driver/find_definitions.h"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "compiler/driver/remote.h"

namespace hpdl::driver {
namespace {

constexpr char kDefinition[] = "workflow.xml";
constexpr std::string_view kRoots[] = {"workflow-app", "hadoop-workflow"};
constexpr std::string_view kWildcards = "*?[";
constexpr std::string_view kSpace = " \t\r\n";
/// A license and a few comments may stand before the root.
constexpr std::size_t kSniffed = 64 << 10;

bool IsDirectory(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool IsApplication(const std::string& directory) {
  return ::access((directory + "/" + kDefinition).c_str(), F_OK) == 0;
}

bool IsDefinition(const std::string& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return false;
  }
  std::string bytes(kSniffed, '\0');
  const ssize_t got = ::read(fd, bytes.data(), bytes.size());
  ::close(fd);
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return std::find(std::begin(kRoots), std::end(kRoots), RootElement(bytes)) != std::end(kRoots);
}

std::string Join(const std::string& directory, const std::string& name) {
  return directory.empty()          ? name
         : directory.ends_with('/') ? directory + name
                                    : directory + "/" + name;
}

struct Entry {
  std::string name;
  bool directory = false;
  bool link = false;  ///< a symbolic link
};

/// Sorted by name, without those that begin with a dot. False with errno set.
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

class Finder {
 public:
  Finder(std::vector<std::string>* paths, std::string* error) : paths_(paths), error_(error) {}

  /// A directory that is no application, or any below it.
  bool Search(const std::string& directory) {
    std::vector<Entry> entries;
    if (!List(directory, &entries)) {
      return false;
    }
    if (IsApplication(directory)) {
      paths_->push_back(directory);
    }
    return std::all_of(entries.begin(), entries.end(), [&](const Entry& entry) {
      const std::string path = Join(directory, entry.name);
      if (entry.directory) {
        return entry.link || Search(path);
      }
      if (entry.name != kDefinition) {
        AddFile(path);
      }
      return true;
    });
  }

  /// Matches the rest of a pattern, `parts[at..]`, against what is in `directory`.
  bool Match(const std::string& directory, const std::vector<std::string>& parts, std::size_t at) {
    const std::string& part = parts[at];
    const bool last = at + 1 == parts.size();
    const bool any_depth = part == "**";
    if (!any_depth && part.find_first_of(kWildcards) == std::string::npos) {
      return MatchPlain(Join(directory, part), parts, at);
    }
    if (any_depth && !last && !Match(directory, parts, at + 1)) {
      return false;
    }
    std::vector<Entry> entries;
    if (!List(directory, &entries)) {
      return false;
    }
    return std::all_of(entries.begin(), entries.end(), [&](const Entry& entry) {
      return MatchEntry(Join(directory, entry.name), entry, parts, at);
    });
  }

 private:
  bool List(const std::string& directory, std::vector<Entry>* entries) {
    if (!ListEntries(directory, entries)) {
      *error_ = directory + ": " + std::strerror(errno);
      return false;
    }
    return true;
  }

  bool MatchEntry(const std::string& path, const Entry& entry,
                  const std::vector<std::string>& parts, std::size_t at) {
    const bool last = at + 1 == parts.size();
    if (parts[at] == "**") {
      return entry.directory ? entry.link || Match(path, parts, at) : !last || Matched(path, false);
    }
    if (::fnmatch(parts[at].c_str(), entry.name.c_str(), FNM_PERIOD) != 0) {
      return true;
    }
    return last ? Matched(path, entry.directory) : !entry.directory || Match(path, parts, at + 1);
  }

  bool MatchPlain(const std::string& path, const std::vector<std::string>& parts, std::size_t at) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) {
      return true;
    }
    const bool directory = S_ISDIR(status.st_mode);
    if (at + 1 == parts.size()) {
      return Matched(path, directory);
    }
    return !directory || Match(path, parts, at + 1);
  }

  bool Matched(const std::string& path, bool directory) {
    if (!directory) {
      AddFile(path);
    } else if (IsApplication(path)) {
      paths_->push_back(path);
    } else {
      return Search(path);
    }
    return true;
  }

  void AddFile(const std::string& path) {
    const bool named = path.ends_with(std::string("/") + kDefinition) || path == kDefinition;
    if (named || (path.ends_with(".xml") && IsDefinition(path))) {
      paths_->push_back(path);
    }
  }

  std::vector<std::string>* paths_;
  std::string* error_;
};

std::vector<std::string> Split(const std::string& pattern) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin < pattern.size()) {
    const std::size_t slash = std::min(pattern.find('/', begin), pattern.size());
    if (slash > begin) {
      parts.push_back(pattern.substr(begin, slash - begin));
    }
    begin = slash + 1;
  }
  return parts;
}

}  // namespace

std::string RootElement(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    if (c != '\0') {  // names of languages are ASCII: that is all of UTF-16 that matters here
      text += c;
    }
  }
  std::size_t at = text.find('<');
  while (at != std::string::npos && at + 1 < text.size()) {
    const std::string_view rest = std::string_view(text).substr(at);
    if (rest.starts_with("<!--")) {
      at = text.find("-->", at + 4);
    } else if (rest.starts_with("<?")) {
      at = text.find("?>", at + 2);
    } else if (rest.starts_with("<!")) {
      at = text.find('>', at + 2);
    } else {
      const std::size_t end = rest.find_first_of(" \t\r\n/>", 1);
      const std::string_view name = rest.substr(1, end == std::string_view::npos ? 0 : end - 1);
      return std::string(name.substr(name.find(':') + 1));  // npos + 1 is 0
    }
    at = at == std::string::npos ? at : text.find('<', at);
  }
  return {};
}

bool FindDefinitions(const std::string& path, std::vector<std::string>* paths, std::string* error) {
  const std::size_t before = paths->size();
  Finder finder(paths, error);
  const bool exists = ::access(path.c_str(), F_OK) == 0;
  if (!exists && !IsRemote(path) && path.find_first_of(kWildcards) != std::string::npos) {
    if (!finder.Match(path.starts_with('/') ? "/" : "", Split(path), 0)) {
      return false;
    }
    if (paths->size() == before) {
      *error = path + ": this pattern matches no workflow definition";
    }
  } else if (exists && IsDirectory(path) && !IsApplication(path)) {
    if (!finder.Search(path)) {
      return false;
    }
    if (paths->size() == before) {
      *error = path + ": no workflow.xml in this directory, and no workflow definition below it";
    }
  } else {
    paths->push_back(path);
  }
  return paths->size() > before;
}

}  // namespace hpdl::driver
