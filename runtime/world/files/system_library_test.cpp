#include "runtime/world/files/system_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SystemLibraryTest : public ::testing::Test {
 protected:
  void Write(const std::string& name) {
    const std::filesystem::path path = root_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "x";
  }

  Result<SystemLibrary> Read() { return Await(ReadSystemLibrary({&LocalFiles(), root_})); }

  testing::TemporaryFolder folder_;
  std::string root_ = folder_.path() + "/lib";
};

TEST_F(SystemLibraryTest, TheNewestByTimeIsTaken) {
  Write("lib_20200101000000/pig/old.jar");
  Write("lib_20231231235959/pig/b.jar");
  Write("lib_20231231235959/pig/a.jar");
  Write("lib_20231231235959/pig/more/c.jar");
  Write("lib_20231231235959/pig/z.jar");
  Write("lib_20231231235959/hive/h.jar");
  Write("lib_20231231235959/no_library");
  Write("lib_copy/pig/no.jar");
  Write("lib_99999999999999");
  const Result<SystemLibrary> read = Read();
  ASSERT_TRUE(read) << read.error().message;
  const std::string newest = "file:" + root_ + "/lib_20231231235959";
  EXPECT_EQ(read->folder, newest);
  ASSERT_EQ(read->libraries.size(), 2U);
  EXPECT_EQ(read->libraries[0].name, "hive");
  EXPECT_THAT(read->libraries[0].files, ElementsAre(newest + "/hive/h.jar"));
  EXPECT_EQ(read->libraries[1].name, "pig");
  EXPECT_THAT(read->libraries[1].files,
              ElementsAre(newest + "/pig/a.jar", newest + "/pig/b.jar", newest + "/pig/more/c.jar",
                          newest + "/pig/z.jar"));
}

TEST_F(SystemLibraryTest, WithoutOneTheRootHasTheLibraries) {
  Write("pig/a.jar");
  std::filesystem::create_directories(root_ + "/empty");
  const Result<SystemLibrary> read = Read();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->folder, "file:" + root_);
  ASSERT_EQ(read->libraries.size(), 2U);
  EXPECT_THAT(read->libraries[0].files, IsEmpty());
  EXPECT_THAT(read->libraries[1].files, ElementsAre("file:" + root_ + "/pig/a.jar"));
}

TEST_F(SystemLibraryTest, WhatIsNotThereIsSaid) {
  const Result<SystemLibrary> read = Read();
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, kNotFound);
  EXPECT_EQ(read.error().message, "File file:" + root_ + " does not exist");
}

// A link to a folder that contains the link makes a path of endless depth.
TEST_F(SystemLibraryTest, LinksInACircleAreAnError) {
  Write("pig/a.jar");
  std::filesystem::create_directory_symlink(root_, root_ + "/pig/again");
  std::filesystem::create_directory_symlink(root_, root_ + "/pig/more");
  const Result<SystemLibrary> read = Read();
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("too deep"));
}

}  // namespace
}  // namespace hpdl::rt
