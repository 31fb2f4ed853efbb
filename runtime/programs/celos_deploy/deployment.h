#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOYMENT_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOYMENT_H_

#include <string>

#include "runtime/ground/base/result.h"

/// What Celos' CI tool does, without Java: a workflow's scripts go into the folders that a Celos
/// server reads, and its files into HDFS.
namespace hpdl::rt::celos {

inline constexpr const char* kUsualHdfsRoot = "/user/celos/app";

struct DeployRequest {
  std::string name;        ///< of the workflow
  std::string target;      ///< the URI of the target file
  std::string deploy_dir;  ///< not for Undeploy()
  std::string hdfs_root = kUsualHdfsRoot;
  std::string user;  ///< of HDFS, and of URIs that name nobody
};

/// Checks all, writes all beside what is there, then renames, the old files last to go. Afterwards
/// it is as if Celos' tool had done it. If anything fails what was there is there again, or the
/// message says of what that is not so. The text says what was done.
Result<std::string> Deploy(const DeployRequest& request);

/// Deletes the scripts and the folder in HDFS. What is not there is fine.
Result<std::string> Undeploy(const DeployRequest& request);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOYMENT_H_
