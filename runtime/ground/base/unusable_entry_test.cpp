#include "runtime/ground/base/unusable_entry.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace hpdl {
namespace {

class UnusableEntry : public ::testing::Test {
 protected:
  UnusableEntry() : folder_(::testing::TempDir() + "unusable_XXXXXX") {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~UnusableEntry() override { std::filesystem::remove_all(folder_); }

  static bool Unusable(const std::string& path) {
    struct stat status{};
    const int error = stat(path.c_str(), &status) == 0 ? 0 : errno;
    return IsUnusableEntry(path, status, error);
  }

  std::string folder_;
};

TEST_F(UnusableEntry, FilesAndFoldersAreUsable) {
  EXPECT_FALSE(Unusable(folder_));
  EXPECT_FALSE(Unusable("/proc/self/maps"));
}

TEST_F(UnusableEntry, OtherEntriesAreNot) {
  ASSERT_EQ(mkfifo((folder_ + "/fifo").c_str(), 0600), 0);
  EXPECT_TRUE(Unusable(folder_ + "/fifo"));
  ASSERT_EQ(symlink("nowhere", (folder_ + "/link").c_str()), 0);
  EXPECT_TRUE(Unusable(folder_ + "/link"));
  EXPECT_TRUE(Unusable("/dev/null"));
}

TEST_F(UnusableEntry, ALackOfMemoryIsNoReason) {
  EXPECT_FALSE(IsUnusableEntry(folder_, {}, ENOMEM));
  EXPECT_FALSE(IsUnusableEntry(folder_, {}, EMFILE));
  EXPECT_TRUE(IsUnusableEntry(folder_, {}, EACCES));
}

}  // namespace
}  // namespace hpdl
