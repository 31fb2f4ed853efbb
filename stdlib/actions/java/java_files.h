#ifndef HPDL_STDLIB_ACTIONS_JAVA_JAVA_FILES_H_
#define HPDL_STDLIB_ACTIONS_JAVA_JAVA_FILES_H_

#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/java/java.kind.h"

namespace hpdl::stdlib {

/// What a java action finds on the disk.
struct JavaFiles {
  std::string work;                     ///< the attempt's work directory, absolute
  std::vector<std::string> class_path;  ///< without the work directory
  /// Archive and the folder that the launcher unpacks it into.
  std::vector<std::pair<std::string, std::string>> archives;
  bool native = false;  ///< the work directory has native libraries
};

/// The parts of oozie.libpath.
std::vector<std::string> LibraryPaths(const rt::ActionContext& ctx);

/// Puts the application's lib/, <file>s and oozie.libpath in place: links in the work directory to
/// one copy a job of what is inside the program, to what FetchFiles() copied, or to local files.
/// Errors: "JA008" a file that is not there, "JA018" a wrong name or no space, "E0904" a path that
/// is not local.
rt::Result<JavaFiles> PlaceJavaFiles(rt::ActionContext& ctx, const JavaArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_FILES_H_
