#include "compiler/application/find_definitions.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::application {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRoots[] = {"workflow-app", "hadoop-workflow"};

constexpr char kWorkflow[] = "<?xml version=\"1.0\"?>\n<!-- <x> --><w:workflow-app xmlns:w='u'/>";
constexpr uid_t kNobody = 65534;
constexpr char kOther[] = "<configuration/>";

class FindDefinitionsTest : public testing::Test {
 protected:
  void Write(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << text;
  }
  /// Returns the found paths, relative and separated by blanks, or the error.
  std::string Find(const std::string& path) {
    std::vector<std::string> paths;
    std::vector<std::string> errors;
    FindDefinitions(root_ + path, kRoots, &paths, &errors);
    std::string out;
    for (const std::string& error : errors) {
      out += "error: " + error;
    }
    for (const std::string& found : paths) {
      out += (out.empty() ? "" : " ") + found.substr(std::min(root_.size(), found.size()));
    }
    return out;
  }

  const rt::testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path() + "/";
};

TEST_F(FindDefinitionsTest, FilesAndApplicationsAreThemselves) {
  Write("app/workflow.xml", "broken");
  Write("app/sub/workflow.xml", kWorkflow);
  Write("one.xml", kOther);
  EXPECT_EQ(Find("app"), "app");
  EXPECT_EQ(Find("one.xml"), "one.xml");
  EXPECT_EQ(Find("nosuch.xml"), "nosuch.xml");  // the code that reads the file reports the error
}

TEST_F(FindDefinitionsTest, DirectoriesAreSearched) {
  Write("flows/b/workflow.xml", "broken");
  Write("flows/b/sub/workflow.xml", kWorkflow);
  Write("flows/b/config-default.xml", kOther);
  Write("flows/a.xml", kWorkflow);
  Write("flows/a.txt", kWorkflow);
  Write("flows/.hidden/workflow.xml", kWorkflow);
  fs::create_directory_symlink(root_ + "flows", root_ + "flows/loop");
  EXPECT_EQ(Find("flows"), "flows/a.xml flows/b flows/b/sub");
}

// Each directory has two links to the next directory, so 2^30 paths lead to one definition.
TEST_F(FindDefinitionsTest, LinksThatForkAndMeetAreFollowedOnce) {
  Write("d30/w.xml", kWorkflow);
  std::string pattern;
  for (int i = 0; i < 30; ++i) {
    const std::string directory = root_ + "d" + std::to_string(i);
    fs::create_directory(directory);
    for (const char* name : {"/a", "/b"}) {
      fs::create_directory_symlink(root_ + "d" + std::to_string(i + 1), directory + name);
    }
    pattern += "*/";
  }
  EXPECT_TRUE(Find("d0/" + pattern + "w.xml").ends_with("/a/a/w.xml"));
}

TEST_F(FindDefinitionsTest, AMisspeltRootIsNotPassedOver) {
  for (const char* root : {"workfow-app", "workflow_app", "Hadoop-Workflow", "hadoop-worklfow"}) {
    Write(std::string("flows/") + root + ".xml", std::string("<") + root + "/>");
  }
  for (const char* root : {"workflow", "workflow-template", "web-app", "hadoop"}) {
    Write(std::string("flows/no-") + root + ".xml", std::string("<") + root + "/>");
  }
  EXPECT_EQ(Find("flows"),
            "flows/Hadoop-Workflow.xml flows/hadoop-worklfow.xml flows/workflow_app.xml "
            "flows/workfow-app.xml");
}

TEST_F(FindDefinitionsTest, PatternsAreMatched) {
  Write("flows/x1.xml", kWorkflow);
  Write("flows/x2.xml", kOther);
  Write("flows/deep/er/x3.xml", kWorkflow);
  Write("flows/app/workflow.xml", kWorkflow);
  EXPECT_EQ(Find("flows/x?.xml"), "flows/x1.xml");
  EXPECT_EQ(Find("flows/**/x[13].xml"), "flows/x1.xml flows/deep/er/x3.xml");
  EXPECT_EQ(Find("f*/a*"), "flows/app");
  EXPECT_EQ(Find("*/**/er/x3.xml"), "flows/deep/er/x3.xml");
  EXPECT_EQ(Find("flows/**"), "flows/app/workflow.xml flows/deep/er/x3.xml flows/x1.xml");
}

