#include "runtime/server/applications/application_hash.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <optional>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/state_mark.h"
#include "runtime/ground/base/unusable_entry.h"
#include "runtime/server/access/sha256.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kSettledNs = 2'000'000'000;
constexpr std::size_t kMostKnown = 100'000;
constexpr std::string_view kArchiveEnd = ".zip";

std::int64_t Nanoseconds(const timespec& time) {
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

Error SystemError(int error) {
  return {ErrorClass::kError, "", std::strerror(error)};
}

Error NoApplication(const std::string& path, const std::string& why) {
  return {ErrorClass::kError, kNoApplication,
          "App directory [" + path + "] does not exist: " + why};
}

/// Opens a file without blocking, whatever its type is.
Descriptor OpenToRead(const std::string& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

Result<std::string> HashContent(int fd, const StopFlag& stop) {
  Sha256 hash;
  std::vector<char> buffer(1 << 20);
  while (true) {
    const ssize_t size = read(fd, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) {
      continue;
    }
    if (size < 0 || IsStopped(&stop)) {
      return SystemError(size < 0 ? errno : ECANCELED);
    }
    if (size == 0) {
      return hash.Hex();
    }
    hash.AddBytes({buffer.data(), static_cast<std::size_t>(size)});
  }
}

/// Returns the names in a directory, hidden names too, sorted.
Result<std::vector<std::string>> AllNames(const std::string& path) {
  DIR* directory = opendir(path.c_str());
  if (directory == nullptr) {
    return SystemError(errno);
  }
  std::vector<std::string> names;
  while (const dirent* entry = readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && names.size() <= kMostApplicationFiles) {
      names.emplace_back(name);
    }
  }
  closedir(directory);
  std::sort(names.begin(), names.end());
  return names;
}

/// True if the compiler leaves out the entry at `path`. `error` is the error of stat(), or 0.
bool IsLeftOut(const std::string& path, const struct stat& info, int error) {
  return IsUnusableEntry(path, info, error) ||
         (error == 0 && S_ISDIR(info.st_mode) && IsStateDirectory(path));
}

/// Hashes one application; walks its folders breadth first.
class LocalWalk {
 public:
  LocalWalk(std::string_view definition, KnownFiles* known, const StopFlag& stop)
      : definition_(definition), known_(known), stop_(stop) {
    hash_.Add("application").Add(definition);
  }

  /// Hashes the application at `root`. Returns false if the application has no hash because it
  /// contains a link to a directory or too many files.
  Result<bool> Add(const std::string& root) {
    left_.push_back({root, ""});
    while (!left_.empty()) {
      const Place place = left_.front();
      left_.pop_front();
      const Result<bool> plain = AddOne(place);
      if (!plain || !*plain) {
        return plain;
      }
    }
    return true;
  }
  std::string Hex() { return hash_.Hex(); }

 private:
  struct Place {
    std::string path, name;
  };

  bool IsNeeded(const Place& place) const {
    return place.name.empty() || place.name.substr(1) == definition_;
  }

  Result<bool> AddOne(const Place& place) {
    struct stat info{};
    const int error = stat(place.path.c_str(), &info) == 0 ? 0 : errno;
    if (!IsNeeded(place) && IsLeftOut(place.path, info, error)) {
      hash_.Add("left out").Add(place.name);
      return true;
    }
    if (error != 0) {
      return SystemError(error);
    }
    struct stat self{};
    const bool link = lstat(place.path.c_str(), &self) == 0 && S_ISLNK(self.st_mode);
    if (S_ISDIR(info.st_mode)) {
      return link && !place.name.empty() ? Result<bool>(false) : AddDirectory(place);
    }
    if (!S_ISREG(info.st_mode)) {
      return false;
    }
    const Result<std::string> content = known_->HashOf(place.path, stop_);
    HPDL_TRY(content);
    hash_.Add("file")
        .Add(place.name)
        .Add(std::int64_t{link})
        .Add(info.st_mode & 07777)
        .Add(*content);
    return true;
  }

  Result<bool> AddDirectory(const Place& place) {
    const Result<std::vector<std::string>> names = AllNames(place.path);
    HPDL_TRY(names);
    hash_.Add("directory").Add(place.name);
    if (place.name.empty() &&
        access((place.path + "/" + std::string(definition_)).c_str(), F_OK) != 0) {
      return SystemError(errno);
    }
    const bool ignores = std::find(names->begin(), names->end(), ".hpdlignore") != names->end();
    for (const std::string& name : *names) {
      // A job.properties file has the values of one run, so by default it is not part of the
      // application. An .hpdlignore file can make job.properties a part of the application. So if
      // an .hpdlignore file exists, job.properties is hashed in any case.
      if (place.name.empty() && !ignores && name == "job.properties") {
        continue;
      }
      if (++count_ > kMostApplicationFiles) {
        return false;
      }
      left_.push_back({place.path + "/" + name, place.name + "/" + name});
    }
    return true;
  }

  const std::string_view definition_;
  KnownFiles* const known_;
  const StopFlag& stop_;
  Sha256 hash_;
  std::deque<Place> left_;
  std::size_t count_ = 0;
};

/// Returns the last name of a path that may be a definition. Returns "" for an archive, and for a
/// path in the root directory.
std::string NameBelowRoot(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const bool may_be = slash != 0 && slash != std::string::npos && !path.ends_with(kArchiveEnd);
  return may_be ? path.substr(slash + 1) : std::string();
}

}  // namespace

