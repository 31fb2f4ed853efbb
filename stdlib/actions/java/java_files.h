#ifndef HPDL_STDLIB_ACTIONS_JAVA_JAVA_FILES_H_
#define HPDL_STDLIB_ACTIONS_JAVA_JAVA_FILES_H_

#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/java/java.kind.h"

namespace hpdl::stdlib {

/// The files that a java action uses.
struct JavaFiles {
  std::string work;                     ///< the attempt's work directory, absolute
  std::vector<std::string> class_path;  ///< the class path without the work directory
  /// An archive, and the folder into which the launcher unpacks it.
  std::vector<std::pair<std::string, std::string>> archives;
  bool native = false;  ///< the work directory has native libraries
};

/// Returns the parts of oozie.libpath.
std::vector<std::string> LibraryPaths(const rt::ActionContext& ctx);

/// Puts the application's lib/, <file>s and oozie.libpath in place as links in the work directory.
/// A file inside the program is linked to its one copy in the job. Other links lead to the copies
/// that FetchFiles() made, or to local files. Errors: "JA008" for a file that does not exist,
/// "JA018" for a wrong name or if no space is left, "E0904" for a path that is not local.
rt::Result<JavaFiles> PlaceJavaFiles(rt::ActionContext& ctx, const JavaArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_FILES_H_
