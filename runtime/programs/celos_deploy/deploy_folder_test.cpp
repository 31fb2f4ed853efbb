#include "runtime/programs/celos_deploy/deploy_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "runtime/programs/celos_deploy/script_syntax.h"

namespace hpdl::rt::celos {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class DeployFolderTest : public ::testing::Test {
 protected:
  DeployFolderTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "hdfs" / "lib");
    Write("workflow.js", "var a = 1;");
    Write("hdfs/workflow.xml", "<workflow-app/>");
    Write("hdfs/lib/a.jar", "jar");
  }
  ~DeployFolderTest() override { fs::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  Result<DeployFolder> Read() const { return ReadDeployFolder(folder_.string()); }
  std::string Refusal() const {
    const Result<DeployFolder> read = Read();
    return read ? "" : read.error().message;
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("hpdl_deploy_folder_" + std::to_string(getpid()));
};

TEST_F(DeployFolderTest, HasScriptsAndFiles) {
  const Result<DeployFolder> read = Read();
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->workflow, "var a = 1;");
  EXPECT_EQ(read->defaults, std::nullopt);
  std::vector<std::string> paths;
  for (const DeployFolder::Entry& entry : read->entries) {
    paths.push_back(entry.path + (entry.folder ? "/" : ""));
  }
  EXPECT_THAT(paths, ElementsAre("lib/", "lib/a.jar", "workflow.xml"));
}

TEST_F(DeployFolderTest, FollowsLinks) {
  Write("real.js", "var b;");
  fs::create_symlink("real.js", folder_ / "defaults.js");
  fs::create_directories(folder_ / "elsewhere");
  Write("elsewhere/f", "f");
  fs::create_symlink("../elsewhere", folder_ / "hdfs" / "there");
  const Result<DeployFolder> read = Read();
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->defaults, "var b;");
  EXPECT_EQ(read->entries.size(), 5U);
}

TEST_F(DeployFolderTest, WithoutWhatItNeeds) {
  EXPECT_EQ(ReadDeployFolder(folder_ / "none").error().message,
            (folder_ / "none").string() + ": no such folder");
  EXPECT_THAT(ReadDeployFolder(folder_ / "workflow.js").error().message,
              HasSubstr(": not a folder"));
  fs::remove_all(folder_ / "hdfs");
  EXPECT_EQ(Refusal(), (folder_ / "hdfs").string() + " not found local FS");
  Write("hdfs", "");
  EXPECT_THAT(Refusal(), HasSubstr("hdfs: not a folder"));
}

TEST_F(DeployFolderTest, ASyntaxErrorHasItsPlaceAndACaret) {
  Write("defaults.js", "var a;\n\tvar x = ;\n");
  EXPECT_EQ(Refusal(), (folder_ / "defaults.js").string() +
                           ":2:10: SyntaxError: unexpected token in expression: ';'\n"
                           "   var x = ;\n"
                           "           ^");
}

TEST_F(DeployFolderTest, ThingsThatAreNoFiles) {
  const std::string pipe = folder_ / "hdfs" / "lib" / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(Refusal(), pipe + ": neither a file nor a folder");
  fs::remove(pipe);
  fs::create_symlink("nothing", pipe);
  EXPECT_EQ(Refusal(), pipe + ": the target of the link does not exist");
  fs::remove(pipe);
  fs::create_symlink("..", pipe);
  EXPECT_EQ(Refusal(), pipe + "/: the link leads to a folder that contains the link");
  fs::remove(pipe);
  fs::remove(folder_ / "workflow.js");
  ASSERT_EQ(mkfifo((folder_ / "workflow.js").c_str(), 0600), 0);
  EXPECT_THAT(Refusal(), HasSubstr("workflow.js: "));
  fs::remove(folder_ / "workflow.js");
  fs::create_symlink("nothing", folder_ / "workflow.js");
  EXPECT_THAT(Refusal(), HasSubstr("workflow.js: "));
}

TEST_F(DeployFolderTest, ADeepTree) {
  fs::path path = folder_ / "hdfs";
  for (int i = 0; i < 70; ++i) {
    path /= "d";
  }
  fs::create_directories(path);
  EXPECT_THAT(Refusal(), HasSubstr("nested too deeply"));
}

TEST(CheckScript, OnlyCompiles) {
  EXPECT_TRUE(CheckScript("throw 1; nothing.at.all();", "a.js").ok());
  EXPECT_TRUE(CheckScript("", "a.js").ok());
  EXPECT_FALSE(CheckScript("function f( {", "a.js").ok());
  EXPECT_FALSE(CheckScript("'\n", "a.js").ok());
}

}  // namespace
}  // namespace hpdl::rt::celos
