#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOY_FOLDER_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOY_FOLDER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Bytes of a script; a longer one is not read.
inline constexpr std::size_t kLongestScript = 16 << 20;

/// What a deploy folder has for a workflow. Scripts have been read and their syntax is right; the
/// files of `hdfs/` stay where they are.
struct DeployFolder {
  struct Entry {
    std::string path;  ///< below `hdfs/`, with slashes
    bool folder = false;
  };

  std::optional<std::string> workflow;  ///< the content of workflow.js
  std::optional<std::string> defaults;  ///< the content of defaults.js
  std::string hdfs;                     ///< the path of `hdfs/`
  std::vector<Entry> entries;           ///< in an order with folders before what is in them
};

/// Reads it. Links are followed. An error is of class kError: no such folder, no `hdfs/`, a script
/// with an error in its syntax, anything that is neither file nor folder, a link that leads nowhere
/// or around in a circle, a file that may not be read.
Result<DeployFolder> ReadDeployFolder(const std::string& path);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_DEPLOY_FOLDER_H_
