#ifndef HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_
#define HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_

#include <string>

namespace hpdl::rt {

/// Names the time since when nothing that was written below `directory`, and never synced, can have
/// been lost: the boot of the machine, and the file system as it is mounted now. A file system that
/// failed, was repaired and mounted again has another name, though no process of this boot need
/// have ended.
///
/// The kernel object in /sys/fs identifies a mounted file system (ext4, xfs, f2fs). One without a
/// block device is identified by its mount, where the kernel has numbers for mounts that it does
/// not use again (since 6.8); else by its device number alone, which says less. Without /proc
/// the boot is "-".
std::string CacheEpoch(const std::string& directory);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_PROCESS_CACHE_EPOCH_H_
