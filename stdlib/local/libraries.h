#ifndef HPDL_STDLIB_LOCAL_LIBRARIES_H_
#define HPDL_STDLIB_LOCAL_LIBRARIES_H_

#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/local/remote_files.h"

/// The libraries that the properties of a job name, for actions on this machine.
namespace hpdl::stdlib {

/// Returns the paths in oozie.libpath.
std::vector<std::string> LibraryPaths(const rt::ActionContext& ctx);

/// Returns the folders of the system's shared library that oozie.action.sharelib.for.KIND names.
/// Returns no folders if oozie.use.system.libpath is not true.
std::vector<std::string> SharedFolders(const rt::ActionContext& ctx);

/// A file for the working directory of an action.
struct LibraryFile {
  std::string name;
  std::string path;  ///< on this machine
};

/// Adds the paths of the libraries of LibraryFiles() to the files that FetchFiles() copies.
/// `shared` has the folders of the shared library.
void NameLibraries(const rt::ActionContext& ctx, std::vector<std::string> shared,
                   NamedFiles* named);

/// Returns the files of the LibraryPaths(), the inherited files (library_files.h), and the files of
/// the folders `shared` of the shared library, in this order. FetchFiles() must have copied those
/// that are not on this machine. Fails with "JA008" if a library does not exist.
rt::Result<std::vector<LibraryFile>> LibraryFiles(const rt::ActionContext& ctx,
                                                  const std::vector<std::string>& shared);

/// Links the LibraryFiles() into `directory`. Names that exist there, and the names in `taken`, are
/// left out.
rt::Result<void> PlaceLibraries(const rt::ActionContext& ctx,
                                const std::vector<std::string>& shared,
                                const std::string& directory,
                                const std::vector<std::string>& taken);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_LIBRARIES_H_