TEST_F(FindDefinitionsTest, ManyStarsStayQuick) {
  std::string deep = "deep/";
  for (int i = 0; i < 60; ++i) {
    deep += "d/";
  }
  Write(deep + "x.xml", kWorkflow);
  EXPECT_EQ(Find("deep/**/**/**/**/**/**/**/**/**/x.xml"), deep + "x.xml");
  EXPECT_EQ(Find("deep/**/d/**/d/**/d/**/d/**/d/**/d/**/d/**/d/**/x.xml"), deep + "x.xml");
  EXPECT_EQ(Find("deep/**/d*"), deep + "x.xml");
  EXPECT_EQ(Find("deep/**/**"), deep + "x.xml");
}

TEST_F(FindDefinitionsTest, WhatNamesOneDefinitionStaysOnce) {
  Write("flows/app/workflow.xml", kWorkflow);
  Write("flows/a.xml", kWorkflow);
  fs::create_directory_symlink(root_ + "flows", root_ + "same");
  fs::create_directory(root_ + "other");
  fs::create_symlink(root_ + "flows/a.xml", root_ + "other/a.xml");
  std::vector<std::string> paths = {root_ + "flows/a.xml",
                                    root_ + "flows/../flows//a.xml",
                                    root_ + "same/app",
                                    root_ + "same/app/",
                                    root_ + "flows/app/workflow.xml",
                                    root_ + "other/a.xml",
                                    "nosuch/b.xml",
                                    "hdfs://host/app"};
  DropRepeated(&paths);
  EXPECT_EQ(paths,
            (std::vector<std::string>{root_ + "flows/a.xml", root_ + "same/app",
                                      root_ + "other/a.xml", "nosuch/b.xml", "hdfs://host/app"}));
}

TEST_F(FindDefinitionsTest, OfAnApplicationAndItsFileTheApplicationStays) {
  Write("flows/app/workflow.xml", kWorkflow);
  std::vector<std::string> paths = {root_ + "flows/app/workflow.xml", root_ + "flows/a.xml",
                                    root_ + "flows/app"};
  DropRepeated(&paths);
  EXPECT_EQ(paths, (std::vector<std::string>{root_ + "flows/app", root_ + "flows/a.xml"}));
}

TEST_F(FindDefinitionsTest, TheSearchGoesOnBehindWhatCannotBeRead) {
  Write("flows/a/x.xml", kWorkflow);
  Write("flows/b/x.xml", kWorkflow);
  Write("flows/c.xml", kWorkflow);
  fs::permissions(root_ + "flows/a", fs::perms::none);
  fs::permissions(root_ + "flows/c.xml", fs::perms::none);
  // If the test runs as root, the search runs as another user, because root may read everything.
  // This user must be able to open the folder of the test.
  for (const char* folder : {"", "flows", "flows/b"}) {
    fs::permissions(root_ + folder, fs::perms{0755});
  }
  fs::permissions(root_ + "flows/b/x.xml", fs::perms{0644});
  const uid_t user = ::geteuid();
  ASSERT_TRUE(user != 0 || ::seteuid(kNobody) == 0);
  const std::string found = Find("flows");
  ASSERT_EQ(::seteuid(user), 0);
  fs::permissions(root_ + "flows/a", fs::perms::owner_all);
  EXPECT_EQ(found, "error: " + root_ + "flows/a: Permission denied flows/b/x.xml flows/c.xml");
}

TEST_F(FindDefinitionsTest, NothingFoundIsAnError) {
  Write("empty/notes.xml", kOther);
  EXPECT_NE(Find("empty").find("no workflow.xml in this directory"), std::string::npos);
  EXPECT_NE(Find("empty/*.xml").find("matches no definition"), std::string::npos);
}

TEST(RootElement, LooksPastTheProlog) {
  EXPECT_EQ(RootElement(kWorkflow), "workflow-app");
  EXPECT_EQ(RootElement("\xef\xbb\xbf<hadoop-workflow name='a'>"), "hadoop-workflow");
  EXPECT_EQ(RootElement(std::string("\xff\xfe<\0a\0>\0", 8)), "a");
  EXPECT_EQ(RootElement("<!DOCTYPE a><b/>"), "b");
  EXPECT_EQ(RootElement("no markup"), "");
  EXPECT_EQ(RootElement("<cut-of"), "");
  EXPECT_EQ(RootElement("<!-- never closed <a>"), "");
}

}  // namespace
}  // namespace hpdl::application
