#include "runtime/world/process/output_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt {

namespace {

/// A file whose id is this number or higher is not kept open, because each open file needs a
/// descriptor. The keeper does not raise its descriptor limit, because its children would inherit
/// the higher limit.
constexpr int kHeldOpen = 64;
/// The number of spare files that are kept ready: files for the standard output and standard error
/// of two children.
constexpr std::size_t kFilesAhead = 4;

bool IsFull(int error) {
  return error == ENOSPC || error == EDQUOT;
}

/// Reserves kReservedOutput bytes after the first `begin` bytes of a file. Returns 0 or an errno.
int Reserve(int fd, off_t begin) {
  return fd < 0 || fallocate(fd, FALLOC_FL_KEEP_SIZE, begin, kReservedOutput) == 0 ? 0 : errno;
}

/// Reserves kReservedOutput bytes after the first `begin` bytes of a file that is not open. Returns
/// 0 or an errno.
int ReserveMore(const std::string& name, off_t begin) {
  const Descriptor file(open(name.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
  return Reserve(file.get(), begin);
}

/// True if the disk is full. Used for a file if its file system cannot reserve space.
bool NoRoom() {
  struct statvfs room{};
  return statvfs(".", &room) == 0 && room.f_bavail == 0;
}

std::string FinalName(std::int64_t sequence, const char* kind) {
  return std::to_string(sequence) + "." + kind;
}

}  // namespace

std::string SpareFileName(std::int64_t keeper, int id) {
  return "spare." + std::to_string(keeper) + "." + std::to_string(id);
}

bool OutputFiles::Take(OutputFile* file) {
  if (spares_.empty()) {
    return Make(file);
  }
  *file = spares_.back();
  spares_.pop_back();
  return OpenForChild(file);
}

bool OutputFiles::Make(OutputFile* file) {
  OutputFile made;
  made.id = next_;
  constexpr int kFlags = O_RDONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  made.fd = open(SpareFileName(keeper_, made.id).c_str(), kFlags, 0600);
  if (made.fd < 0) {
    return false;
  }
  made.write_fd = open(SpareFileName(keeper_, made.id).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const int reserved = Reserve(made.write_fd, 0);
  if (made.write_fd < 0 || IsFull(reserved)) {
    return Discard(made, reserved);
  }
  made.reserved = reserved == 0;
  if (made.id >= kHeldOpen) {
    close(made.fd);
    made.fd = -1;
  }
  ++next_;
  *file = made;
  return true;
}

/// Removes a file that cannot be given to a child, and returns false. Sets errno to `error`; if
/// `error` is 0, keeps errno.
bool OutputFiles::Discard(const OutputFile& file, int error) {
  const int reason = error != 0 ? error : errno;
  close(file.fd);
  if (file.write_fd >= 0) {
    close(file.write_fd);
  }
  unlink(SpareName(file).c_str());
  errno = reason;
  return false;
}

bool OutputFiles::OpenForChild(OutputFile* file) {
  if (file->write_fd < 0) {
    file->write_fd = open(SpareName(*file).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  }
  return file->write_fd >= 0;
}

void OutputFiles::Prepare() {
  OutputFile made;
  while (spares_.size() < kFilesAhead && Make(&made)) {
    spares_.insert(spares_.begin(), made);
  }
  // Take() takes files from the end of spares_, so only the last files must be open.
  const std::size_t ready = std::min(spares_.size(), kFilesAhead);
  for (std::size_t i = spares_.size() - ready; i < spares_.size(); ++i) {
    OpenForChild(&spares_[i]);
  }
}

void OutputFiles::Started(OutputFile* file) {
  close(file->write_fd);
  file->write_fd = -1;
}

void OutputFiles::Name(OutputFile* file, std::int64_t sequence, const char* kind) {
  rename(SpareName(*file).c_str(), FinalName(sequence, kind).c_str());
  file->named = true;
  if (file->fd >= 0) {
    close(file->fd);
    file->fd = -1;
  }
}

/// True if the file is empty and no process has it open for writing. A daemon that the child left
/// behind may still write. The kernel grants a read lease only if there is no writer. On a file
/// system without leases, the file is not reused.
bool OutputFiles::Reusable(OutputFile* file) {
  if (file->fd < 0) {
    file->fd = open(SpareName(*file).c_str(), O_RDONLY | O_CLOEXEC);
  }
  struct stat info{};
  if (fstat(file->fd, &info) != 0 || info.st_size != 0 ||
      fcntl(file->fd, F_SETLEASE, F_RDLCK) != 0) {
    return false;
  }
  fcntl(file->fd, F_SETLEASE, F_UNLCK);
  return true;
}

void RemoveIfEmpty(const std::string& name) {
  struct stat info{};
  if (stat(name.c_str(), &info) != 0 || info.st_size != 0) {
    return;
  }
  const int fd = open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && fcntl(fd, F_SETLEASE, F_RDLCK) == 0) {
    unlink(name.c_str());
  }
  if (fd >= 0) {
    close(fd);
  }
}

bool OutputFiles::NameIfUsed(OutputFile* file, std::int64_t sequence, const char* kind) {
  struct stat info{};
  const int result =
      file->fd >= 0
          ? fstat(file->fd, &info)
          : stat((file->named ? FinalName(sequence, kind) : SpareName(*file)).c_str(), &info);
  if (!file->named && (result != 0 || info.st_size != 0)) {
    Name(file, sequence, kind);
  }
  if (result != 0 || (file->reserved && info.st_size < kReservedOutput)) {
    return false;
  }
  return file->reserved ? IsFull(ReserveMore(FinalName(sequence, kind), info.st_size)) : NoRoom();
}

void OutputFiles::Release(OutputFile file, std::int64_t sequence, const char* kind) {
  if (file.id < 0) {
    return;
  }
  if (file.named) {
    RemoveIfEmpty(FinalName(sequence, kind));  // the child may have written nothing
    return;
  }
  if (file.write_fd >= 0) {
    Started(&file);
  }
  if (!Reusable(&file)) {
    Name(&file, sequence, kind);
    return;
  }
  if (file.id >= kHeldOpen) {
    close(file.fd);
    file.fd = -1;
  }
  spares_.push_back(file);
}

void OutputFiles::RemoveSpares() {
  for (const OutputFile& file : spares_) {
    unlink(SpareName(file).c_str());
  }
  spares_.clear();
}

}  // namespace hpdl::rt
