#include "runtime/programs/program/keep_program.h"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/store/locks.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

constexpr mode_t kFolderMode = 0700;

/// Copies the running executable. This works even if its file has been replaced or removed.
bool CopySelf(int to) {
  const Descriptor from(open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  struct stat info{};
  bool ok = from.get() >= 0 && fstat(from.get(), &info) == 0;
  for (off_t at = 0; ok && at < info.st_size;) {
    const ssize_t sent = sendfile(to, from.get(), &at, static_cast<std::size_t>(info.st_size - at));
    ok = sent > 0 || (sent < 0 && errno == EINTR);
  }
  return ok;
}

}  // namespace

Result<std::string> KeepProgram(StateDirectory& state, const hpdl_program& program) {
  const std::string folder = state.work().Programs();
  if (mkdir(folder.c_str(), kFolderMode) != 0 && errno != EEXIST) {
    return FileError(folder, errno);
  }
  HPDL_TRY(RefuseForeignDirectory(folder));
  const std::string path = folder + "/" + std::string(ToView(program.content_hash));
  struct stat info{};
  if (lstat(path.c_str(), &info) == 0) {  // the file is complete, because a rename has put it there
    HPDL_TRY(RefuseOddFile(path));
    // The new time protects the file from a purge, which removes only files that were not used
    // recently.
    (void)utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
    return path;
  }
  NewFile file(path);
  if (!file.ok() || !CopySelf(file.fd()) || fchmod(file.fd(), kFolderMode) != 0 ||
      !SyncFile(file.fd()) || !file.MoveTo(path) || !SyncDirectory(folder)) {
    return FileError(path, errno);
  }
  return path;
}

Result<void> KeepIfWanted(const Invocation& call, StateDirectory& state, RunOptions* options) {
  if (!options->park_after_s && !call.line.Has("keep-program")) {
    return {};
  }
  Result<std::string> kept = KeepProgram(state, call.program);
  HPDL_TRY(kept);
  options->program_path = std::move(*kept);
  return {};
}

}  // namespace hpdl::rt
