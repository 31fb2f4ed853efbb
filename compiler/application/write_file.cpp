#include "compiler/application/write_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "compiler/application/read_file.h"
#include "runtime/ground/base/new_file.h"

namespace hpdl::application {
namespace {

/// Gives the file `fd` the owner, group and mode of `status`, as far as the process may change
/// them.
bool TakeOver(int fd, const struct stat& status) {
  struct stat own{};
  if (::fstat(fd, &own) != 0) {
    return false;
  }
  constexpr auto kSameOwner = static_cast<uid_t>(-1);
  TakenOver taken{.owner = own.st_uid == status.st_uid, .group = own.st_gid == status.st_gid};
  if (!taken.owner || !taken.group) {
    if (::fchown(fd, status.st_uid, status.st_gid) == 0) {
      taken = {.owner = true, .group = true};
    } else {
      taken.group = taken.group || ::fchown(fd, kSameOwner, status.st_gid) == 0;
    }
  }
  return ::fchmod(fd, KeptMode(status.st_mode, taken)) == 0;
}

}  // namespace

mode_t KeptMode(mode_t mode, TakenOver taken) {
  return mode & (!taken.group ? 0707 : !taken.owner ? 0777 : 07777);
}

Result<void> ReplaceFile(const std::string& path, const std::string& bytes) {
  const std::string real = Canonical(path);
  struct stat status{};
  const auto fail = [&](int reason) { return Failure(path + ": " + std::strerror(reason)); };
  // A user who may not write the file must not replace it just because the user may write the
  // directory.
  if (real.empty() || ::stat(real.c_str(), &status) != 0 || ::access(real.c_str(), W_OK) != 0) {
    return fail(errno);
  }
  rt::NewFile file(real);
  const bool replaced = file.ok() && rt::WriteAll(file.fd(), bytes) &&
                        TakeOver(file.fd(), status) && rt::SyncFile(file.fd()) && file.MoveTo(real);
  return replaced ? Result<void>() : fail(errno);
}

}  // namespace hpdl::application
