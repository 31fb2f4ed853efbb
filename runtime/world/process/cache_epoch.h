#ifndef HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_
#define HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_

#include <string>

namespace hpdl::rt {

/// Returns a name for the present epoch of the file system of `directory`. Within an epoch, no
/// write below `directory` can be lost, even if it was not synced. A reboot or crash of the machine
/// ends the epoch. A new mount ends it too, for example after a repair of the file system. The name
/// consists of the boot id and a name for the mounted file system.
///
/// The inode number of the file system's folder in /sys/fs stands for a mount of ext4, xfs or f2fs.
/// The unique mount number (since Linux 6.8) stands for a mount without a block device. Any other
/// file system has only its device number in the name, which may be the same after a new mount.
/// Without /proc the boot id is "-".
std::string CacheEpoch(const std::string& directory);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_
