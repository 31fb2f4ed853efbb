#ifndef HPDL_RUNTIME_RULES_CELOS_HADOOP_PATH_H_
#define HPDL_RUNTIME_RULES_CELOS_HADOOP_PATH_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// A path as Hadoop takes it apart. No globs, no escapes.
struct HadoopPath {
  std::string scheme, authority;  ///< "": none
  std::string path;               ///< without double slashes, `.` and what `..` takes back

  /// Errors are those of Hadoop's Path: an empty text, a relative path behind a scheme.
  static Result<HadoopPath> Parse(std::string_view text);

  /// `hdfs://nn:8020/a`, `file:/a`, `/a`
  std::string Text() const;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_HADOOP_PATH_H_
