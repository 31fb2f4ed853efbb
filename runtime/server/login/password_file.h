#ifndef HPDL_RUNTIME_SERVER_LOGIN_PASSWORD_FILE_H_
#define HPDL_RUNTIME_SERVER_LOGIN_PASSWORD_FILE_H_

#include <sys/stat.h>

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/server/login/password_table.h"
#include "runtime/server/work/server_log.h"

namespace hpdl::rt {

/// A file of passwords that is read again when it has changed. Loop thread only.
class PasswordFile {
 public:
  /// Returns kError if the file is missing, other users can read it, or a line is wrong.
  static Result<PasswordFile> Open(std::string path);
  /// Returns the passwords in the file now. If the file cannot be used, returns the last good
  /// passwords and logs the problem once.
  const PasswordTable& Current(const ServerLog& log);

 private:
  explicit PasswordFile(std::string path) : path_(std::move(path)) {}
  Result<void> Read();

  std::string path_;
  PasswordTable table_;
  struct stat seen_{};  ///< the file's state when it was last read
  /// True if the file's last change was long before it was read. Then any later change also changes
  /// the file's times.
  bool settled_ = false;
  std::string complaint_;  ///< the last problem with the file; "": the file was good
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_LOGIN_PASSWORD_FILE_H_
