#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_APPLICATION_FOLDER_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_APPLICATION_FOLDER_H_

#include <boost/asio/io_context.hpp>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/programs/celos_deploy/deploy_folder.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt::celos {

/// The folder of a workflow below the HDFS root, and how another one takes its place: beside it a
/// new one is filled; the old one is put aside and the new one into its place, by two renames (of
/// this machine's files by one); the old one is deleted once nothing can go wrong any more. Folders
/// beside it are called `.NAME.hpdl-WORD-RANDOM`.
class ApplicationFolder {
 public:
  /// `files` outlives this; `loop` is run by each call until that is done.
  ApplicationFolder(boost::asio::io_context& loop, FileSystem& files, std::string root,
                    const std::string& name);

  /// `hdfs://nn:8020/user/celos/app/NAME`
  std::string Text() const { return files_.name() + live_; }
  /// Whether the file system can be reached. What a deployment that was killed has left is put back
  /// or deleted.
  Result<void> Prepare();
  /// Fills a new folder.
  Result<void> Fill(const DeployFolder& from);
  /// Puts it into its place.
  Result<void> Swap();
  /// The old one is back; also where Swap() has failed half-way.
  Result<void> SwapBack();
  /// Deletes what is beside the folder.
  Result<void> Clean();
  /// Deletes the folder; what is not there is fine.
  Result<void> Delete();

 private:
  bool local() const { return files_.name().empty(); }
  template <class T>
  Result<T> Done(const std::string& path, Task<Result<T>> task);
  Result<bool> Exists(const std::string& path);
  Result<void> Rename(const std::string& from, const std::string& to);
  Result<void> Upload(const std::string& from, const std::string& to);
  /// The folders beside the live one, as paths.
  Result<std::vector<std::string>> Beside();
  std::string NameBeside(const char* word) const;

  boost::asio::io_context& loop_;
  FileSystem& files_;
  const std::string root_;
  const std::string live_;
  const std::string prefix_;  ///< of the names of the folders beside it
  std::string random_;
  bool had_old_ = false;    ///< before the swap
  bool exchanged_ = false;  ///< the swap was one step
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_APPLICATION_FOLDER_H_
