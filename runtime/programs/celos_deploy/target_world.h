#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_TARGET_WORLD_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_TARGET_WORLD_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/programs/celos_deploy/application_folder.h"
#include "runtime/programs/celos_deploy/deployment.h"
#include "runtime/programs/celos_deploy/places.h"
#include "runtime/programs/celos_deploy/script_place.h"
#include "runtime/programs/celos_deploy/small_files.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt::celos {

/// The folder and the two scripts of a workflow, at the locations that a target file names.
class TargetWorld {
 public:
  /// Reads the target file and the Hadoop configuration that it names. Changes nothing.
  static Result<std::unique_ptr<TargetWorld>> Open(const DeployRequest& request);
  TargetWorld(const TargetWorld&) = delete;
  TargetWorld& operator=(const TargetWorld&) = delete;

  Places places() { return {*application_, *defaults_, *workflow_}; }

 private:
  explicit TargetWorld(const std::string& user) : machines_(user) {}
  Result<std::string> Read(const FileUri& uri, std::size_t limit);
  /// Opens the file system of `fs.defaultFS`.
  Result<FileSystem*> OpenFileSystem(const FileUri& hdfs_site, const FileUri& core_site,
                                     const std::string& user);

  Machines machines_;
  const Site site_;
  boost::asio::io_context loop_{1};
  std::unique_ptr<Network> network_;
  std::unique_ptr<FileSystems> systems_;
  std::unique_ptr<ScriptPlace> workflow_, defaults_;
  std::unique_ptr<ApplicationFolder> application_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_TARGET_WORLD_H_
