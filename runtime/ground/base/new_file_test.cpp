#include "runtime/ground/base/new_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/testing/disk_calls.h"
#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

std::size_t CountFiles(const std::string& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string ContentOf(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path).rdbuf();
  return bytes.str();
}

TEST(NewFile, BecomesTheOtherOrGoes) {
  const testing::TemporaryFolder folder;
  const std::string target = folder.path() + "/" + std::string(255, 'n');
  {
    const NewFile file(target);
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(CountFiles(folder.path()), 1u);
  }
  EXPECT_EQ(CountFiles(folder.path()), 0u);
  NewFile file(target);
  ASSERT_TRUE(file.ok() && WriteAll(file.fd(), "bytes"));
  ASSERT_TRUE(file.MoveTo(target));
  EXPECT_EQ(ContentOf(target), "bytes");
  EXPECT_EQ(CountFiles(folder.path()), 1u);
}

TEST(NewFile, BecomesAFileOfAnotherDirectory) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder.path() + "/other");
  const int other = open((folder.path() + "/other").c_str(), O_RDONLY | O_DIRECTORY);
  NewFile file(folder.path() + "/");
  ASSERT_TRUE(file.ok() && WriteAll(file.fd(), "bytes"));
  EXPECT_TRUE(file.MoveInto(other, "name"));
  close(other);
  EXPECT_EQ(ContentOf(folder.path() + "/other/name"), "bytes");
  EXPECT_EQ(CountFiles(folder.path()), 1u);
}

TEST(WriteWhole, BytesAreOnTheDiskBeforeTheNameIsThere) {
  const testing::TemporaryFolder folder;
  const std::string target = folder.path() + "/file";
  {
    testing::DiskCalls disk(folder.path());
    ASSERT_TRUE(WriteWhole(target, "bytes", 0640));
    const std::vector<std::string> seen = disk.seen();
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_TRUE(seen[0].starts_with("fsync .hpdlc."));
    EXPECT_EQ(seen[1], "rename" + seen[0].substr(5) + " file");
  }
  EXPECT_EQ(ContentOf(target), "bytes");
  EXPECT_EQ(fs::status(target).permissions(), fs::perms(0640));
}

TEST(WriteWhole, WhatWasThereStaysIfTheDiskFails) {
  const testing::TemporaryFolder folder;
  const std::string target = folder.path() + "/file";
  ASSERT_TRUE(WriteWhole(target, "before", 0600));
  testing::DiskCalls disk(folder.path());
  disk.fault = [](const std::string& call) { return call.starts_with("fsync") ? EIO : 0; };
  EXPECT_FALSE(WriteWhole(target, "after", 0600));
  EXPECT_EQ(errno, EIO);
  EXPECT_EQ(ContentOf(target), "before");
  EXPECT_EQ(CountFiles(folder.path()), 1u);
}

TEST(SyncDirectory, WhatKnowsNoSyncsNeedsNone) {
  const testing::TemporaryFolder folder;
  testing::DiskCalls disk(folder.path());
  disk.fault = [](const std::string&) { return EINVAL; };
  EXPECT_TRUE(SyncDirectory(folder.path()));
  disk.fault = [](const std::string&) { return EIO; };
  EXPECT_FALSE(SyncDirectory(folder.path()));
  EXPECT_FALSE(SyncDirectory(folder.path() + "/none"));
}

TEST(MakeDirectories, EachIsInItsFolderOnTheDisk) {
  const testing::TemporaryFolder folder;
  ASSERT_EQ(MakeDirectories(folder.path() + "/a"), 0);
  testing::DiskCalls disk(folder.path());
  EXPECT_EQ(MakeDirectories(folder.path() + "/a/b/c//"), 0);
  EXPECT_EQ(disk.seen(), (std::vector<std::string>{"fsync a", "fsync a/b"}));
  EXPECT_EQ(MakeDirectories(folder.path() + "/a/b/c"), 0);
  EXPECT_EQ(disk.seen().size(), 2u);
  std::ofstream(folder.path() + "/f") << "x";
  EXPECT_EQ(MakeDirectories(folder.path() + "/f"), ENOTDIR);
  EXPECT_EQ(MakeDirectories(folder.path() + "/f/g/h"), ENOTDIR);
}

TEST(NewFile, NeedsItsDirectory) {
  const NewFile file("/nowhere/file");
  EXPECT_FALSE(file.ok());
}

}  // namespace
}  // namespace hpdl::rt