Result<std::string> KnownFiles::HashOf(const std::string& path, const StopFlag& stop) {
  const Descriptor file = OpenToRead(path);
  struct stat info{};
  if (file.get() < 0 || fstat(file.get(), &info) != 0) {
    return SystemError(errno);
  }
  if (!S_ISREG(info.st_mode)) {
    return SystemError(EINVAL);
  }
  const std::int64_t changed = std::max(Nanoseconds(info.st_mtim), Nanoseconds(info.st_ctim));
  const Identity identity{info.st_dev, info.st_ino, info.st_size, Nanoseconds(info.st_mtim),
                          Nanoseconds(info.st_ctim)};
  const bool settled = NowMs() * 1'000'000 - changed > kSettledNs;
  if (const auto found = known_.find(identity); settled && found != known_.end()) {
    return found->second;
  }
  Result<std::string> hash = HashContent(file.get(), stop);
  if (hash && settled) {
    if (known_.size() >= kMostKnown) {
      known_.clear();
    }
    known_[identity] = *hash;
  }
  return hash;
}

Result<std::string> HashLocalApplication(const std::string& path, std::string_view definition,
                                         KnownFiles* known, const StopFlag& stop) {
  LocalWalk walk(definition, known, stop);
  const Result<bool> plain = walk.Add(path);
  if (!plain) {
    return NoApplication(path, plain.error().message);
  }
  return *plain ? walk.Hex() : std::string();
}

Task<Result<std::string>> HashRemoteApplication(FileSystem& files, std::string path,
                                                std::string definition) {
  Sha256 hash;
  hash.Add("application").Add(definition);
  std::deque<std::string> left{""};
  std::size_t count = 0;
  while (!left.empty()) {
    const std::string name = std::move(left.front());
    left.pop_front();
    const Result<std::vector<DirectoryEntry>> entries = co_await files.Entries(path + name);
    if (!entries) {
      const bool missing = entries.error().code == kNotFound;
      co_return missing ? NoApplication(files.name() + path, "it was not found") : entries.error();
    }
    const auto is_definition = [&](const DirectoryEntry& entry) {
      return entry.name.empty() || entry.name == definition;
    };
    if (name.empty() && std::none_of(entries->begin(), entries->end(), is_definition)) {
      co_return NoApplication(files.name() + path, "it has no " + definition);
    }
    for (const DirectoryEntry& entry : *entries) {
      const std::string full = entry.name.empty() ? name : name + "/" + entry.name;
      const bool directory = entry.status.type == FileType::kDirectory;
      hash.Add(full).Add(std::int64_t{directory}).Add(entry.status.size);
      hash.Add(directory ? 0 : entry.status.modified_ms);
      if (directory) {
        left.push_back(full);
      }
      if (++count > kMostApplicationFiles) {
        co_return std::string();
      }
    }
  }
  co_return hash.Hex();
}

