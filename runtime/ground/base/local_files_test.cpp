#include "runtime/ground/base/local_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

class LocalFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* file : {"file1", "file2", "data.txt"}) {
      std::ofstream(root_ + "/" + file) << "12345";
    }
    std::filesystem::create_directories(root_ + "/dir/sub");
    std::ofstream(root_ + "/dir/a") << "abc";
    std::ofstream(root_ + "/dir/sub/b") << "defg";
  }

  std::size_t Matches(const std::string& pattern) {
    const Result<std::vector<std::string>> paths = GlobLocal(root_ + pattern);
    EXPECT_TRUE(paths) << paths.error().message;
    return paths ? paths->size() : 0;
  }

  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
};

TEST_F(LocalFiles, Stat) {
  Result<LocalFileInfo> info = StatLocal(root_ + "/file1");
  ASSERT_TRUE(info);
  EXPECT_TRUE(info->exists && !info->directory);
  EXPECT_EQ(info->size, 5);
  EXPECT_EQ(info->block_size, 33554432);
  for (const char* absent : {"/none", "/file1/below"}) {
    info = StatLocal(root_ + absent);
    ASSERT_TRUE(info);
    EXPECT_FALSE(info->exists);
  }
}

TEST_F(LocalFiles, DirectorySizeIsNotRecursive) {
  const auto size = [&](const std::string& path) {
    const Result<std::int64_t> found = LocalDirectorySize(root_ + path);
    return found ? *found : -2;
  };
  EXPECT_EQ(size("/dir"), 3);
  EXPECT_EQ(size("/file1"), -1);
  EXPECT_EQ(size("/none"), -1);
}

TEST_F(LocalFiles, NamesInADirectory) {
  EXPECT_THAT(NamesIn(root_ + "/dir"), ::testing::ElementsAre("a", "sub"));
  EXPECT_TRUE(HasNames(root_ + "/dir"));
  std::filesystem::create_directories(root_ + "/empty");
  std::ofstream(root_ + "/empty/.hidden") << "1";
  for (const char* path : {"/empty", "/none", "/file1"}) {
    EXPECT_TRUE(NamesIn(root_ + path).empty());
    EXPECT_FALSE(HasNames(root_ + path)) << path;
  }
}

TEST_F(LocalFiles, Globs) {
  EXPECT_EQ(Matches("/file1"), 1u);
  EXPECT_EQ(Matches("/file*"), 2u);
  EXPECT_EQ(Matches("/file_*"), 0u);
  EXPECT_EQ(Matches("/file?"), 2u);
  EXPECT_EQ(Matches("/file[2-9]"), 1u);
  EXPECT_EQ(Matches("/file[^2]"), 1u);
  EXPECT_EQ(Matches("/{file1,dir/{a,sub/b},none}"), 3u);
  EXPECT_EQ(Matches("/*/*"), 2u);
  EXPECT_EQ(Matches("//dir/"), 1u);
  EXPECT_EQ(Matches("/*.txt"), 1u);
  EXPECT_FALSE(GlobLocal(root_ + "/{a"));
}

TEST(MatchesGlob, Components) {
  EXPECT_TRUE(MatchesGlob("a*b*c", "axxbyyc"));
  EXPECT_FALSE(MatchesGlob("a*b*c", "axxbyy"));
  EXPECT_TRUE(MatchesGlob("\\*", "*"));
  EXPECT_FALSE(MatchesGlob("\\*", "a"));
  EXPECT_TRUE(MatchesGlob("*", ""));
  EXPECT_FALSE(MatchesGlob("?", ""));
  EXPECT_TRUE(MatchesGlob("[a-c]x", "bx"));
  EXPECT_FALSE(MatchesGlob("[a-c]x", "dx"));
  EXPECT_FALSE(MatchesGlob("[", "a"));
}

TEST(LocalPath, Schemes) {
  for (const char* uri : {"/a/b", "file:/a/b", "file:///a/b", "file://localhost/a/b"}) {
    const Result<std::string> path = LocalPath(uri);
    ASSERT_TRUE(path) << uri;
    EXPECT_EQ(*path, "/a/b");
  }
  for (const char* uri : {"hdfs://nn/a", "a/b", "", "file:a", "file://host/a"}) {
    const Result<std::string> path = LocalPath(uri);
    ASSERT_FALSE(path) << uri;
    EXPECT_FALSE(path.error().message.empty()) << uri;
  }
}

}  // namespace
}  // namespace hpdl::rt
