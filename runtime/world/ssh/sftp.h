#ifndef HPDL_RUNTIME_WORLD_SSH_SFTP_H_
#define HPDL_RUNTIME_WORLD_SSH_SFTP_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/ssh/ssh.h"

namespace hpdl::rt {

/// Of an error: the server says that there is no such file or folder.
inline constexpr const char* kSftpNotFound = "SFTP_NOT_FOUND";

/// What is at a path.
struct SftpStatus {
  enum class Type : std::uint8_t { kAbsent, kFile, kFolder, kOther };
  Type type = Type::kAbsent;
  std::uint64_t size = 0;  ///< bytes
};

/// Files of another machine by SFTP 3, over a connection of its own. All of it blocks, and belongs
/// to one thread. Paths are absolute.
///
/// Errors: those of Ssh::Run() for the connection, which is of no more use after one of class
/// kTransient; kError with kSftpNotFound or no code for what the server refuses. Messages name
/// user, host, path and cause.
class Sftp {
 public:
  virtual ~Sftp() = default;
  /// Links are followed. What is not there is no error.
  virtual Result<SftpStatus> Status(const std::string& path) = 0;
  /// The content of a file of at most `limit` bytes.
  virtual Result<std::string> Read(const std::string& path, std::size_t limit) = 0;
  /// The names in a folder, without `.` and `..`.
  virtual Result<std::vector<std::string>> Names(const std::string& path) = 0;
  /// A file that was not there, durable if the server can make it so.
  virtual Result<void> WriteNew(const std::string& path, std::string_view content) = 0;
  /// Puts a file in the place of another, which may be there: in one step where the server has
  /// `posix-rename@openssh.com`, as OpenSSH's has; elsewhere the other one is removed before.
  virtual Result<void> Replace(const std::string& from, const std::string& to) = 0;
  /// A file; what is not there is fine.
  virtual Result<void> Remove(const std::string& path) = 0;
  /// A folder; what is above it is there.
  virtual Result<void> MakeFolder(const std::string& path) = 0;
};

/// Connects, checks the host's key and logs in, as Ssh does.
Result<std::unique_ptr<Sftp>> OpenSftp(const SshTarget& target, const SshOptions& options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_SFTP_H_
