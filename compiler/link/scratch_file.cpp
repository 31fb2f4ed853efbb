#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Signals.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compiler/link/link.h"

namespace hpdl::link {

ScratchFile::ScratchFile(const std::string& beside) {
  fd_ = ::memfd_create("hpdlc-object", MFD_CLOEXEC);
  if (fd_ >= 0) {
    path_ = "/proc/self/fd/" + std::to_string(fd_);
    if (::access(path_.c_str(), R_OK) == 0) {
      return;
    }
    ::close(fd_);
  }
  on_disk_.emplace(beside);
  fd_ = on_disk_->fd();
  path_ = on_disk_->path();
  if (on_disk_->ok()) {
    llvm::sys::RemoveFileOnSignal(path_);
  }
}

ScratchFile::~ScratchFile() {
  if (!on_disk_) {
    ::close(fd_);
  } else if (on_disk_->ok()) {
    llvm::sys::DontRemoveFileOnSignal(path_);
  }
}

bool ScratchFile::Write(const std::string& bytes) {
  return rt::WriteAll(fd_, bytes);
}

}  // namespace hpdl::link
