#ifndef HPDL_COMPILER_APPLICATION_LOAD_H_
#define HPDL_COMPILER_APPLICATION_LOAD_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/application/application.h"
#include "compiler/base/failure.h"

namespace hpdl::application {

/// What is read of an application beside its definition.
struct LoadOptions {
  /// Canonical path of a file that is not part of the application even if it lies in it (the
  /// program that is being built).
  std::string leave_out;
  /// Names of the files of defaults that languages have. Their bytes are read; of other files only
  /// where they are, unless they have no place of their own on this machine.
  std::vector<std::string_view> defaults;
  /// Whether a workflow.xml that is named itself has the defaults beside it too.
  bool defaults_beside = false;
};

/// Reads the definition and lists the files: of a file, a directory or a ZIP archive, on this
/// machine or in HDFS. The error is one sentence.
Result<Application> Load(const std::string& path, const LoadOptions& options);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_LOAD_H_
