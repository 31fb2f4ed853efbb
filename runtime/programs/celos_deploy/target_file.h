#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_TARGET_FILE_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_TARGET_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// The size limit of a target file in bytes; a longer file is not read.
inline constexpr std::size_t kLongestTargetFile = 1 << 20;

/// The URIs of a target file, as they are written.
struct TargetFile {
  std::string hdfs_site;  ///< `hadoop.hdfs-site.xml`
  std::string core_site;  ///< `hadoop.core-site.xml`
  std::string workflows;  ///< `workflows.dir.uri`
  std::string defaults;   ///< `defaults.dir.uri`
};

/// Reads a target file: a JSON object with four members whose values are URIs as strings. Other
/// members are ignored. Errors are of class kError and begin with `name:line:column: `, or with
/// `name: ` if a URI is missing.
Result<TargetFile> ReadTargetFile(std::string_view text, const std::string& name);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_TARGET_FILE_H_
