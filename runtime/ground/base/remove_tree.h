#ifndef HPDL_RUNTIME_GROUND_BASE_REMOVE_TREE_H_
#define HPDL_RUNTIME_GROUND_BASE_REMOVE_TREE_H_

#include "runtime/ground/base/worker_threads.h"

namespace hpdl::rt {

/// Removes a file, or a folder with its whole content. Symbolic links are not followed. Uses few
/// descriptors, and no long paths, however deep the folder is. `name` is relative to the open
/// folder `parent`, which may be AT_FDCWD. Returns 0 or an errno. A missing entry is not an error.
/// ECANCELED: `stop`, which may be null, became true.
int RemoveTree(int parent, const char* name, const StopFlag* stop = nullptr);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_REMOVE_TREE_H_
