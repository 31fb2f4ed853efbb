#ifndef HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_
#define HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_

#include <string>

namespace hpdl::rt {

/// Returns a name for the present epoch of the file system of `directory`. Within an epoch, no
/// write below `directory` can be lost, even if it was not synced. A reboot or crash of the machine
/// ends an epoch, and so does a new mount, for example after a repair of the file system. The name
/// consists of the id of the boot and the identity of the mounted file system.
///
/// The kernel object in /sys/fs identifies a mounted file system (ext4, xfs, f2fs). A file system
/// without a block device is identified by its mount, if the kernel has unique mount numbers (since
/// Linux 6.8). Otherwise the file system is identified only by its device number, which a new mount
/// may have too. Without /proc the name of the boot is "-".
std::string CacheEpoch(const std::string& directory);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_
