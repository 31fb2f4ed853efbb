#include "runtime/store/locks.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

mode_t ModeOf(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 ? info.st_mode & 07777 : 0;
}

TEST(Locks, OnlyWhoMayWriteTheFolderMayOpenALock) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/lock";
  const mode_t before = umask(0);
  bool taken = false;
  EXPECT_TRUE(LockedFile::Lock(path, false, &taken));
  EXPECT_EQ(ModeOf(path), 0600U);
  // An earlier version made the file with these rights.
  ASSERT_EQ(chmod(path.c_str(), 0644), 0);
  EXPECT_TRUE(LockedFile::AwaitByte(path, 7));
  EXPECT_EQ(ModeOf(path), 0600U);
  ASSERT_EQ(chmod(folder.path().c_str(), 0770), 0);
  EXPECT_TRUE(LockedFile::Await(path));
  EXPECT_EQ(ModeOf(path), 0660U);
  umask(before);
}

}  // namespace
}  // namespace hpdl::rt
