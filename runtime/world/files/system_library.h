#ifndef HPDL_RUNTIME_WORLD_FILES_SYSTEM_LIBRARY_H_
#define HPDL_RUNTIME_WORLD_FILES_SYSTEM_LIBRARY_H_

#include <string>
#include <vector>

#include "runtime/world/files/resolve_path.h"

/// Oozie's sharelib: libraries for actions of all users, a folder each, in a folder `lib_TIME`
/// below one root (oozie.service.WorkflowAppService.system.libpath).
namespace hpdl::rt {

/// The newest `lib_yyyyMMddHHmmss` below `root`; `root` itself if there is none. kNotFound, and
/// what else the file system says.
Task<Result<FileLocation>> NewestLibraries(FileLocation root);

/// One library: the folder's name, and the URIs of all files in it.
struct SharedLibrary {
  std::string name;
  std::vector<std::string> files;
};

/// What is below a root now.
struct SystemLibrary {
  std::string folder;  ///< URI of what NewestLibraries() finds
  std::vector<SharedLibrary> libraries;
};

/// Everything by name. Errors: as above; more than 100,000 files and
/// folders, or more than 32 in each other.
Task<Result<SystemLibrary>> ReadSystemLibrary(FileLocation root);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_SYSTEM_LIBRARY_H_
