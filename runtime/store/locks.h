#ifndef HPDL_RUNTIME_STORE_LOCKS_H_
#define HPDL_RUNTIME_STORE_LOCKS_H_

#include <cstdint>
#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// An open file under an exclusive open-file-description lock. The destructor or the end of the
/// process releases the lock. A child process keeps the lock only as long as it has a copy of the
/// descriptor.
class LockedFile {
 public:
  /// Locks the file and creates it if necessary, with rights for its owner only; a group that may
  /// write the folder may open the file too. With `wait`, waits for the lock. Without `wait`,
  /// `*taken` is false if another open file has the lock.
  static Result<LockedFile> Lock(const std::string& path, bool wait, bool* taken);
  /// Waits until no other open file has the lock, then takes it.
  static Result<LockedFile> Await(const std::string& path);
  /// Waits until no other open file has locked this byte or the whole file, then locks the byte.
  /// The byte may lie beyond the end of the file.
  static Result<LockedFile> AwaitByte(const std::string& path, std::int64_t byte);
  LockedFile(LockedFile&& other) noexcept : file_(other.file_) { other.file_ = -1; }
  LockedFile& operator=(LockedFile&& other) noexcept;
  ~LockedFile();
  int file() const { return file_; }

 private:
  struct Range {
    std::int64_t first = 0, size = 0;  ///< in bytes; 0: up to the end of the file
  };
  explicit LockedFile(int file) : file_(file) {}
  static Result<LockedFile> LockRange(const std::string& path, Range range, bool wait, bool* taken);
  int file_;
};

/// Locks the whole open file exclusively with an open-file-description lock, without waiting.
/// Returns false with errno EAGAIN or EACCES if another open file has the lock. Other errno values
/// are failures.
bool TryToLock(int file);
/// True if another open file has the lock.
bool IsLockedElsewhere(int file);

/// Returns the fatal error E0713 of a failed file operation, with the system's reason.
Error FileError(const std::string& path, int error);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCKS_H_
