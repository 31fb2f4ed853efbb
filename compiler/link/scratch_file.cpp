#include <fcntl.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Signals.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

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
  path_ = beside + ".hpdlc-XXXXXX";
  fd_ = ::mkostemp(path_.data(), O_CLOEXEC);
  on_disk_ = fd_ >= 0;
  if (on_disk_) {
    llvm::sys::RemoveFileOnSignal(path_);
  }
}

ScratchFile::~ScratchFile() {
  if (fd_ >= 0) {
    ::close(fd_);
  }
  if (on_disk_) {
    ::unlink(path_.c_str());
    llvm::sys::DontRemoveFileOnSignal(path_);
  }
}

bool ScratchFile::Write(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t put = ::write(fd_, bytes.data() + done, bytes.size() - done);
    if (put < 0 && errno != EINTR) {
      return false;
    }
    done += put > 0 ? static_cast<std::size_t>(put) : 0;
  }
  return true;
}

}  // namespace hpdl::link
