#ifndef HPDL_RUNTIME_RULES_CELOS_FILES_H_
#define HPDL_RUNTIME_RULES_CELOS_FILES_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/hadoop_path.h"

namespace hpdl::rt::celos {

/// The file systems that triggers read.
class Files {
 public:
  virtual ~Files() = default;
  /// True if the file or folder exists. `file_system` is a URI; "" stands for the file system of
  /// the Hadoop configuration.
  virtual Result<bool> Exists(const HadoopPath& path, const std::string& file_system) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_FILES_H_
