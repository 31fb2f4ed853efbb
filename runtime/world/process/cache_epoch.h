#ifndef HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_
#define HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_

#include <string>

namespace hpdl::rt {

/// Returns a name for the time since which no unsynced write below `directory` can have been lost.
/// The name consists of the boot of the machine and of the file system as it is mounted now. A file
/// system that failed, was repaired and was mounted again has another name, even if no process of
/// this boot has ended.
///
/// The kernel object in /sys/fs identifies a mounted file system (ext4, xfs, f2fs). A file system
/// without a block device is identified by its mount, if the kernel has numbers for mounts that it
/// does not use again (since Linux 6.8). Otherwise it is identified only by its device number,
/// which says less. Without /proc the name of the boot is "-".
std::string CacheEpoch(const std::string& directory);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_
