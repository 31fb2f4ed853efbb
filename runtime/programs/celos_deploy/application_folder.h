#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_APPLICATION_FOLDER_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_APPLICATION_FOLDER_H_

#include <boost/asio/io_context.hpp>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/programs/celos_deploy/deploy_folder.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt::celos {

/// The live folder: the folder of a workflow below the HDFS root. A deployment replaces it by a new
/// folder. The deployment first fills the new folder beside the live folder. Then one rename puts
/// the old folder aside and a second rename puts the new folder in its place. On the local file
/// system, one rename exchanges the two folders, if the file system supports this. The old folder
/// is deleted when no later step can fail. The folders beside the live folder are called
/// `.NAME.hpdl-WORD-RANDOM`.
class ApplicationFolder {
 public:
  /// `files` must outlive this object. Each function runs `loop` until the work of the function is
  /// done.
  ApplicationFolder(boost::asio::io_context& loop, FileSystem& files, std::string root,
                    const std::string& name);

  /// Returns the live folder's URI, such as `hdfs://nn:8020/user/celos/app/NAME`.
  std::string Text() const { return files_.name() + live_; }
  /// Checks that the file system can be reached. Restores or deletes folders that a killed
  /// deployment has left.
  Result<void> Prepare();
  /// Makes the new folder beside the live folder, with the contents of `from`.
  Result<void> Fill(const DeployFolder& from);
  /// Puts the new folder in place of the live folder.
  Result<void> Swap();
  /// Puts the old folder back. Also works if Swap() failed half-way.
  Result<void> SwapBack();
  /// Deletes the folders that this deployment has left beside the live folder, also the old folder.
  Result<void> Clean();
  /// Deletes the live folder. A missing folder is not an error.
  Result<void> Delete();

 private:
  bool local() const { return files_.name().empty(); }
  template <class T>
  Result<T> Done(const std::string& path, Task<Result<T>> task);
  Result<bool> Exists(const std::string& path);
  Result<void> Rename(const std::string& from, const std::string& to);
  Result<void> Upload(const std::string& from, const std::string& to);
  /// Returns the paths of the folders beside the live folder.
  Result<std::vector<std::string>> Beside();
  std::string NameBeside(const char* word) const;

  boost::asio::io_context& loop_;
  FileSystem& files_;
  const std::string root_;
  const std::string live_;
  const std::string prefix_;  ///< begins the names of all folders beside the live folder
  std::string random_;
  bool had_old_ = false;    ///< true if the live folder existed before the swap
  bool exchanged_ = false;  ///< true if one rename has exchanged the folders
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_APPLICATION_FOLDER_H_
