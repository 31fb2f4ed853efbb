#ifndef HPDL_RUNTIME_GROUND_BASE_UNUSABLE_ENTRY_H_
#define HPDL_RUNTIME_GROUND_BASE_UNUSABLE_ENTRY_H_

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace hpdl {

/// True for an error of the entry itself. A lack of descriptors or memory, for example, is not one.
inline bool IsErrorOfEntry(int error) {
  return error == ENOENT || error == ELOOP || error == EACCES;
}

/// True if no program can contain the entry of an application at `path`: a FIFO, a socket, or an
/// entry that cannot be read. `status` is the result of stat(), and `error` is its error, or 0.
inline bool IsUnusableEntry(const std::string& path, const struct stat& status, int error) {
  if (error != 0) {
    return IsErrorOfEntry(error);
  }
  const bool is_plain = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
  return !is_plain || (access(path.c_str(), R_OK) != 0 && IsErrorOfEntry(errno));
}

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_UNUSABLE_ENTRY_H_
