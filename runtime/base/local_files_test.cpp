#include "runtime/base/local_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "runtime/base/testing/temporary_folder.h"

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
    std::vector<std::string> paths;
    std::string error;
    EXPECT_TRUE(GlobLocal(root_ + pattern, &paths, &error)) << error;
    return paths.size();
  }

  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
};

TEST_F(LocalFiles, Stat) {
  LocalFileInfo info;
  std::string error;
  ASSERT_TRUE(StatLocal(root_ + "/file1", &info, &error));
  EXPECT_TRUE(info.exists && !info.directory);
  EXPECT_EQ(info.size, 5);
  EXPECT_EQ(info.block_size, 33554432);
  ASSERT_TRUE(StatLocal(root_ + "/none", &info, &error));
  EXPECT_FALSE(info.exists);
  ASSERT_TRUE(StatLocal(root_ + "/file1/below", &info, &error));
  EXPECT_FALSE(info.exists);
}

TEST_F(LocalFiles, DirectorySizeIsNotRecursive) {
  std::int64_t size = 0;
  std::string error;
  ASSERT_TRUE(LocalDirectorySize(root_ + "/dir", &size, &error));
  EXPECT_EQ(size, 3);
  ASSERT_TRUE(LocalDirectorySize(root_ + "/file1", &size, &error));
  EXPECT_EQ(size, -1);
  ASSERT_TRUE(LocalDirectorySize(root_ + "/none", &size, &error));
  EXPECT_EQ(size, -1);
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
  std::vector<std::string> paths;
  std::string error;
  EXPECT_FALSE(GlobLocal(root_ + "/{a", &paths, &error));
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
  std::string path;
  std::string error;
  for (const char* uri : {"/a/b", "file:/a/b", "file:///a/b", "file://localhost/a/b"}) {
    EXPECT_TRUE(LocalPath(uri, &path, &error)) << uri;
    EXPECT_EQ(path, "/a/b");
  }
  for (const char* uri : {"hdfs://nn/a", "a/b", "", "file:a", "file://host/a"}) {
    error.clear();
    EXPECT_FALSE(LocalPath(uri, &path, &error)) << uri;
    EXPECT_FALSE(error.empty()) << uri;
  }
}

}  // namespace
}  // namespace hpdl::rt
