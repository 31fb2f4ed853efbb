#include "compiler/application/load.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

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
  std::string Load() {
    const Result<Application> application = application::Load(root_, {});
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

TEST_F(ApplicationTest, WhatIsBeingWrittenAndGitAreNoPartOfIt) {
  Write("a.sh");
  Write(".hpdlc.x5Yz01");
  Write("n/.hpdlc.x5Yz01");
  Write(".hpdlc");
  Write(".git/config");
  Write("n/.git/config");
  EXPECT_EQ(Load(), ".hpdlc a.sh");
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
