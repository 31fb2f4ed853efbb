#include "runtime/ground/base/checked_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt {
namespace {

Error FileError(std::string why) {
  return {ErrorClass::kError, "", std::move(why)};
}

Result<std::string> ReadOpened(int fd, std::size_t most) {
  std::string text(most + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = read(fd, text.data() + size, text.size() - size);
    if (got < 0 && errno != EINTR) {
      return FileError(std::strerror(errno));
    }
    if (got == 0) {
      break;
    }
    size += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  if (size > most) {
    return FileError("it is longer than " + std::to_string(most) + " bytes");
  }
  text.resize(size);
  return text;
}

}  // namespace

Result<std::optional<std::string>> ReadChecked(const std::string& path, std::size_t most,
                                               FileReaders readers, struct stat* info) {
  const bool owner = readers == FileReaders::kOwner;
  const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (owner ? O_NOFOLLOW : 0);
  const Descriptor file(open(path.c_str(), flags));
  if (file.get() < 0) {
    return errno == ENOENT ? Result<std::optional<std::string>>(std::nullopt)
                           : FileError(std::strerror(errno));
  }
  struct stat found{};
  const bool known = fstat(file.get(), &found) == 0;
  const bool alone = (found.st_mode & (S_IRWXG | S_IRWXO)) == 0 &&
                     (found.st_uid == geteuid() || found.st_uid == 0);
  Result<std::string> text =
      !known                    ? FileError(std::strerror(errno))
      : !S_ISREG(found.st_mode) ? FileError("it is not a file")
      : owner && !alone ? FileError("it must be a file that only its owner can read (mode 0600)")
                        : ReadOpened(file.get(), most);
  if (info != nullptr) {
    *info = found;
  }
  HPDL_TRY(text);
  return std::optional(std::move(*text));
}

}  // namespace hpdl::rt
