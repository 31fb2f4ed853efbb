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
  /// Each archive, with the folder into which the launcher unpacks it.
  std::vector<std::pair<std::string, std::string>> archives;
  bool native = false;  ///< the work directory has native libraries
};

/// Links the files of the application's lib/, the <file> entries and the LibraryFiles() of the job
/// into the work directory. A file inside the program is first written into the job's directory,
/// where all attempts share it. For a file of Hadoop, the link leads to the copy that FetchFiles()
/// made. Errors: "JA008" for a file that does not exist, "JA018" for a wrong name or a full disk,
/// "E0904" for a path that is not local.
rt::Result<JavaFiles> PlaceJavaFiles(rt::ActionContext& ctx, const JavaArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_FILES_H_
