#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOY_FOLDER_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOY_FOLDER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// The size limit of a script in bytes; a longer script is not read.
inline constexpr std::size_t kLongestScript = 16 << 20;

/// The contents of a deploy folder for a workflow. The scripts have been read and their syntax is
/// right. The files of `hdfs/` have not been read.
struct DeployFolder {
  struct Entry {
    std::string path;  ///< path below `hdfs/`, with slashes
    bool folder = false;
  };

  std::optional<std::string> workflow;  ///< the content of workflow.js
  std::optional<std::string> defaults;  ///< the content of defaults.js
  std::string hdfs;                     ///< the path of `hdfs/`
  std::vector<Entry> entries;           ///< a folder comes before its contents
};

/// Reads a deploy folder. Follows links. Errors are of class kError. It is an error if the folder
/// or its `hdfs/` is missing, or if a script has a syntax error. It is also an error if an entry is
/// neither a file nor a folder, if this user may not read a file, or if a link is dead or circular.
Result<DeployFolder> ReadDeployFolder(const std::string& path);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOY_FOLDER_H_
