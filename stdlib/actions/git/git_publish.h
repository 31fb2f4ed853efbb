#ifndef HPDL_STDLIB_ACTIONS_GIT_GIT_PUBLISH_H_
#define HPDL_STDLIB_ACTIONS_GIT_GIT_PUBLISH_H_

#include <string>

#include "runtime/ground/base/task.h"
#include "runtime/world/files/resolve_path.h"

/// Copies a tree of this machine to a file system, completely or not at all.
namespace hpdl::stdlib {

/// Checks that a clone may be put at `at`: nothing is there, or an empty directory, or an earlier
/// clone. Fails with "JA018" for everything else, and for the root directory.
rt::Task<rt::Result<void>> CheckDestination(rt::FileLocation at);

/// Copies the directory `tree` to `at`. The copy is first made beside `at`, with `tag` in its name,
/// and then renamed. The call may be repeated after an earlier call that failed or was cut off.
/// Symbolic links, and entries that are neither file nor directory, are left out. Errors: "JA018",
/// or those of the file system.
rt::Task<rt::Result<void>> PublishTree(std::string tree, rt::FileLocation at, std::string tag);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_GIT_GIT_PUBLISH_H_
