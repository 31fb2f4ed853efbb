#ifndef HPDL_RUNTIME_STORE_FILE_SYSTEM_H_
#define HPDL_RUNTIME_STORE_FILE_SYSTEM_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Returns the name of the network file system with the number `magic` (statfs) and the name `type`
/// in the mount table. Returns "" for a local file system. With FUSE, local and remote file systems
/// have the same number and differ only in `type`.
std::string_view NetworkFileSystem(unsigned long magic, std::string_view type);

/// Returns the file system type of the mount that holds `path`. It comes from the last line for the
/// path's device in the mount table in the file `mounts` (proc(5), mountinfo). If no line has the
/// device, the result is "".
std::string MountType(const std::string& path, const char* mounts);

/// Refuses a directory on a network file system. With such a file system, locks and memory maps are
/// not coherent between hosts, so the journal could be damaged without any notice.
Result<void> RefuseNetworkFileSystem(const std::string& path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_FILE_SYSTEM_H_
