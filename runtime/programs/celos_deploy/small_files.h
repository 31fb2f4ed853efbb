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

/// Scripts and other small files of one machine. All of it blocks. Paths are absolute; messages of
/// errors name them. A connection that has broken is made anew by the next call.
class SmallFiles {
 public:
  enum class Type { kAbsent, kFile, kFolder, kOther };

  virtual ~SmallFiles() = default;
  /// Links are followed.
  virtual Result<Type> TypeOf(const std::string& path) = 0;
  /// The content of a regular file of at most `limit` bytes.
  virtual Result<std::string> Read(const std::string& path, std::size_t limit) = 0;
  virtual Result<std::vector<std::string>> Names(const std::string& folder) = 0;
  /// A file that was not there, durable.
  virtual Result<void> WriteNew(const std::string& path, std::string_view content) = 0;
  /// Puts a file in the place of another one of the same folder, which may be there.
  virtual Result<void> Replace(const std::string& from, const std::string& to) = 0;
  /// What is not there is fine.
  virtual Result<void> Remove(const std::string& path) = 0;
  /// One folder; what is above it is there.
  virtual Result<void> MakeFolder(const std::string& path) = 0;

  /// With what is missing above it; one that is there is fine.
  Result<void> MakeFolders(const std::string& path);
};

/// Those of this machine.
std::unique_ptr<SmallFiles> LocalSmallFiles();
/// Those of another one, by sftp.
std::unique_ptr<SmallFiles> SftpSmallFiles(SshTarget target);

/// The machines of one deployment, each reached over one connection.
class Machines {
 public:
  /// `user` is who logs in where a URI names nobody.
  explicit Machines(std::string user) : user_(std::move(user)) {}
  SmallFiles* Of(const FileUri& uri);

 private:
  const std::string user_;
  std::map<std::string, std::unique_ptr<SmallFiles>> files_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SMALL_FILES_H_
