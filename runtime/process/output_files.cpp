#include "runtime/process/output_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

namespace hpdl::rt {

namespace {

/// Files with a larger number are not held open: the limit of descriptors is the children's too.
constexpr int kHeldOpen = 64;

}  // namespace

std::string SpareFileName(std::int64_t keeper, int id) {
  return "spare." + std::to_string(keeper) + "." + std::to_string(id);
}

bool OutputFiles::Take(OutputFile* file) {
  if (!spares_.empty()) {
    *file = spares_.back();
    spares_.pop_back();
    return true;
  }
  OutputFile made;
  made.id = next_;
  made.fd =
      open(SpareFileName(keeper_, made.id).c_str(), O_RDONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (made.fd < 0) {
    return false;
  }
  if (made.id >= kHeldOpen) {
    close(made.fd);
    made.fd = -1;
  }
  ++next_;
  *file = made;
  return true;
}

void OutputFiles::Name(OutputFile* file, std::int64_t sequence, const char* kind) {
  char name[40];
  std::snprintf(name, sizeof name, "%lld.%s", static_cast<long long>(sequence), kind);
  rename(SpareName(*file).c_str(), name);
  file->named = true;
  if (file->fd >= 0) {
    close(file->fd);
    file->fd = -1;
  }
}

/// Empty, and no process has it open for writing: a daemon that the child left behind may still
/// write. A read lease is granted only if there is no writer; where leases do not exist the file is
/// simply not reused.
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

void OutputFiles::Release(OutputFile file, std::int64_t sequence, const char* kind) {
  if (file.id < 0 || file.named) {
    return;
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
