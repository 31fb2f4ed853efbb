#ifndef HPDL_STDLIB_LOCAL_LIBRARY_FILES_H_
#define HPDL_STDLIB_LOCAL_LIBRARY_FILES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// The files in the lib/ of a job's application and, if the job inherits them, in the lib/ of its
/// parents (runtime/engines/workflow/inheritance.h).
namespace hpdl::stdlib {

/// A file of the program that stands directly in the lib/ of an application.
struct BundledLibrary {
  std::string name;  ///< the part of the path after lib/
  const hpdl_file* file;
};

/// Returns the files of the application's own lib/, without its subfolders, sorted by name.
std::vector<BundledLibrary> OwnLibrary(const rt::ActionContext& ctx);

/// Returns the inherited files that the program contains. If several files have the same name, the
/// own file or else that of the nearest parent counts, so no name of OwnLibrary() is in the result.
std::vector<BundledLibrary> InheritedLibrary(const rt::ActionContext& ctx);

/// Returns the file `name` of OwnLibrary() or InheritedLibrary(), or null.
const hpdl_file* PackagedLibraryFile(const rt::ActionContext& ctx, std::string_view name);

/// Returns the paths of the inherited files that the program does not contain. The server of a
/// parent gives them to the job (rt::kInheritedLibraryProperty). Leaves out a file whose name the
/// program's own or inherited files have, and a path that is not absolute.
std::vector<std::string> InheritedPaths(const rt::ActionContext& ctx);

/// Returns the value of rt::kInheritedLibraryProperty for a child in another program: the paths of
/// all files in the libraries of this job, whether own or inherited. Leaves out files that the
/// child cannot find by a path: those of an application whose path is relative; those of an
/// application on this machine, unless actions run here too; and names with a comma or a `#`.
std::string LibraryForChildren(const rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_LIBRARY_FILES_H_
