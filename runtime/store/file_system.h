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

/// Returns the file system type of the mount that holds `path`. `mounts` is the file of the mount
/// table (proc(5), mountinfo). The result comes from the last line for the path's device; "": no
/// line has this device.
std::string MountType(const std::string& path, const char* mounts);

/// Refuses a directory on a network file system. On a network file system, hosts do not see each
/// other's locks and memory maps reliably, so they could damage a journal without notice.
Result<void> RefuseNetworkFileSystem(const std::string& path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_FILE_SYSTEM_H_
