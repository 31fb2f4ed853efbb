#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOYMENT_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOYMENT_H_

#include <string>

#include "runtime/ground/base/result.h"

/// Does the work of Celos' CI tool without Java. Puts a workflow's scripts into the folders that a
/// Celos server reads, and the workflow's files into HDFS.
namespace hpdl::rt::celos {

inline constexpr const char* kUsualHdfsRoot = "/user/celos/app";

struct DeployRequest {
  std::string name;        ///< name of the workflow
  std::string target;      ///< the URI of the target file
  std::string deploy_dir;  ///< the deploy folder; Undeploy() ignores it
  std::string hdfs_root = kUsualHdfsRoot;
  /// The user who logs in at HDFS, and at the machine of each URI that names no user.
  std::string user;
};

/// Deploys a workflow. Checks everything first and writes the new files beside the old files. Then
/// renames the new files, and deletes the old files last. The result is the same as with Celos'
/// tool. If a step fails, restores the old files. If a file cannot be restored, the error's message
/// says that this file may be the new version. Returns a message about the deployed files.
Result<std::string> Deploy(const DeployRequest& request);

/// Deletes the scripts of the workflow and its folder in HDFS. A missing script or folder is not an
/// error. Returns a message about the deleted files.
Result<std::string> Undeploy(const DeployRequest& request);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOYMENT_H_
