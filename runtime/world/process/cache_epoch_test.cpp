#include "runtime/world/process/cache_epoch.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

std::string BootOfThisMachine() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

/// Returns the folder in /sys/fs for the file system on a device; "" if there is no folder.
fs::path KernelFolder(dev_t device) {
  const fs::path link =
      "/sys/dev/block/" + std::to_string(major(device)) + ":" + std::to_string(minor(device));
  std::error_code none;
  const fs::path name = fs::read_symlink(link, none).filename();
  for (const char* kind : {"ext4", "xfs", "f2fs", "btrfs"}) {
    if (const fs::path folder = fs::path("/sys/fs") / kind / name;
        !none && fs::exists(folder, none)) {
      return folder;
    }
  }
  return {};
}

TEST(CacheEpochs, NameTheBootTheDeviceAndTheMountedFileSystem) {
  const testing::TemporaryFolder folder;
  for (const std::string& directory : {folder.path(), std::string("/"), std::string("/proc")}) {
    struct stat info{};
    ASSERT_EQ(stat(directory.c_str(), &info), 0);
    const std::string epoch = CacheEpoch(directory);
    const std::string begin = BootOfThisMachine() + " " + std::to_string(info.st_dev);
    ASSERT_TRUE(epoch.starts_with(begin)) << epoch;
    const std::string rest = epoch.substr(begin.size());
    if (const fs::path kernel = KernelFolder(info.st_dev); !kernel.empty()) {
      ASSERT_EQ(stat(kernel.c_str(), &info), 0);
      EXPECT_EQ(rest, ":" + std::to_string(info.st_ino)) << directory;
    } else {
      EXPECT_TRUE(rest.empty() || rest.starts_with("@")) << directory << rest;
    }
  }
}

TEST(CacheEpochs, AreTheSameWithinAFileSystemAndOthersInAnother) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder.path() + "/below");
  EXPECT_EQ(CacheEpoch(folder.path()), CacheEpoch(folder.path() + "/below"));
  EXPECT_EQ(CacheEpoch(folder.path()), CacheEpoch(folder.path()));
  EXPECT_NE(CacheEpoch(folder.path()), CacheEpoch("/proc"));
}

TEST(CacheEpochs, OfWhatIsNotThere) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(CacheEpoch(folder.path() + "/nosuch"), BootOfThisMachine() + " -");
}

}  // namespace
}  // namespace hpdl::rt
