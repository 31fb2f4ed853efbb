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

/// the error code for a file or folder that does not exist on the server
inline constexpr const char* kSftpNotFound = "SFTP_NOT_FOUND";

/// The status of a path.
struct SftpStatus {
  enum class Type : std::uint8_t { kAbsent, kFile, kFolder, kOther };
  Type type = Type::kAbsent;
  std::uint64_t size = 0;  ///< bytes
};

/// Accesses the files of a remote machine by SFTP 3, over an ssh connection of its own. All
/// functions block and must be called on one thread. Paths are absolute.
///
/// If the connection fails, the errors are those of Ssh::Run(). After a kTransient error the
/// connection cannot be used any more. If the server refuses a request, the error has the class
/// kError, and the code kSftpNotFound or no code. Messages name user, host, path and cause.
class Sftp {
 public:
  virtual ~Sftp() = default;
  /// Returns the status of a path. Follows links. A missing path is not an error.
  virtual Result<SftpStatus> Status(const std::string& path) = 0;
  /// Returns the content of a file that has at most `limit` bytes.
  virtual Result<std::string> Read(const std::string& path, std::size_t limit) = 0;
  /// Returns the names in a folder, without `.` and `..`.
  virtual Result<std::vector<std::string>> Names(const std::string& path) = 0;
  /// Writes a new file; fails if the file exists. The file is durable if the server can sync files.
  virtual Result<void> WriteNew(const std::string& path, std::string_view content) = 0;
  /// Moves `from` to `to`, and replaces an existing file `to`. This is one step on servers with
  /// `posix-rename@openssh.com`, such as OpenSSH's; on other servers the old file is removed first.
  virtual Result<void> Replace(const std::string& from, const std::string& to) = 0;
  /// Removes a file. A missing file is not an error.
  virtual Result<void> Remove(const std::string& path) = 0;
  /// Makes a folder. Its parent folder must exist.
  virtual Result<void> MakeFolder(const std::string& path) = 0;
};

/// Connects, checks the host's key and logs in. Fails with kNonTransient "NO_SFTP" if the server
/// has no SFTP.
Result<std::unique_ptr<Sftp>> OpenSftp(const SshTarget& target, const SshOptions& options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_SFTP_H_
