#ifndef HPDL_RUNTIME_RULES_CELOS_HADOOP_PATH_H_
#define HPDL_RUNTIME_RULES_CELOS_HADOOP_PATH_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// A path, divided into parts as Hadoop divides it. Globs and escapes have no special meaning in
/// the path.
struct HadoopPath {
  std::string scheme, authority;  ///< empty if the path has no such part
  std::string path;               ///< without double slashes, without `.`, and with `..` resolved

  /// Parses a path. As in Hadoop's Path, an empty text and a relative path after a scheme are
  /// errors.
  static Result<HadoopPath> Parse(std::string_view text);

  /// Returns a text such as `hdfs://nn:8020/a`, `file:/a` or `/a`.
  std::string Text() const;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_HADOOP_PATH_H_
