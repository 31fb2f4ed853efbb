#include "runtime/world/process/cache_epoch.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <string_view>

#include "runtime/ground/base/boot_id.h"

namespace hpdl::rt {

namespace {

/// Returns the kernel's name of a block device, such as "sda1"; empty if the device is not a block
/// device.
std::string BlockDevice(dev_t device) {
  const std::string link =
      "/sys/dev/block/" + std::to_string(major(device)) + ":" + std::to_string(minor(device));
  char target[512];
  const ssize_t size = readlink(link.c_str(), target, sizeof target);
  const std::string_view path(target, size > 0 ? static_cast<std::size_t>(size) : 0);
  return std::string(path.substr(path.rfind('/') + 1));
}

/// Returns the inode number of the folder in /sys/fs for the file system on `device`. The kernel
/// makes a new folder, with a new inode number, each time it mounts the file system. Returns 0 if
/// this kind of file system has no folder.
ino_t MountedObject(const std::string& device) {
  ino_t number = 0;
  DIR* kinds = device.empty() ? nullptr : opendir("/sys/fs");
  while (const dirent* kind = kinds == nullptr ? nullptr : readdir(kinds)) {
    struct stat info{};
    const std::string path = std::string("/sys/fs/") + kind->d_name + "/" + device;
    if (kind->d_name[0] != '.' && stat(path.c_str(), &info) == 0) {
      number = info.st_ino;
    }
  }
  if (kinds != nullptr) {
    closedir(kinds);
  }
  return number;
}

/// Returns the number of the mount; 0 if the kernel has no unique mount numbers.
std::uint64_t UniqueMount(const std::string& directory) {
#ifdef STATX_MNT_ID_UNIQUE
  constexpr unsigned kUniqueMount = STATX_MNT_ID_UNIQUE;
#else
  constexpr unsigned kUniqueMount = 0x4000;
#endif
  struct statx info{};
  if (statx(AT_FDCWD, directory.c_str(), 0, kUniqueMount, &info) != 0 ||
      (info.stx_mask & kUniqueMount) == 0) {
    return 0;
  }
  return info.stx_mnt_id;
}

}  // namespace

std::string CacheEpoch(const std::string& directory) {
  struct stat info{};
  const std::string boot = BootId();
  std::string epoch = boot.empty() ? "-" : boot;
  if (stat(directory.c_str(), &info) != 0) {
    return epoch + " -";
  }
  epoch += " " + std::to_string(info.st_dev);
  const std::string device = BlockDevice(info.st_dev);
  if (const ino_t object = MountedObject(device); object != 0) {
    epoch += ":" + std::to_string(object);
  } else if (const std::uint64_t mount = device.empty() ? UniqueMount(directory) : 0; mount != 0) {
    epoch += "@" + std::to_string(mount);
  }
  return epoch;
}

}  // namespace hpdl::rt
