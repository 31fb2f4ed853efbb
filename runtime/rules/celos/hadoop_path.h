#ifndef HPDL_RUNTIME_RULES_CELOS_HADOOP_PATH_H_
#define HPDL_RUNTIME_RULES_CELOS_HADOOP_PATH_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// A path in the parts into which Hadoop divides it. It has no globs and no escapes.
struct HadoopPath {
  std::string scheme, authority;  ///< "": the path has no such part
  std::string path;               ///< without double slashes, without `.`, and with `..` resolved

  /// Reads a path. The errors are those of Hadoop's Path: an empty text, a relative path after a
  /// scheme.
  static Result<HadoopPath> Parse(std::string_view text);

  /// Returns a text such as `hdfs://nn:8020/a`, `file:/a` or `/a`.
  std::string Text() const;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_HADOOP_PATH_H_
