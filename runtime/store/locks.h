#ifndef HPDL_RUNTIME_STORE_LOCKS_H_
#define HPDL_RUNTIME_STORE_LOCKS_H_

#include <cstdint>
#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// A file that is open and locked exclusively by an open-file-description lock, until this ends.
/// The lock is not kept by children that close their descriptors, and needs no process to release
/// it.
class LockedFile {
 public:
  /// Makes the file if need be. `*taken` is false if `wait` is and another has the lock.
  static Result<LockedFile> Lock(const std::string& path, bool wait, bool* taken);
  /// Waits until nobody else has it.
  static Result<LockedFile> Await(const std::string& path);
  /// Waits until nobody else has this byte of it, or all of it. It need not be that long.
  static Result<LockedFile> AwaitByte(const std::string& path, std::int64_t byte);
  LockedFile(LockedFile&& other) noexcept : file_(other.file_) { other.file_ = -1; }
  LockedFile& operator=(LockedFile&& other) noexcept;
  ~LockedFile();
  int file() const { return file_; }

 private:
  struct Range {
    std::int64_t first = 0, size = 0;  ///< 0: all that follows
  };
  explicit LockedFile(int file) : file_(file) {}
  static Result<LockedFile> LockRange(const std::string& path, Range range, bool wait, bool* taken);
  int file_;
};

/// Takes the whole open file exclusively by an open-file-description lock, without waiting. False
/// with errno set: EAGAIN or EACCES if another open file has it.
bool TryToLock(int file);
/// Whether another open file has it.
bool IsLockedElsewhere(int file);

/// The message of a failed file operation: fatal, with the system's reason.
Error FileError(const std::string& path, int error);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCKS_H_
