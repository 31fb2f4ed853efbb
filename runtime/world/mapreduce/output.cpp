#include "runtime/world/mapreduce/output.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/world/mapreduce/spill_file.h"

namespace hpdl::rt::mapreduce {

namespace {

constexpr std::size_t kOutputBytes = 256 << 10;

std::string PartName(std::uint32_t number) {
  char name[32];
  std::snprintf(name, sizeof name, "part-%05u", number);
  return name;
}

}  // namespace

Result<std::unique_ptr<TextOutput>> TextOutput::Make(const std::string& path,
                                                     std::string separator) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) {
    return StorageError("cannot write " + path, errno);
  }
  return std::unique_ptr<TextOutput>(new TextOutput(fd, path, std::move(separator)));
}

TextOutput::~TextOutput() {
  close(fd_);
}

Result<void> TextOutput::Put(std::string_view key, std::string_view value) {
  buffer_ += key;
  buffer_ += separator_;
  buffer_ += value;
  buffer_ += '\n';
  ++records_;
  return buffer_.size() >= kOutputBytes ? Flush() : Result<void>();
}

Result<void> TextOutput::Flush() {
  if (!WriteAll(fd_, buffer_)) {
    return StorageError("cannot write " + path_, errno);
  }
  bytes_ += static_cast<std::int64_t>(buffer_.size());
  buffer_.clear();
  return {};
}

Result<void> TextOutput::Finish() {
  HPDL_TRY(Flush());
  return SyncFile(fd_) ? Result<void>()
                       : Result<void>(StorageError("cannot write " + path_, errno));
}

std::string OutputDirectory::PartPath(std::uint32_t number) const {
  return Temporary() + "/" + job_ + "/" + PartName(number);
}

Result<void> OutputDirectory::Check() const {
  if (access(path_.c_str(), F_OK) == 0) {
    return ActionError("output directory " + path_ + " already exists");
  }
  return {};
}

Result<void> OutputDirectory::Begin() const {
  const std::string own = Temporary() + "/" + job_;
  const int error = MakeDirectories(own);
  return error == 0 ? Result<void>() : Result<void>(StorageError("cannot make " + own, error));
}

Result<void> OutputDirectory::Commit(std::uint32_t parts, bool mark) {
  for (std::uint32_t number = 0; number < parts; ++number) {
    const std::string place = path_ + "/" + PartName(number);
    if (rename(PartPath(number).c_str(), place.c_str()) != 0 &&
        (errno != ENOENT || access(place.c_str(), F_OK) != 0)) {
      return StorageError("cannot move output to " + place, errno);
    }
  }
  // The parts must be durable before _SUCCESS exists and before this function returns. Both events
  // tell that the output is complete.
  if (!SyncDirectory(path_)) {
    return StorageError("cannot write " + path_, errno);
  }
  Abort();
  return mark ? Mark() : Result<void>();
}

Result<void> OutputDirectory::Mark() const {
  const std::string path = path_ + "/_SUCCESS";
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0) {
    close(fd);
  }
  return fd >= 0 && SyncDirectory(path_)
             ? Result<void>()
             : Result<void>(StorageError("cannot write " + path, errno));
}

void OutputDirectory::Abort() const {
  const std::string own = Temporary() + "/" + job_;
  if (DIR* directory = opendir(own.c_str())) {
    while (const dirent* entry = readdir(directory)) {
      unlink((own + "/" + entry->d_name).c_str());
    }
    closedir(directory);
  }
  rmdir(own.c_str());
  rmdir(Temporary().c_str());  // fails while another job has files in `_temporary`
}

}  // namespace hpdl::rt::mapreduce
