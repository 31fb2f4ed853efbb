#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "runtime/base/new_file.h"
#include "runtime/store/file_system.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/job_store.h"
#include "runtime/store/lease.h"
#include "runtime/store/local_catalogue.h"
#include "runtime/store/locks.h"
#include "runtime/store/own_files.h"
#include "runtime/store/schema.h"

namespace hpdl::rt {
namespace {

std::int64_t NowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// Makes the directory and those above it. What is there already is fine.
Result<void> MakeDirectories(const std::string& path) {
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (mkdir(part.c_str(), 0777) != 0 && errno != EEXIST) {
      const int error = errno;
      struct stat info{};
      // A parent on a read-only file system is no harm while it is there.
      if (stat(part.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
        return FileError("the state directory cannot be made: " + part, error);
      }
    }
    if (slash == std::string::npos) {
      break;
    }
  }
  struct stat info{};
  if (stat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
    return FileError("the state directory cannot be made: " + path, ENOTDIR);
  }
  return {};
}

/// Removes a file or a directory with all in it. Missing is fine; symbolic links are not followed.
Result<void> RemoveTree(const std::string& path) {
  if (unlink(path.c_str()) == 0 || errno == ENOENT) {
    return {};
  }
  DIR* directory = opendir(path.c_str());
  if (directory == nullptr) {
    return FileError(path, errno);
  }
  Result<void> result;
  while (const dirent* entry = readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == ".." || !result) {
      continue;
    }
    result = RemoveTree(path + "/" + entry->d_name);
  }
  closedir(directory);
  if (result && rmdir(path.c_str()) != 0 && errno != ENOENT) {
    return FileError(path, errno);
  }
  return result;
}

/// What a counter can say; ids have room for it.
constexpr std::int64_t kMostNumber = 999'999'999'999;

/// The number that a file of one line holds, from 0 to kMostNumber; none if it holds another text.
std::optional<std::int64_t> ReadNumber(int file) {
  char text[32];
  const ssize_t size = pread(file, text, sizeof text, 0);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text, text + (size > 0 ? size : 0), number);
  const bool whole = end == text + size - 1 && *end == '\n';
  return size > 0 && error == std::errc() && whole && number >= 0 && number < kMostNumber
             ? std::optional(number)
             : std::nullopt;
}

/// 0: there is none, or none that can be read. The machine may have stopped while a first program
/// made it: then it is empty.
Result<std::int64_t> StoredVersion(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0) {
    return 0;
  }
  const Result<int> file = OpenRegular(path, O_RDONLY);
  if (!file) {
    return file.error();
  }
  const std::int64_t version = ReadNumber(*file).value_or(0);
  close(*file);
  return version;
}

/// Whole or not at all: several programs may make it at once, and one may be stopped meanwhile.
Result<void> WriteVersion(const std::string& path) {
  NewFile file(path);
  const std::string text = std::to_string(store_schema::kDirectoryVersion) + "\n";
  if (!file.ok() || !WriteAll(file.fd(), text) || fchmod(file.fd(), 0644) != 0 ||
      fsync(file.fd()) != 0 || !file.MoveTo(path)) {
    return FileError("the state directory cannot be written: " + path, errno);
  }
  return {};
}

class LocalStateDirectory final : public StateDirectory {
 public:
  explicit LocalStateDirectory(const std::string& path) : path_(path), catalogue_(path) {}

  Result<void> CheckVersion(bool create);
  const std::string& path() const override { return path_; }
  std::string JobPath(std::string_view root_id) const override {
    return path_ + "/jobs/" + std::string(root_id);
  }
  Result<std::string> NewJobId(std::string_view user) override;
  Result<std::unique_ptr<Store>> CreateJob(std::string_view id) override;
  Result<std::unique_ptr<Store>> OpenJob(std::string_view id, bool read_only) override;
  Result<std::string> FindRoot(std::string_view id) override;
  Result<std::unique_ptr<Lease>> TakeLease(const std::string& root_id) override;
  Result<void> RemoveJob(std::string_view id) override;
  LocalCatalogue& catalogue() override { return catalogue_; }

 private:
  bool HasJob(std::string_view id) const;
  std::int64_t HighestNumber() const;

  std::string path_;
  LocalCatalogue catalogue_;
};

Error NoSuchJob(std::string_view id) {
  return {ErrorClass::kError, "E0604", "Job does not exist [" + std::string(id) + "]"};
}

Result<void> LocalStateDirectory::CheckVersion(bool create) {
  const std::string file = path_ + "/version";
  const Result<std::int64_t> version = StoredVersion(file);
  if (!version) {
    return version.error();
  }
  if (*version > store_schema::kDirectoryVersion) {
    return Error{ErrorClass::kFatal, "E0713",
                 "the state directory " + path_ + " is of version " + std::to_string(*version) +
                     ", newer than this program's " +
                     std::to_string(store_schema::kDirectoryVersion)};
  }
  return *version > 0 || !create ? Result<void>() : WriteVersion(file);
}