std::string NameOfLocalDefinition(const std::string& path) {
  struct stat info{};
  const std::string name = NameBelowRoot(path);
  const bool is_file = !name.empty() && stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
  return is_file ? name : std::string();
}

Task<Result<std::string>> NameOfRemoteDefinition(FileSystem& files, std::string path) {
  std::string name = NameBelowRoot(path);
  if (name.empty()) {
    co_return name;
  }
  const Result<FileStatus> status = co_await files.Status(std::move(path));
  HPDL_CO_TRY(status);
  co_return status->type == FileType::kFile ? std::move(name) : std::string();
}

Result<std::string> FindLocalDefinition(const std::string& path, std::string_view name) {
  struct stat info{};
  std::string file = path;
  if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
    file.append("/").append(name);
  }
  if (stat(file.c_str(), &info) != 0) {
    return NoApplication(file, std::strerror(errno));
  }
  return S_ISREG(info.st_mode) ? Result<std::string>(std::move(file))
                               : NoApplication(file, "it is not a regular file");
}

Task<Result<std::string>> FindRemoteDefinition(FileSystem& files, std::string path,
                                               std::string_view name) {
  const std::string place = files.name() + path;
  Result<FileStatus> status = co_await files.Status(path);
  if (status && status->type == FileType::kDirectory) {
    path.append("/").append(name);
    status = co_await files.Status(path);
  }
  HPDL_CO_TRY(status);
  co_return status->type == FileType::kFile ? Result<std::string>(std::move(path))
                                            : NoApplication(place, "it was not found");
}

Result<std::string> HashLocalDefinition(const std::string& path, std::string_view beside,
                                        KnownFiles* known, const StopFlag& stop) {
  const Result<std::string> definition = known->HashOf(path, stop);
  if (!definition) {
    return NoApplication(path, definition.error().message);
  }
  Sha256 hash;
  hash.Add("definition").Add(path.substr(path.rfind('/') + 1)).Add(*definition);
  std::string other = path.substr(0, path.rfind('/') + 1).append(beside);
  struct stat info{};
  if (stat(other.c_str(), &info) == 0) {
    const Result<std::string> defaults = known->HashOf(other, stop);
    if (!defaults) {
      return NoApplication(other, defaults.error().message);
    }
    hash.Add(*defaults);
  }
  return hash.Hex();
}

Task<Result<std::string>> HashRemoteDefinition(FileSystem& files, std::string path,
                                               std::string_view beside) {
  Sha256 hash;
  hash.Add("definition").Add(path);
  std::string other = path.substr(0, path.rfind('/') + 1).append(beside);
  for (std::string* each : {&path, &other}) {
    const Result<FileStatus> status = co_await files.Status(*each);
    HPDL_CO_TRY(status);
    if (each == &path && status->type == FileType::kAbsent) {
      co_return NoApplication(files.name() + path, "it was not found");
    }
    hash.Add(std::int64_t{status->type == FileType::kAbsent});
    hash.Add(status->size).Add(status->modified_ms);
  }
  co_return hash.Hex();
}

Task<Result<std::string>> HashRemoteFile(FileSystem& files, std::string path) {
  const Result<FileStatus> status = co_await files.Status(std::move(path));
  HPDL_CO_TRY(status);
  Sha256 hash;
  hash.Add(std::int64_t{status->type == FileType::kAbsent});
  co_return hash.Add(status->size).Add(status->modified_ms).Hex();
}

}  // namespace hpdl::rt
