#include "compiler/application/write_file.h"

#include <grp.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "runtime/base/testing/temporary_folder.h"

namespace hpdl::application {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kOwner = 1;
constexpr gid_t kGroup = 1;
constexpr uid_t kOtherOwner = 65534;

class WriteFileTest : public testing::Test {
 protected:
  WriteFileTest() {
    std::ofstream(path_) << "old";
    fs::permissions(temporary_.path(), fs::perms::all);
  }
  struct stat Status() const {
    struct stat status{};
    EXPECT_EQ(::stat(path_.c_str(), &status), 0);
    return status;
  }
  unsigned Mode() const { return Status().st_mode & 07777; }
  /// The root of a container without other users may not.
  bool MayBecomeOthers() const {
    return ::geteuid() == 0 && ::chown(path_.c_str(), kOwner, kGroup) == 0 &&
           ::setgroups(0, nullptr) == 0;
  }
  /// As another user than the owner, who is in `groups`.
  void ReplaceAsOther(mode_t mode, const std::vector<gid_t>& groups) {
    ASSERT_EQ(::chown(path_.c_str(), kOwner, kGroup), 0);
    ASSERT_EQ(::chmod(path_.c_str(), mode), 0);
    ASSERT_EQ(::setgroups(groups.size(), groups.data()), 0);
    ASSERT_EQ(::setegid(kOtherOwner), 0);
    ASSERT_EQ(::seteuid(kOtherOwner), 0);
    const Result<void> replaced = ReplaceFile(path_, "new");
    ASSERT_EQ(::seteuid(0), 0);
    ASSERT_EQ(::setegid(0), 0);
    ASSERT_EQ(::setgroups(0, nullptr), 0);
    ASSERT_TRUE(replaced) << replaced.error().message;
    EXPECT_EQ(Status().st_uid, kOtherOwner);
  }

 private:
  const rt::testing::TemporaryFolder temporary_;

 protected:
  const std::string path_ = temporary_.path() + "/w.xml";
};

TEST_F(WriteFileTest, KeepsTheModeAndLeavesNothing) {
  ASSERT_EQ(::chmod(path_.c_str(), 0640), 0);
  ASSERT_TRUE(ReplaceFile(path_, "new"));
  std::ostringstream bytes;
  bytes << std::ifstream(path_).rdbuf();
  EXPECT_EQ(bytes.str(), "new");
  EXPECT_EQ(Mode(), 0640u);
  const fs::directory_iterator files(fs::path(path_).parent_path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(WriteFileTest, KeepsTheGroupOfAnotherOwnersFile) {
  if (!MayBecomeOthers()) {
    GTEST_SKIP() << "only root has files of others";
  }
  ReplaceAsOther(02664, {kGroup});
  EXPECT_EQ(Status().st_gid, kGroup);
  EXPECT_EQ(Mode(), 0664u);
}

TEST_F(WriteFileTest, WhatTheGroupMayDoIsNotGivenToAnotherOne) {
  if (!MayBecomeOthers()) {
    GTEST_SKIP() << "only root has files of others";
  }
  ReplaceAsOther(0664, {});
  EXPECT_EQ(Status().st_gid, kOtherOwner);
  EXPECT_EQ(Mode(), 0604u);
}

}  // namespace
}  // namespace hpdl::application