/// The highest number of a job that has a folder.
std::int64_t LocalStateDirectory::HighestNumber() const {
  std::int64_t highest = 0;
  DIR* jobs = opendir((path_ + "/jobs").c_str());
  while (const dirent* entry = jobs == nullptr ? nullptr : readdir(jobs)) {
    std::int64_t number = 0;
    const char* const end = entry->d_name + std::strlen(entry->d_name);
    if (IsJobId(entry->d_name) && std::from_chars(entry->d_name, end, number).ec == std::errc() &&
        number <= kMostNumber) {
      highest = std::max(highest, number);
    }
  }
  if (jobs != nullptr) {
    closedir(jobs);
  }
  return highest;
}

Result<std::string> LocalStateDirectory::NewJobId(std::string_view user) {
  bool taken = false;
  Result<LockedFile> counter = LockedFile::Lock(path_ + "/counter", true, &taken);
  if (!counter) {
    return counter.error();
  }
  // It is not synced: ids differ by their time too. A new or damaged one goes on from the jobs that
  // are there.
  const std::optional<std::int64_t> last = ReadNumber(counter->file());
  if (!last && ftruncate(counter->file(), 0) != 0) {
    return FileError(path_ + "/counter", errno);
  }
  const std::int64_t number = (last ? *last : HighestNumber()) + 1;
  const std::string next = std::to_string(number) + "\n";
  if (pwrite(counter->file(), next.data(), next.size(), 0) != static_cast<ssize_t>(next.size())) {
    return FileError(path_ + "/counter", errno);
  }
  return FormatJobId(number, NowMs(), user);
}

bool LocalStateDirectory::HasJob(std::string_view id) const {
  struct stat info{};
  return IsJobId(id) && lstat(JobPath(id).c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

Result<std::unique_ptr<Store>> LocalStateDirectory::CreateJob(std::string_view id) {
  const std::string directory = JobPath(id);
  // Properties, arguments and the secret of callbacks are for nobody else.
  if (mkdir(directory.c_str(), 0700) != 0) {
    return FileError(directory, errno);
  }
  Result<std::unique_ptr<Store>> store = JobStore::Create(directory + "/journal.db");
  if (!store) {
    (void)RemoveTree(directory);
    return store;
  }
  SyncDirectory(directory);
  SyncDirectory(path_ + "/jobs");
  return store;
}

Result<std::unique_ptr<Store>> LocalStateDirectory::OpenJob(std::string_view id, bool read_only) {
  Result<std::string> root = FindRoot(id);
  if (!root) {
    return root.error();
  }
  return JobStore::Open(JobPath(*root) + "/journal.db", read_only);
}

Result<std::string> LocalStateDirectory::FindRoot(std::string_view id) {
  if (HasJob(id)) {
    HPDL_TRY(RefuseForeignJob(JobPath(id)));
    return std::string(id);
  }
  if (!IsJobId(id)) {
    return NoSuchJob(id);
  }
  Result<std::string> root = catalogue_.RootOf(id);
  HPDL_TRY(root);
  if (!root->empty() && HasJob(*root)) {
    HPDL_TRY(RefuseForeignJob(JobPath(*root)));
    return root;
  }
  return NoSuchJob(id);
}

Result<std::unique_ptr<Lease>> LocalStateDirectory::TakeLease(const std::string& root_id) {
  Result<std::unique_ptr<Lease>> lease = Lease::Take(JobPath(root_id));
  if (lease) {
    catalogue_.Touch(root_id);
  }
  return lease;
}

Result<void> LocalStateDirectory::RemoveJob(std::string_view id) {
  if (!HasJob(id)) {
    return NoSuchJob(id);
  }
  HPDL_TRY(RefuseForeignJob(JobPath(id)));
  HPDL_TRY(RemoveTree(JobPath(id)));
  return catalogue_.Forget(std::string(id));
}

}  // namespace

Result<std::unique_ptr<StateDirectory>> StateDirectory::Open(const std::string& path, bool create) {
  if (path.empty()) {
    return Error{ErrorClass::kFatal, "E0713", "the path of the state directory is empty"};
  }
  if (create) {
    HPDL_TRY(MakeDirectories(path));
  }
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) {
    return FileError("the state directory " + path + " cannot be read", errno);
  }
  if (!S_ISDIR(info.st_mode)) {
    return FileError("the state directory " + path + " cannot be used", ENOTDIR);
  }
  HPDL_TRY(RefuseNetworkFileSystem(path));
  // Children of the job work in directories of their own, so what they are told must be absolute.
  char* absolute = realpath(path.c_str(), nullptr);
  if (absolute == nullptr) {
    return FileError("the state directory " + path + " cannot be read", errno);
  }
  std::unique_ptr<LocalStateDirectory> directory(new LocalStateDirectory(absolute));
  free(absolute);
  HPDL_TRY(RefuseForeignDirectory(directory->path()));
  HPDL_TRY(directory->CheckVersion(create));
  if (create) {
    HPDL_TRY(MakeDirectories(path + "/jobs"));
    if (access((path + "/jobs").c_str(), W_OK) != 0) {
      return FileError("the state directory " + path + " cannot be written", errno);
    }
  }
  if (access((directory->path() + "/jobs").c_str(), F_OK) == 0) {
    HPDL_TRY(RefuseForeignDirectory(directory->path() + "/jobs"));
  }
  if (create) {
    (void)directory->catalogue().MakeFirst();  // who asks it is told what is wrong with it
  }
  return std::unique_ptr<StateDirectory>(std::move(directory));
}

}  // namespace hpdl::rt
