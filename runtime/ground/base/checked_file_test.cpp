#include "runtime/ground/base/checked_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

TEST(CheckedFile, IsReadOrSaysWhyNot) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/f";
  const auto whole = [&](FileReaders readers, std::size_t most = 5) {
    const auto read = ReadChecked(path, most, readers);
    return !read ? "error" : read->value_or("none");
  };
  EXPECT_EQ(whole(FileReaders::kOwner), "none");
  std::ofstream(path) << "hello";
  ASSERT_EQ(chmod(path.c_str(), 0644), 0);
  EXPECT_EQ(whole(FileReaders::kAnybody), "hello");
  EXPECT_EQ(whole(FileReaders::kAnybody, 4), "error");
  EXPECT_EQ(whole(FileReaders::kOwner), "error");
  ASSERT_EQ(chmod(path.c_str(), 0400), 0);
  EXPECT_EQ(whole(FileReaders::kOwner), "hello");
  std::filesystem::rename(path, path + "2");
  std::filesystem::create_symlink(path + "2", path);
  EXPECT_EQ(whole(FileReaders::kAnybody), "hello");
  EXPECT_EQ(whole(FileReaders::kOwner), "error");
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  EXPECT_EQ(whole(FileReaders::kAnybody), "error");
  std::filesystem::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(whole(FileReaders::kOwner), "error");
}

}  // namespace
}  // namespace hpdl::rt
