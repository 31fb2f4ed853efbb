#ifndef HPDL_RUNTIME_WORLD_FILES_SYSTEM_LIBRARY_H_
#define HPDL_RUNTIME_WORLD_FILES_SYSTEM_LIBRARY_H_

#include <string>
#include <vector>

#include "runtime/world/files/resolve_path.h"

/// Oozie's sharelib: libraries for actions of all users. Each library is a folder in a folder
/// `lib_TIME` below one root (oozie.service.WorkflowAppService.system.libpath).
namespace hpdl::rt {

/// Returns the newest `lib_yyyyMMddHHmmss` below `root`; `root` itself if it has no such folder.
/// Returns error kNotFound, or a different error of the file system, if `root` cannot be listed.
Task<Result<FileLocation>> NewestLibraries(FileLocation root);

/// One library: the name of its folder, and the URIs of all files in it.
struct SharedLibrary {
  std::string name;
  std::vector<std::string> files;
};

/// The libraries that are now below a root.
struct SystemLibrary {
  std::string folder;  ///< URI of the folder that NewestLibraries() returns
  std::vector<SharedLibrary> libraries;
};

/// Reads all libraries, sorted by name. Returns the errors of NewestLibraries(). More than 100,000
/// files and folders are an error, and so are folders nested more than 32 deep.
Task<Result<SystemLibrary>> ReadSystemLibrary(FileLocation root);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_SYSTEM_LIBRARY_H_
