#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SMALL_FILES_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SMALL_FILES_H_

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/programs/celos_deploy/file_uri.h"
#include "runtime/world/ssh/ssh.h"

namespace hpdl::rt::celos {

/// Access to scripts and other small files of one machine. All functions block. Paths are absolute,
/// and error messages name them. After a connection has broken, the next call opens a new
/// connection.
class SmallFiles {
 public:
  enum class Type { kAbsent, kFile, kFolder, kOther };

  virtual ~SmallFiles() = default;
  /// Returns the type of a path. Follows links.
  virtual Result<Type> TypeOf(const std::string& path) = 0;
  /// Returns the content of a regular file of at most `limit` bytes.
  virtual Result<std::string> Read(const std::string& path, std::size_t limit) = 0;
  virtual Result<std::vector<std::string>> Names(const std::string& folder) = 0;
  /// Writes a file that must not exist yet, and makes it durable.
  virtual Result<void> WriteNew(const std::string& path, std::string_view content) = 0;
  /// Renames `from` to `to` in the same folder. Replaces `to` if it exists.
  virtual Result<void> Replace(const std::string& from, const std::string& to) = 0;
  /// Removes a file. A missing file is not an error.
  virtual Result<void> Remove(const std::string& path) = 0;
  /// Makes one folder. The folder above it must exist.
  virtual Result<void> MakeFolder(const std::string& path) = 0;

  /// Makes a folder and the missing folders above it. Existing folders are not an error.
  Result<void> MakeFolders(const std::string& path);
};

/// Returns the access to the files of this machine.
std::unique_ptr<SmallFiles> LocalSmallFiles();
/// Returns the access to the files of the machine `target` over SFTP.
std::unique_ptr<SmallFiles> SftpSmallFiles(SshTarget target);

/// The machines of one deployment. Each machine is reached over one connection.
class Machines {
 public:
  /// If a URI names no user, `user` logs in.
  explicit Machines(std::string user) : user_(std::move(user)) {}
  SmallFiles* Of(const FileUri& uri);

 private:
  const std::string user_;
  std::map<std::string, std::unique_ptr<SmallFiles>> files_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SMALL_FILES_H_
