#include "compiler/application/load.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::application {
namespace {

namespace fs = std::filesystem;

class ApplicationTest : public testing::Test {
 protected:
  ApplicationTest() { Write("workflow.xml"); }
  void Write(const std::string& path) {
    fs::create_directories(fs::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << "<workflow-app/>";
  }
  /// Returns the files of the application separated by blanks, or the error.
  std::string Load() { return FilesOf(application::Load(root_, {})); }
  /// Like Load(), for the definition at `path`, which gets its folder.
  std::string LoadWithFolder(const std::string& path) {
    LoadOptions options;
    options.defaults = {"config-default.xml", "coord-config-default.xml"};
    options.with_folder = true;
    options.submitted_roots = {"coordinator-app"};
    return FilesOf(application::Load(root_ + path, options));
  }
  static std::string FilesOf(const Result<Application>& application) {
    if (!application) {
      return "error: " + application.error().message;
    }
    std::string out;
    for (const hir::File& file : application->files) {
      out += (out.empty() ? "" : " ") + file.path;
    }
    return out;
  }

 private:
  const rt::testing::TemporaryFolder temporary_;

 protected:
  const std::string root_ = temporary_.path() + "/";
};

TEST_F(ApplicationTest, HasItsFilesSorted) {
  Write("lib/b.jar");
  Write("a.sh");
  EXPECT_EQ(Load(), "a.sh lib/b.jar");
}

TEST_F(ApplicationTest, ADefinitionOfAnyNameMayHaveItsFolder) {
  Write("lib/b.jar");
  Write("other.xml");
  Write("config-default.xml");
  Write("job.properties");
  EXPECT_EQ(LoadWithFolder("other.xml"), "config-default.xml lib/b.jar workflow.xml");
  EXPECT_EQ(LoadWithFolder("workflow.xml"), "config-default.xml lib/b.jar other.xml");
  EXPECT_EQ(LoadWithFolder(""), "config-default.xml lib/b.jar other.xml");
  EXPECT_EQ(FilesOf(application::Load(root_ + "other.xml", {})), "");
  std::ofstream(root_ + ".hpdlignore") << "workflow.xml\nother.xml\n";
  EXPECT_EQ(LoadWithFolder("other.xml"), "config-default.xml lib/b.jar");
}

TEST_F(ApplicationTest, ACoordinatorHasOnlyTheDefaultsOfItsFolder) {
  Write("lib/b.jar");
  Write("coord-config-default.xml");
  std::ofstream(root_ + "daily.xml") << "<!-- daily --><c:coordinator-app xmlns:c='x'/>";
  EXPECT_EQ(LoadWithFolder("daily.xml"), "coord-config-default.xml");
  EXPECT_EQ(FilesOf(application::Load(root_ + "daily.xml", {})), "");
}

TEST_F(ApplicationTest, AFolderBelongsToTheLinkAndNotToItsTarget) {
  Write("real/workflow.xml");
  Write("real/far.jar");
  Write("app/near.jar");
  fs::create_symlink(root_ + "real/workflow.xml", root_ + "app/other.xml");
  EXPECT_EQ(LoadWithFolder("app/other.xml"), "near.jar");
  const std::string folder = fs::canonical(root_);
  EXPECT_EQ(IdentityOf(root_ + "app/other.xml", true), folder + "/app/other.xml");
  EXPECT_EQ(IdentityOf(root_ + "app/other.xml", false), folder + "/real/workflow.xml");
}

TEST_F(ApplicationTest, AWorkflowXmlIsItsFolder) {
  const std::string folder = fs::canonical(root_);
  EXPECT_EQ(IdentityOf(root_ + "workflow.xml", true), folder);
  EXPECT_EQ(IdentityOf(root_, true), folder);
  EXPECT_EQ(IdentityOf(root_ + "workflow.xml", false), folder + "/workflow.xml");
  EXPECT_EQ(IdentityOf("hdfs://nn/a/workflow.xml/", true), "hdfs://nn/a");
  EXPECT_EQ(IdentityOf("hdfs://nn/a/workflow.xml", false), "hdfs://nn/a/workflow.xml");
  EXPECT_EQ(IdentityOf("hdfs://nn/a/other.xml", true), "hdfs://nn/a/other.xml");
  EXPECT_EQ(IdentityOf("hdfs://nn/a/", true), "hdfs://nn/a");
}

TEST_F(ApplicationTest, TheRootDirectoryIsNoFolder) {
  EXPECT_EQ(FolderOf("/workflow.xml"), "");
  EXPECT_EQ(FolderOf("hdfs://nn/workflow.xml"), "");
  EXPECT_EQ(FolderOf("hdfs://nn/a/workflow.xml"), "hdfs://nn/a");
  EXPECT_EQ(IdentityOf("hdfs://nn/workflow.xml", true), "hdfs://nn/workflow.xml");
}

TEST_F(ApplicationTest, WhatIsBeingWrittenAndGitAreNoPartOfIt) {
  Write("a.sh");
  Write(".hpdlc.x5Yz01");
  Write("n/.hpdlc.x5Yz01");
  Write(".hpdlc");
  Write(".git/config");
  Write("n/.git/config");
  EXPECT_EQ(Load(), ".hpdlc a.sh");
}

TEST_F(ApplicationTest, AStateDirectoryIsNoPartOfIt) {
  Write("state/jobs/1-W/journal.db");
  Write("state/id-part");
  Write("data/id-part");
  Write("data/jobs");
  EXPECT_EQ(Load(), "data/id-part data/jobs");
}

TEST_F(ApplicationTest, FilesMayVanishWhileItIsListed) {
  Write("a.sh");
  std::jthread others([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      for (const char* name : {"b", "c", "d", "e"}) {
        Write(name);
      }
      for (const char* name : {"b", "c", "d", "e"}) {
        fs::remove(root_ + name);
      }
    }
  });
  for (int i = 0; i < 2000; ++i) {
    const std::string files = Load();
    ASSERT_TRUE(files.starts_with("a.sh")) << files;
  }
}

// During the test config-default.xml is replaced again and again, by a FIFO and by a regular file
// in turns. It is listed among many other files and read after them, so that time passes between
// listing and reading.
TEST_F(ApplicationTest, FilesMayBecomeFifosBeforeTheyAreRead) {
  const std::string name = root_ + "config-default.xml";
  for (int i = 0; i < 300; ++i) {
    Write("data/" + std::to_string(i));
  }
  Write(".git/file");
  ASSERT_EQ(::mkfifo((root_ + ".git/fifo").c_str(), 0600), 0);
  fs::create_hard_link(root_ + ".git/file", name);
  std::jthread others([&](const std::stop_token& stop) {
    for (bool fifo = true; !stop.stop_requested(); fifo = !fifo) {
      fs::create_hard_link(root_ + (fifo ? ".git/fifo" : ".git/file"), root_ + ".git/next");
      fs::rename(root_ + ".git/next", name);
    }
  });
  LoadOptions options;
  options.defaults = {"config-default.xml"};
  int read = 0;
  int listed_as_fifo = 0;
  int read_as_fifo = 0;
  for (int i = 0; i < 10'000 && std::min({read, listed_as_fifo, read_as_fifo}) == 0; ++i) {
    const Result<Application> application = application::Load(root_, options);
    const std::string error = application ? "" : application.error().message;
    if (error.empty()) {
      ++read;
    } else if (error.ends_with("; name it in .hpdlignore or remove it")) {
      ++listed_as_fifo;
    } else {
      ASSERT_EQ(error, name + ": not a regular file");
      ++read_as_fifo;
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_GT(listed_as_fifo, 0);
  EXPECT_GT(read_as_fifo, 0);
}

TEST_F(ApplicationTest, EntriesThatNoProgramCanContainArePassedOver) {
  Write("lib/a.jar");
  ASSERT_EQ(mkfifo((root_ + "fifo").c_str(), 0600), 0);
  fs::create_symlink("nothing", root_ + "link");
  EXPECT_TRUE(Load().starts_with("error: ")) << Load();
  LoadOptions options;
  options.passes_over = true;
  EXPECT_EQ(FilesOf(application::Load(root_, options)), "lib/a.jar");
  options.defaults = {"fifo"};
  EXPECT_TRUE(FilesOf(application::Load(root_, options)).starts_with("error: "));
  options.defaults = {};
  fs::permissions(root_ + "lib", fs::perms::none);
  // root may read everything
  EXPECT_EQ(FilesOf(application::Load(root_, options)), geteuid() == 0 ? "lib/a.jar" : "");
  fs::permissions(root_ + "lib", fs::perms::owner_all);
}

TEST_F(ApplicationTest, LinkThatLeadsNowhereIsAnError) {
  fs::create_symlink("nothing", root_ + "link");
  EXPECT_TRUE(Load().ends_with("/link: No such file or directory")) << Load();
}

TEST_F(ApplicationTest, LinkThatLeadsOutIsAnError) {
  fs::create_symlink("/etc/passwd", root_ + "link");
  EXPECT_TRUE(
      Load().ends_with("/link: a symbolic link leads out of the application, to "
                       "/etc/passwd; name the link in .hpdlignore or replace the link by a copy"))
      << Load();
  fs::remove(root_ + "link");
  Write("a.sh");
  fs::create_symlink(root_ + "a.sh", root_ + "link");
  EXPECT_EQ(Load(), "a.sh link");
}

// Each directory has two links to the next directory, so 2^30 paths lead to one file.
TEST_F(ApplicationTest, LinksThatForkAndMeetAreBounded) {
  Write("d30/file");
  for (int i = 0; i < 30; ++i) {
    const std::string directory = root_ + "d" + std::to_string(i);
    fs::create_directory(directory);
    for (const char* name : {"/a", "/b"}) {
      fs::create_directory_symlink(root_ + "d" + std::to_string(i + 1), directory + name);
    }
  }
  EXPECT_NE(Load().find("more than 100,000 files and directories"), std::string::npos) << Load();
}

TEST_F(ApplicationTest, PropertiesOfARunAreLeftOut) {
  Write("job.properties");
  Write("lib/job.properties");
  EXPECT_EQ(Load(), "lib/job.properties");
  std::ofstream(root_ + ".hpdlignore") << "!job.properties\n";
  EXPECT_EQ(Load(), "job.properties lib/job.properties");
}

}  // namespace
}  // namespace hpdl::application
