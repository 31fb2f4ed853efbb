#include "runtime/server/applications/application_hash.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/new_file.h"
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

/// Counts the files of an application. Refuses the file with which the application exceeds its
/// limits.
class ApplicationSize {
 public:
  explicit ApplicationSize(const ApplicationLimits& limits) : limits_(limits) {}

  /// Adds a file or a folder.
  Result<void> Add(const std::string& path, std::int64_t bytes) {
    if (++files_ > limits_.files) {
      return UnreadableApplication(
          "an application may have at most " + std::to_string(limits_.files) +
          " files (hpdl.server.application.files.max), " + path + " is one file too many");
    }
    if (bytes > limits_.bytes - bytes_) {
      return TooManyBytes(path, std::to_string(bytes) + " bytes");
    }
    bytes_ += bytes;
    return {};
  }
  /// Counts bytes that were read. A file may have grown since Add().
  Result<void> Read(const std::string& path, std::int64_t bytes) {
    read_ += bytes;
    return read_ > limits_.bytes ? TooManyBytes(path, "more bytes than before") : Result<void>();
  }

 private:
  Error TooManyBytes(const std::string& path, const std::string& size) const {
    return UnreadableApplication("the files of an application may have at most " +
                                 std::to_string(limits_.bytes) +
                                 " bytes (hpdl.server.application.bytes.max), with " + path +
                                 ", which has " + size + ", they have more");
  }

  const ApplicationLimits limits_;
  std::int64_t files_ = 0, bytes_ = 0, read_ = 0;
};

/// True for the names that the compiler leaves out of each application.
bool IsNoPart(std::string_view name) {
  return name == ".git" || name.starts_with(kUnfinishedPrefix);
}

