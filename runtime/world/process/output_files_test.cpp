#include "runtime/world/process/output_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>
#include <string>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

/// Each test has a new folder as its working directory.
class OutputFilesTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(chdir(temporary_.path().c_str()), 0); }
  void TearDown() override { ASSERT_EQ(fchdir(before_), 0); }
  ~OutputFilesTest() override { close(before_); }

  static bool IsOpen(int fd) { return fcntl(fd, F_GETFD) >= 0; }

  const testing::TemporaryFolder temporary_;
  const int before_ = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  OutputFiles files_{1};
};

TEST_F(OutputFilesTest, OfManyAFewAreHeldOpen) {
  std::vector<OutputFile> taken(100);
  std::set<int> open;
  for (OutputFile& file : taken) {
    ASSERT_TRUE(files_.Take(&file));
    EXPECT_TRUE(IsOpen(file.write_fd));
    open.insert(file.write_fd);
    if (file.fd >= 0) {
      EXPECT_TRUE(IsOpen(file.fd));
      open.insert(file.fd);
    }
  }
  EXPECT_EQ(open.size(), 164U) << "the first 64 for reading; no number stands for two files";
  for (OutputFile& file : taken) {
    files_.Started(&file);
    EXPECT_LT(file.write_fd, 0);
    files_.Release(file, file.id, "out");
  }
  files_.RemoveSpares();
  EXPECT_NE(access(SpareFileName(1, 99).c_str(), F_OK), 0);
  for (const OutputFile& file : taken) {
    if (file.fd >= 0) {
      close(file.fd);
    }
  }
}

TEST_F(OutputFilesTest, WhatWasWrittenWhereNoRoomIsLeftMayLackSomething) {
  OutputFile file;
  ASSERT_TRUE(files_.Take(&file));
  ASSERT_EQ(write(file.write_fd, "x", 1), 1);
  files_.Started(&file);
  file.reserved = false;
  files_.Name(&file, 7, "out");
  EXPECT_FALSE(files_.NameIfUsed(&file, 7, "out")) << "there is room here";
  file.fd = open("7.out", O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(chdir("/proc"), 0);  // statvfs() reports no free space for /proc
  EXPECT_TRUE(files_.NameIfUsed(&file, 7, "out"));
  file.reserved = true;
  EXPECT_FALSE(files_.NameIfUsed(&file, 7, "out")) << "it was within what had been reserved";
  close(file.fd);
}

}  // namespace
}  // namespace hpdl::rt
