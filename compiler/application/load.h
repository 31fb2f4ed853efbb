#ifndef HPDL_COMPILER_APPLICATION_LOAD_H_
#define HPDL_COMPILER_APPLICATION_LOAD_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/application/application.h"
#include "compiler/base/failure.h"

namespace hpdl::application {

/// Options of Load(): the files that it leaves out, and the files that it reads in addition to the
/// definition.
struct LoadOptions {
  /// The canonical path of the program that is being built. It does not belong to the application,
  /// even if it is in the application's directory.
  std::string leave_out;
  /// The names of the default properties files of all languages. Load() reads the bytes of these
  /// files. For any other file on this machine, Load() notes only the path. Members of archives and
  /// files of HDFS have no path on this machine, so Load() reads their bytes, too.
  std::vector<std::string_view> defaults;
  /// Matters only if `path` is a workflow.xml, coordinator.xml or bundle.xml. If true, Load() adds
  /// the default properties files from the same directory.
  bool defaults_beside = false;
  /// Matters only if `path` is a definition, whatever its name is. If true, the folder of the
  /// definition is the application, as if the definition were the workflow.xml of this folder. The
  /// application of a coordinator or a bundle consists only of the definition and the default
  /// properties files. A definition in the root directory has no folder.
  bool with_folder = false;
  /// If true, Load() leaves out entries of the application's directory that no program can contain:
  /// FIFOs, sockets, devices, links that lead nowhere, and entries that cannot be read. If false,
  /// each of them is an error. Oozie does not look at these entries. The files in `defaults` that
  /// exist are never left out, because a job would run with other values.
  bool passes_over = false;
  /// The root elements of coordinators and bundles.
  std::vector<std::string_view> submitted_roots;
};

/// Reads the definition and lists the files. `path` is a file, a directory or a ZIP archive, on
/// this machine or in HDFS. The error is one sentence.
Result<Application> Load(const std::string& path, const LoadOptions& options);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_LOAD_H_
