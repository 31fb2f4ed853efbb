#ifndef HPDL_STDLIB_ACTIONS_GIT_GIT_PUBLISH_H_
#define HPDL_STDLIB_ACTIONS_GIT_GIT_PUBLISH_H_

#include <string>

#include "runtime/ground/base/task.h"
#include "runtime/world/files/resolve_path.h"

/// How a tree of this machine gets to a file system, whole or not at all.
namespace hpdl::stdlib {

/// Whether a clone may be put there: nothing is there, an empty directory, or an earlier clone.
/// "JA018" if something else is, and for the root directory.
rt::Task<rt::Result<void>> CheckDestination(rt::FileLocation at);

/// Puts a copy of the directory `tree` into the place of `at`: beside it first, under a name with
/// `tag`, then by renames. May be done again after any end of an earlier try. Symbolic links and
/// what is neither file nor directory are left out. Errors: "JA018", or those of the file system.
rt::Task<rt::Result<void>> PublishTree(std::string tree, rt::FileLocation at, std::string tag);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_GIT_GIT_PUBLISH_H_
