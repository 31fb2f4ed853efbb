#include "runtime/ground/base/remove_tree.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

class RemoveTreeTest : public ::testing::Test {
 protected:
  int Remove() const { return RemoveTree(AT_FDCWD, root_.c_str()); }
  bool IsThere() const { return fs::symlink_status(root_).type() != fs::file_type::not_found; }

  const testing::TemporaryFolder folder_;
  const std::string root_ = folder_.path() + "/root";
};

TEST_F(RemoveTreeTest, AllThatIsThereGoes) {
  EXPECT_EQ(Remove(), 0) << "nothing is there";
  std::ofstream(root_) << "a file";
  EXPECT_EQ(Remove(), 0);
  fs::create_directories(root_ + "/a/b/c");
  fs::create_directories(root_ + "/a/d/e");
  fs::create_directories(root_ + "/empty");
  std::ofstream(root_ + "/a/b/file") << "x";
  std::ofstream(folder_.path() + "/kept") << "x";
  fs::create_directory_symlink("../..", root_ + "/a/up");
  ASSERT_EQ(mkfifo((root_ + "/a/fifo").c_str(), 0600), 0);
  EXPECT_EQ(Remove(), 0);
  EXPECT_FALSE(IsThere());
  EXPECT_TRUE(fs::exists(folder_.path() + "/kept"));
}

TEST_F(RemoveTreeTest, DeepFoldersNeedFewDescriptors) {
  constexpr int kDepth = 1200;
  const std::string name(100, 'x');
  fs::create_directories(root_ + "/" + name);
  Descriptor at(open(root_.c_str(), O_RDONLY | O_DIRECTORY));
  for (int i = 0; i < kDepth; ++i) {
    ASSERT_TRUE(mkdirat(at.get(), name.c_str(), 0700) == 0 || errno == EEXIST);
    ASSERT_EQ(mkdirat(at.get(), "beside", 0700), 0);
    at = Descriptor(openat(at.get(), name.c_str(), O_RDONLY | O_DIRECTORY));
    ASSERT_GE(at.get(), 0);
  }
  at = Descriptor();
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{32, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  const int error = Remove();
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(error, 0);
  EXPECT_FALSE(IsThere());
}

TEST_F(RemoveTreeTest, ItStopsWhenItIsTold) {
  fs::create_directories(root_ + "/a");
  const StopFlag stop = true;
  EXPECT_EQ(RemoveTree(AT_FDCWD, root_.c_str(), &stop), ECANCELED);
  EXPECT_TRUE(IsThere());
}

}  // namespace
}  // namespace hpdl::rt
