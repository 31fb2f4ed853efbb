#include "compiler/application/write_file.h"

#include <grp.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::application {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kOwner = 1;
constexpr gid_t kGroup = 1;

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

TEST_F(WriteFileTest, KeepsEachGroupThatTheUserIsIn) {
  std::vector<gid_t> groups(static_cast<std::size_t>(::getgroups(0, nullptr)));
  ASSERT_GE(::getgroups(static_cast<int>(groups.size()), groups.data()), 0);
  groups.push_back(::getegid());
  for (const gid_t group : groups) {
    ASSERT_EQ(::chown(path_.c_str(), ::geteuid(), group), 0);
    ASSERT_EQ(::chmod(path_.c_str(), 02664), 0);
    ASSERT_TRUE(ReplaceFile(path_, "new"));
    EXPECT_EQ(Status().st_gid, group);
    EXPECT_EQ(Mode(), 02664u);
  }
}

TEST(KeptModes, WhatMayNotBeTakenOverIsGivenToNobodyElse) {
  EXPECT_EQ(KeptMode(06775, {.owner = true, .group = true}), 06775u);
  EXPECT_EQ(KeptMode(06775, {.owner = false, .group = true}), 0775u);
  EXPECT_EQ(KeptMode(06775, {.owner = false, .group = false}), 0705u);
}

/// Returns the users as which the test replaces a file of another user. The list is empty unless
/// the process is root and the system lets it become another user.
std::vector<uid_t> OtherUsers() {
  constexpr uid_t kOther = 65534;
  const rt::testing::TemporaryFolder folder;
  const bool may = ::geteuid() == 0 && ::chown(folder.path().c_str(), kOwner, kGroup) == 0 &&
                   ::setgroups(0, nullptr) == 0;
  return may ? std::vector<uid_t>{kOther} : std::vector<uid_t>();
}

class FileOfAnother : public WriteFileTest, public testing::WithParamInterface<uid_t> {
 protected:
  /// Replaces the file as a user who is not the owner and is in `groups`.
  void Replace(mode_t mode, const std::vector<gid_t>& groups) {
    ASSERT_EQ(::chown(path_.c_str(), kOwner, kGroup), 0);
    ASSERT_EQ(::chmod(path_.c_str(), mode), 0);
    ASSERT_EQ(::setgroups(groups.size(), groups.data()), 0);
    ASSERT_EQ(::setegid(GetParam()), 0);
    ASSERT_EQ(::seteuid(GetParam()), 0);
    const Result<void> replaced = ReplaceFile(path_, "new");
    ASSERT_EQ(::seteuid(0), 0);
    ASSERT_EQ(::setegid(0), 0);
    ASSERT_EQ(::setgroups(0, nullptr), 0);
    ASSERT_TRUE(replaced) << replaced.error().message;
    EXPECT_EQ(Status().st_uid, GetParam());
  }
};

TEST_P(FileOfAnother, KeepsTheGroup) {
  Replace(02664, {kGroup});
  EXPECT_EQ(Status().st_gid, kGroup);
  EXPECT_EQ(Mode(), 0664u);
}

TEST_P(FileOfAnother, WhatTheGroupMayDoIsNotGivenToAnotherOne) {
  Replace(0664, {});
  EXPECT_EQ(Status().st_gid, GetParam());
  EXPECT_EQ(Mode(), 0604u);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FileOfAnother);
INSTANTIATE_TEST_SUITE_P(Root, FileOfAnother, testing::ValuesIn(OtherUsers()));

}  // namespace
}  // namespace hpdl::application
