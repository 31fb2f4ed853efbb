#include "compiler/application/write_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "compiler/application/read_file.h"

namespace hpdl::application {
namespace {

bool WriteAll(int fd, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t wrote = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno != EINTR) {
      return false;
    }
    done += wrote > 0 ? static_cast<std::size_t>(wrote) : 0;
  }
  return true;
}

/// Owner and mode as they were. Where the owner cannot be given away, the group still may; where it
/// cannot, what it may do is given to no other one.
bool TakeOver(int fd, const struct stat& status) {
  struct stat own{};
  if (::fstat(fd, &own) != 0) {
    return false;
  }
  constexpr auto kSameOwner = static_cast<uid_t>(-1);
  const bool group = own.st_gid == status.st_gid;
  mode_t kept = 0707;
  if ((group && own.st_uid == status.st_uid) || ::fchown(fd, status.st_uid, status.st_gid) == 0) {
    kept = 07777;
  } else if (group || ::fchown(fd, kSameOwner, status.st_gid) == 0) {
    kept = 0777;
  }
  return ::fchmod(fd, status.st_mode & kept) == 0;
}

}  // namespace

bool ReplaceFile(const std::string& path, const std::string& bytes, std::string* error) {
  const std::string real = Canonical(path);
  struct stat status{};
  const auto fail = [&] {
    *error = path + ": " + std::strerror(errno);
    return false;
  };
  // Whoever may not write the file shall not replace it because the directory allows that.
  if (real.empty() || ::stat(real.c_str(), &status) != 0 || ::access(real.c_str(), W_OK) != 0) {
    return fail();
  }
  // Not from the file's name, which may be as long as names can be.
  std::string beside = real.substr(0, real.rfind('/') + 1);
  beside.append(kUnfinishedPrefix).append("XXXXXX");
  const int fd = ::mkostemp(beside.data(), O_CLOEXEC);
  if (fd < 0) {
    return fail();
  }
  bool good = WriteAll(fd, bytes) && TakeOver(fd, status) && ::fsync(fd) == 0;
  const int reason = errno;
  good = ::close(fd) == 0 && good;
  if (good && ::rename(beside.c_str(), real.c_str()) == 0) {
    return true;
  }
  errno = good ? errno : reason;
  fail();
  ::unlink(beside.c_str());
  return false;
}

}  // namespace hpdl::application
