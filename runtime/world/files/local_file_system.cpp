#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/files/open_directory.h"
#include "runtime/world/files/preview.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {

namespace {

Result<void> ResultOf(int error) {
  if (error == 0) {
    return {};
  }
  const char* code = error == EEXIST ? kExists : error == ENOENT ? kNotFound : "";
  return Error{ErrorClass::kError, code, std::strerror(error)};
}

bool IsSameFile(const std::string& a, const std::string& b) {
  struct stat one{}, other{};
  return stat(a.c_str(), &one) == 0 && stat(b.c_str(), &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

/// Renames a path, or copies it if the target is on another mount. The complete copy appears in one
/// step. It is durable before the source is deleted.
int Move(const std::string& source, const std::string& target, const StopFlag* stop) {
  if (std::rename(source.c_str(), target.c_str()) == 0) {
    return 0;
  }
  if (errno != EXDEV) {
    return errno;
  }
  if (IsSameFile(source, target)) {  // by two mounts of one file system
    return EEXIST;
  }
  const std::string partial =
      FilePreview::ParentOf(target) + "/." + FilePreview::NameOf(target) + ".hpdl-move";
  int error = DeleteTree(partial, stop);
  if (error == 0) {
    error = CopyTree(source, partial, stop);
  }
  if (error == 0) {
    error = SyncTree(partial, SyncDepth::kAll, stop);
  }
  if (error == 0 && std::rename(partial.c_str(), target.c_str()) != 0) {
    error = errno;
  }
  if (error != 0) {
    DeleteTree(partial);
    return error;
  }
  return SyncDirectory(FilePreview::ParentOf(target)) ? DeleteTree(source, stop) : errno;
}

FileStatus StatusOf(const std::string& path) {
  FileStatus status;
  status.type = TypeOf(path);
  if (status.type != FileType::kAbsent) {
    status.size = SizeOf(path);
    status.block_size = kLocalBlockSize;
  }
  return status;
}

/// Returns the entries of a directory. If `path` is a file, returns one entry without a name for
/// the file itself.
Result<std::vector<DirectoryEntry>> EntriesOf(const std::string& path) {
  std::vector<DirectoryEntry> entries;
  OpenDirectory directory(path);
  if (directory.error() == ENOTDIR) {
    return std::vector<DirectoryEntry>{{"", StatusOf(path)}};
  }
  while (const char* name = directory.error() == 0 ? directory.Next() : nullptr) {
    entries.push_back({name, StatusOf(path + "/" + name)});
  }
  if (directory.error() != 0) {
    return ResultOf(directory.error()).error();
  }
  std::sort(entries.begin(), entries.end(),
            [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
  return entries;
}

/// Runs `work`, which may take long, on another thread. `work` returns 0 or an errno.
template <class Work>
Task<Result<void>> OnDisk(Work work) {
  const int error = co_await OnWorker(std::move(work));
  co_return ResultOf(error);
}

class LocalFileSystem final : public FileSystem {
 public:
  const std::string& name() const override { return name_; }
  std::string Home() const override { return HomeDirectory(); }
  bool KnowsGroup(const std::string& group) const override { return ParseGroup(group).has_value(); }
  Task<Result<FileStatus>> Status(std::string path) override { co_return StatusOf(path); }
  Task<Result<std::vector<std::string>>> Glob(std::string pattern, std::size_t) override {
    return OnWorker([pattern = std::move(pattern)](const StopFlag&) { return GlobLocal(pattern); });
  }
  Task<Result<std::vector<DirectoryEntry>>> Entries(std::string path) override {
    return OnWorker([path = std::move(path)](const StopFlag&) { return EntriesOf(path); });
  }
  Task<Result<std::int64_t>> DirectorySize(std::string path) override {
    return OnWorker([path = std::move(path)](const StopFlag&) { return LocalDirectorySize(path); });
  }
  Task<Result<void>> MakeDirectories(std::string path) override {
    return OnDisk([path = std::move(path)](const StopFlag&) { return rt::MakeDirectories(path); });
  }
  Task<Result<void>> Delete(std::string path) override {
    return OnDisk(
        [path = std::move(path)](const StopFlag& stop) { return DeleteTree(path, &stop); });
  }
  Task<Result<void>> Rename(std::string source, std::string target) override {
    return OnDisk([source = std::move(source), target = std::move(target)](const StopFlag& stop) {
      // rename() would replace a target that is a file or an empty directory.
      return TypeOf(target) != FileType::kAbsent ? EEXIST : Move(source, target, &stop);
    });
  }
  Task<Result<void>> Replace(std::string source, std::string target) override {
    return OnDisk([source = std::move(source), target = std::move(target)](const StopFlag& stop) {
      // rename() would replace a target that is an empty directory.
      return TypeOf(target) == FileType::kDirectory ? EEXIST : Move(source, target, &stop);
    });
  }
  Task<Result<void>> Touch(std::string path) override {
    return OnDisk([path = std::move(path)](const StopFlag&) { return TouchFile(path); });
  }
  Task<Result<void>> Change(std::string path, OwnershipChange change) override {
    return OnDisk([path = std::move(path), change = std::move(change)](const StopFlag& stop) {
      Ownership ownership{change.mode, {}};
      if (!change.group.empty()) {
        ownership.group = ParseGroup(change.group);
      }
      return ChangeOwnership(path, ownership, change.dir_files, change.recursive, &stop);
    });
  }
  Task<Result<void>> Sync(std::string path, SyncDepth depth) override {
    return OnDisk([path = std::move(path), depth](const StopFlag& stop) {
      return SyncTree(path, depth, &stop);
    });
  }
  Task<Result<void>> SetReplication(std::string, std::int16_t) override {
    co_return Result<void>();  // a local file has no replicas
  }
  Task<Result<std::string>> Read(std::string path, std::int64_t limit) override {
    std::FILE* file = std::fopen(path.c_str(), "re");
    if (file == nullptr) {
      co_return ResultOf(errno).error();
    }
    std::string content;
    char buffer[65536];
    std::size_t got = 0;
    while (static_cast<std::int64_t>(content.size()) <= limit &&
           (got = std::fread(buffer, 1, sizeof buffer, file)) > 0) {
      content.append(buffer, got);
    }
    const bool failed = std::ferror(file) != 0;
    std::fclose(file);
    if (failed || static_cast<std::int64_t>(content.size()) > limit) {
      co_return Error{
          ErrorClass::kError, "",
          failed ? std::strerror(EIO) : "is larger than " + std::to_string(limit) + " bytes"};
    }
    co_return content;
  }

 private:
  const std::string name_;
};

}  // namespace

Task<Result<void>> FileSystem::Replace(std::string, std::string target) {
  co_return Error{ErrorClass::kError, "", "cannot replace " + name() + target};
}

Task<Result<void>> FileSystem::Upload(std::string, std::string path) {
  co_return Error{ErrorClass::kError, "", "cannot write " + name() + path};
}

Task<Result<std::vector<DirectoryEntry>>> FileSystem::Entries(std::string path) {
  co_return Error{ErrorClass::kError, "", "cannot list " + name() + path};
}

Task<Result<DirectoryPart>> FileSystem::EntriesAfter(std::string path, std::string) {
  co_return Error{ErrorClass::kError, "", "cannot list parts of " + name() + path};
}

Task<Result<std::vector<FileBlock>>> FileSystem::Blocks(std::string path) {
  co_return Error{ErrorClass::kError, "", "the blocks of " + name() + path + " are not known"};
}

Task<Result<void>> FileSystem::Fetch(std::string path, std::string target, std::int64_t limit) {
  const Result<std::string> content = co_await Read(std::move(path), limit);
  HPDL_CO_TRY(content);
  if (!WriteWhole(target, *content, 0600)) {
    co_return Error{ErrorClass::kError, "", target + ": " + std::strerror(errno)};
  }
  co_return Result<void>();
}

Task<Result<void>> FileSystem::Sync(std::string, SyncDepth) {
  co_return Result<void>();
}

FileSystem& LocalFiles() {
  static LocalFileSystem files;
  return files;
}

bool IsHadoopScheme(std::string_view scheme) {
  return scheme == "hdfs" || scheme == "webhdfs" || scheme == "swebhdfs";
}

}  // namespace hpdl::rt