/// Returns the names in a directory that belong to the application, hidden names too, sorted.
/// Returns at most `most` names.
Result<std::vector<std::string>> NamesIn(const std::string& path, std::int64_t most) {
  DIR* directory = opendir(path.c_str());
  if (directory == nullptr) {
    return SystemError(errno);
  }
  std::vector<std::string> names;
  while (static_cast<std::int64_t>(names.size()) < most) {
    const dirent* const entry = readdir(directory);
    if (entry == nullptr) {
      break;
    }
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && !IsNoPart(name)) {
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

/// Returns the last name of a path that may be a definition. Returns "" for an archive, and for a
/// path in the root directory.
std::string NameBelowRoot(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const bool may_be = slash != 0 && slash != std::string::npos && !path.ends_with(kArchiveEnd);
  return may_be ? path.substr(slash + 1) : std::string();
}

}  // namespace

Error UnreadableApplication(std::string_view why) {
  return {ErrorClass::kError, kUnreadableApplication,
          "Could not read the workflow definition, " + std::string(why)};
}

std::string KnownFiles::Find(const Identity& identity) const {
  const std::scoped_lock lock(mutex_);
  const auto found = known_.find(identity);
  return found == known_.end() ? std::string() : found->second;
}

void KnownFiles::Put(const Identity& identity, std::string hash) {
  const std::scoped_lock lock(mutex_);
  if (known_.size() >= kMostKnown) {
    known_.clear();
  }
  known_[identity] = std::move(hash);
}

std::size_t KnownFiles::size() const {
  const std::scoped_lock lock(mutex_);
  return known_.size();
}

/// Looks at all files first, folder by folder, and then reads one file after the other.
struct LocalHash::State {
  State(std::shared_ptr<KnownFiles> known, const ApplicationLimits& limits, std::string root,
        std::string definition, bool walks)
      : root_(std::move(root)),
        definition_(std::move(definition)),
        walks_(walks),
        known_(std::move(known)),
        limits_(limits),
        size_(limits) {}

  struct Place {
    std::string path, name;
    bool optional = false;  ///< true: the file may be missing
  };
  /// A file that is being read.
  struct OpenFile {
    explicit OpenFile(Descriptor opened) : file(std::move(opened)) {}
    Descriptor file;
    KnownFiles::Identity identity{};
    bool settled = false;  ///< true: a later change of the file will change its identity
    Sha256 content;
  };

  bool IsNeeded(const Place& place) const {
    return !walks_ || place.name.empty() || place.name.substr(1) == definition_;
  }
  /// True if the error says that the file at `place` has vanished, and the application may be
  /// without it.
  bool MayBeGone(const Place& place, int error) const {
    return error == ENOENT && (place.optional || !IsNeeded(place));
  }

  Result<void> Look(const Place& place) {
    struct stat info{};
    const int error = stat(place.path.c_str(), &info) == 0 ? 0 : errno;
    if (place.optional && error != 0) {
      return {};
    }
    if (!IsNeeded(place) && IsLeftOut(place.path, info, error)) {
      hash_.Add("left out").Add(place.name);
      return size_.Add(place.path, 0);
    }
    if (error != 0) {
      return SystemError(error);
    }
    struct stat self{};
    const bool link = lstat(place.path.c_str(), &self) == 0 && S_ISLNK(self.st_mode);
    if (S_ISDIR(info.st_mode) && walks_ && (!link || place.name.empty())) {
      return LookInto(place);
    }
    if (!S_ISREG(info.st_mode)) {
      plain_ = false;
      return {};
    }
    hash_.Add("file").Add(place.name).Add(std::int64_t{link}).Add(info.st_mode & 07777);
    files_.push_back(place);
    return size_.Add(place.path, info.st_size);
  }

  Result<void> LookInto(const Place& place) {
    const Result<std::vector<std::string>> names = NamesIn(place.path, limits_.files + 1);
    HPDL_TRY(names);
    hash_.Add("directory").Add(place.name);
    if (place.name.empty() && access((place.path + "/" + definition_).c_str(), F_OK) != 0) {
      return SystemError(errno);
    }
    const bool ignores = std::find(names->begin(), names->end(), ".hpdlignore") != names->end();
    for (const std::string& name : *names) {
      // A job.properties file has the values of one run, so by default it is not part of the
      // application. An .hpdlignore file can make job.properties a part of the application. So if
      // an .hpdlignore file exists, job.properties is hashed in any case.
      if (!place.name.empty() || ignores || name != "job.properties") {
        left_.push_back({place.path + "/" + name, place.name + "/" + name});
      }
    }
    return size_.Add(place.path, 0);
  }

  /// Reads the next part of the first file in `files_`.
  Result<void> ReadOn() {
    const std::string& path = files_.front().path;
    if (!open_) {
      open_.emplace(OpenToRead(path));
      if (open_->file.get() < 0 && MayBeGone(files_.front(), errno)) {
        Finish("left out");
        return {};
      }
      struct stat info{};
      if (open_->file.get() < 0 || fstat(open_->file.get(), &info) != 0) {
        return SystemError(errno);
      }
      if (!S_ISREG(info.st_mode)) {
        return SystemError(EINVAL);
      }
      const std::int64_t changed = std::max(Nanoseconds(info.st_mtim), Nanoseconds(info.st_ctim));
      open_->identity = {info.st_dev, info.st_ino, info.st_size, Nanoseconds(info.st_mtim),
                         Nanoseconds(info.st_ctim)};
      open_->settled = NowMs() * 1'000'000 - changed > kSettledNs;
      if (std::string hash = known_->Find(open_->identity); open_->settled && !hash.empty()) {
        Finish(hash);
        return {};
      }
      buffer_.resize(1 << 20);
    }
    const ssize_t size = read(open_->file.get(), buffer_.data(), buffer_.size());
    if (size < 0) {
      return errno == EINTR ? Result<void>() : SystemError(errno);
    }
    if (size > 0) {
      open_->content.AddBytes({buffer_.data(), static_cast<std::size_t>(size)});
      return size_.Read(path, size);
    }
    const std::string hash = open_->content.Hex();
    if (open_->settled) {
      known_->Put(open_->identity, hash);
    }
    Finish(hash);
    return {};
  }

  void Finish(const std::string& hash) {
    hash_.Add(hash);
    open_.reset();
    files_.pop_front();
  }

  /// Works on one folder or file. Returns true if nothing is left.
  Result<bool> Work() {
    if (!left_.empty()) {
      const Place place = left_.front();
      left_.pop_front();
      HPDL_TRY(Look(place));
    } else if (plain_ && !files_.empty()) {
      HPDL_TRY(ReadOn());
    }
    return left_.empty() && (!plain_ || files_.empty());
  }

  const std::string root_, definition_;
  const bool walks_;  ///< true: the root may be a folder, and its files belong to the application
  const std::shared_ptr<KnownFiles> known_;
  const ApplicationLimits limits_;
  ApplicationSize size_;
  Sha256 hash_;
  bool plain_ = true;  ///< false: there is no hash
  std::deque<Place> left_;
  std::deque<Place> files_;  ///< the files that were not read yet
  std::optional<OpenFile> open_;
  std::vector<char> buffer_;
};

LocalHash::LocalHash(std::unique_ptr<State> state) : state_(std::move(state)) {}
LocalHash::~LocalHash() = default;

std::unique_ptr<LocalHash> LocalHash::OfApplication(std::shared_ptr<KnownFiles> known,
                                                    const ApplicationLimits& limits,
                                                    std::string path, std::string definition) {
  auto state = std::make_unique<State>(std::move(known), limits, path, std::move(definition), true);
  state->hash_.Add("application").Add(state->definition_);
  state->left_.push_back({std::move(path), ""});
  return std::unique_ptr<LocalHash>(new LocalHash(std::move(state)));
}

std::unique_ptr<LocalHash> LocalHash::OfDefinition(std::shared_ptr<KnownFiles> known,
                                                   const ApplicationLimits& limits,
                                                   std::string path, std::string_view beside) {
  auto state = std::make_unique<State>(std::move(known), limits, path, "", false);
  const std::size_t name = path.rfind('/') + 1;
  state->hash_.Add("definition").Add(path.substr(name));
  std::string other = path.substr(0, name).append(beside);
  state->left_.push_back({std::move(path), ""});
  state->left_.push_back({std::move(other), "", true});
  return std::unique_ptr<LocalHash>(new LocalHash(std::move(state)));
}

std::unique_ptr<LocalHash> LocalHash::OfFile(std::shared_ptr<KnownFiles> known,
                                             const ApplicationLimits& limits, std::string path) {
  auto state = std::make_unique<State>(std::move(known), limits, path, "", false);
  state->left_.push_back({std::move(path), ""});
  return std::unique_ptr<LocalHash>(new LocalHash(std::move(state)));
}

Result<bool> LocalHash::Step(const StopFlag& stop) {
  constexpr std::chrono::milliseconds kTurn{50};
  const auto begin = SteadyClock::now();
  do {
    if (IsStopped(&stop)) {
      return UnreadableApplication(std::strerror(ECANCELED));
    }
    const Result<bool> done = state_->Work();
    if (!done && done.error().code.empty()) {
      return NoApplication(state_->root_, done.error().message);
    }
    if (!done || *done) {
      return done;
    }
  } while (SteadyClock::now() - begin < kTurn);
  return false;
}

std::string LocalHash::Hex() {
  return state_->plain_ ? state_->hash_.Hex() : std::string();
}

Task<Result<std::string>> HashRemoteApplication(FileSystem& files, ApplicationLimits limits,
                                                std::string path, std::string definition) {
  Sha256 hash;
  hash.Add("application").Add(definition);
  std::deque<std::string> left{""};
  ApplicationSize size(limits);
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
      if (IsNoPart(entry.name)) {
        continue;
      }
      const std::string full = entry.name.empty() ? name : name + "/" + entry.name;
      const bool directory = entry.status.type == FileType::kDirectory;
      hash.Add(full).Add(std::int64_t{directory}).Add(entry.status.size);
      hash.Add(directory ? 0 : entry.status.modified_ms);
      if (directory) {
        left.push_back(full);
      }
      // Nobody reads the bytes of the file, so only the number of files has a limit.
      HPDL_CO_TRY(size.Add(files.name() + path + full, 0));
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
