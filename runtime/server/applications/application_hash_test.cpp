#include "runtime/server/applications/application_hash.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/applications/testing/memory_files.h"
#include "runtime/server/work/testing/awaiting.h"

namespace hpdl::rt {
namespace {

class ApplicationHashTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(app_ + "/lib");
    Write("workflow.xml", "<a/>");
    Write("lib/x.jar", "jar");
  }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(app_ + "/" + name) << text;
  }
  /// Sets the times of a file to the past, except the change time of its inode.
  void Settle(const std::string& name) {
    const timespec times[] = {{1'000'000, 0}, {1'000'000, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, (app_ + "/" + name).c_str(), times, 0), 0);
  }
  static Result<std::string> Finished(const std::unique_ptr<LocalHash>& hash) {
    const StopFlag stop = false;
    Result<bool> done = false;
    while (done && !*done) {
      done = hash->Step(stop);
    }
    HPDL_TRY(done);
    return hash->Hex();
  }
  Result<std::string> HashOf(const std::string& path, const std::string& definition) {
    return Finished(LocalHash::OfApplication(known_, limits_, path, definition));
  }
  std::string Hash(const std::string& definition = "workflow.xml") {
    const auto hash = HashOf(app_, definition);
    EXPECT_TRUE(hash) << hash.error().message;
    return hash ? *hash : "";
  }
  std::string Refusal() {
    const auto hash = HashOf(app_, "workflow.xml");
    return hash ? "no refusal" : hash.error().code + ": " + hash.error().message;
  }

  testing::TemporaryFolder folder_;
  std::string app_ = folder_.path() + "/app";
  ApplicationLimits limits_;
  std::shared_ptr<KnownFiles> known_ = std::make_shared<KnownFiles>();
};

TEST_F(ApplicationHashTest, ChangesWithTheFiles) {
  const std::string before = Hash();
  EXPECT_EQ(before.size(), 64U);
  EXPECT_EQ(Hash(), before);
  Write("workflow.xml", "<b/>");  // the file keeps its size, and perhaps its time
  const std::string changed = Hash();
  EXPECT_NE(changed, before);
  Write("lib/y.jar", "");
  const std::string more = Hash();
  EXPECT_NE(more, changed);
  std::filesystem::rename(app_ + "/lib/y.jar", app_ + "/y.jar");
  EXPECT_NE(Hash(), more);
  std::filesystem::remove(app_ + "/y.jar");
  EXPECT_EQ(Hash(), changed);
}

TEST_F(ApplicationHashTest, PropertiesOfARunAreNoPartOfIt) {
  const std::string before = Hash();
  Write("job.properties", "a=1");
  EXPECT_EQ(Hash(), before);
  Write("lib/job.properties", "a=1");
  EXPECT_NE(Hash(), before);
}

TEST_F(ApplicationHashTest, OnlyFilesThatHaveSettledAreRemembered) {
  Hash();
  // The inodes of the files have new change times, which Settle() cannot set to the past.
  EXPECT_EQ(known_->size(), 0U);
  Settle("workflow.xml");
  Hash();
  EXPECT_EQ(known_->size(), 0U);
}

TEST_F(ApplicationHashTest, WhatTheCompilerMustSee) {
  ASSERT_EQ(symlink("lib", (app_ + "/libs").c_str()), 0);
  EXPECT_EQ(Hash(), "");
  std::filesystem::remove(app_ + "/libs");
  ASSERT_EQ(symlink("workflow.xml", (app_ + "/other.xml").c_str()), 0);
  EXPECT_NE(Hash(), "");
  ASSERT_EQ(mkfifo((app_ + "/fifo").c_str(), 0600), 0);
  EXPECT_NE(Hash(), "") << "the compiler leaves it out";
  std::filesystem::rename(app_ + "/fifo", app_ + "/workflow.xml");
  EXPECT_EQ(Hash(), "");
}

TEST_F(ApplicationHashTest, OneThatIsNotThere) {
  const auto hash = HashOf(app_ + "/none", "workflow.xml");
  ASSERT_FALSE(hash);
  EXPECT_EQ(hash.error().code, "E0504");
}

TEST_F(ApplicationHashTest, TheDefinitionOfACoordinator) {
  constexpr std::string_view kName = "coordinator.xml", kDefaults = "coord-config-default.xml";
  EXPECT_EQ(FindLocalDefinition(app_, kName).error().code, kNoApplication);
  EXPECT_EQ(FindLocalDefinition(app_ + "/none.xml", kName).error().code, kNoApplication);
  EXPECT_EQ(*FindLocalDefinition(app_ + "/workflow.xml", kName), app_ + "/workflow.xml");
  Write("coordinator.xml", "<c/>");
  const std::string path = *FindLocalDefinition(app_, kName);
  EXPECT_EQ(path, app_ + "/coordinator.xml");
  const auto read = [&] {
    return Finished(LocalHash::OfDefinition(known_, limits_, path, kDefaults));
  };
  const auto hash = [&] { return *read(); };
  const std::string before = hash();
  Write("lib/y.jar", "what is beside it is no part of it");
  Write("workflow.xml", "<other/>");
  EXPECT_EQ(hash(), before);
  Write("coord-config-default.xml", "<configuration/>");
  const std::string with_defaults = hash();
  EXPECT_NE(with_defaults, before);
  Write("coordinator.xml", "<d/>");
  EXPECT_NE(hash(), with_defaults);
  std::filesystem::remove(path);
  EXPECT_EQ(read().error().code, kNoApplication);
}

TEST_F(ApplicationHashTest, TheOrderInADirectoryDoesNotMatter) {
  // A file system in memory lists names in the order in which the files were made.
  const testing::TemporaryFolder memory("/dev/shm");
  std::vector<std::string> names = {"a", "b", "c", "d"};
  std::set<std::string> hashes;
  for (int order = 0; order < 2; ++order) {
    app_ = memory.path() + "/app" + std::to_string(order);
    std::filesystem::create_directories(app_ + "/lib");
    Write("workflow.xml", "<a/>");
    for (const std::string& name : names) {
      Write("lib/" + name, name);
    }
    hashes.insert(Hash());
    std::reverse(names.begin(), names.end());
  }
  EXPECT_EQ(hashes.size(), 1U);
}

TEST_F(ApplicationHashTest, ModesAndLinksArePartOfIt) {
  const std::string before = Hash();
  ASSERT_EQ(chmod((app_ + "/lib/x.jar").c_str(), 0755), 0);
  const std::string executable = Hash();
  EXPECT_NE(executable, before);
  std::filesystem::rename(app_ + "/lib/x.jar", app_ + "/../x.jar");
  ASSERT_EQ(symlink("../../x.jar", (app_ + "/lib/x.jar").c_str()), 0);
  EXPECT_NE(Hash(), executable);
}

TEST_F(ApplicationHashTest, EntriesThatCannotBeReadDoNotHinder) {
  const std::string before = Hash();
  ASSERT_EQ(symlink("nowhere", (app_ + "/lib/link").c_str()), 0);
  const std::string dangling = Hash();
  EXPECT_NE(dangling, before);
  std::ofstream(folder_.path() + "/there") << "now";
  std::filesystem::remove(app_ + "/lib/link");
  ASSERT_EQ(symlink("../../there", (app_ + "/lib/link").c_str()), 0);
  EXPECT_NE(Hash(), dangling);
}

TEST_F(ApplicationHashTest, AStateDirectoryIsNoPartOfTheApplication) {
  std::filesystem::create_directories(app_ + "/state/jobs");
  Write("state/id-part", "x");
  const std::string before = Hash();
  Write("state/counter", "2");
  EXPECT_EQ(Hash(), before);
}

TEST_F(ApplicationHashTest, ALackOfDescriptorsIsNoHash) {
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit none{0, limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto hash = HashOf(app_, "workflow.xml");
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_FALSE(hash) << "the files could be others when they can be read";
}

TEST_F(ApplicationHashTest, RulesOfWhatIsIgnoredTakeTheRunsPropertiesIn) {
  Write(".hpdlignore", "");
  const std::string before = Hash();
  Write("job.properties", "a=1");
  EXPECT_NE(Hash(), before);
}

TEST_F(ApplicationHashTest, WithoutADefinitionItIsNone) {
  std::filesystem::remove(app_ + "/workflow.xml");
  const auto hash = HashOf(app_, "workflow.xml");
  ASSERT_FALSE(hash);
  EXPECT_EQ(hash.error().message,
            "App directory [" + app_ + "] does not exist: No such file or directory");
}

TEST_F(ApplicationHashTest, ItStopsWhenItIsTold) {
  const StopFlag stop = true;
  EXPECT_FALSE(LocalHash::OfApplication(known_, limits_, app_, "workflow.xml")->Step(stop));
}

TEST_F(ApplicationHashTest, ALargeFileIsRefusedBeforeAByteIsRead) {
  Settle("workflow.xml");
  const std::string large = app_ + "/lib/x.jar";
  std::filesystem::resize_file(large, std::uintmax_t{1} << 40);
  EXPECT_EQ(
      Refusal(),
      "E0710: Could not read the workflow definition, the files of an application may have at "
      "most 2147483648 bytes (hpdl.server.application.bytes.max), with " +
          large + ", which has 1099511627776 bytes, they have more");
  EXPECT_EQ(known_->size(), 0U);
  ASSERT_EQ(symlink("lib", (app_ + "/libs").c_str()), 0);
  EXPECT_TRUE(Refusal().starts_with("E0710: ")) << "also if the application has no hash";
  limits_.bytes = 7;
  std::filesystem::remove(app_ + "/libs");
  Write("lib/x.jar", "jar");
  EXPECT_EQ(Hash().size(), 64U);
  limits_.bytes = 6;
  EXPECT_NE(Refusal(), "no refusal");
}

TEST_F(ApplicationHashTest, TooManyFilesAreRefused) {
  limits_.files = 4;  // the folders count, too
  EXPECT_EQ(Hash().size(), 64U);
  limits_.files = 3;
  EXPECT_EQ(
      Refusal(),
      "E0710: Could not read the workflow definition, an application may have at most 3 files "
      "(hpdl.server.application.files.max), " +
          app_ + "/lib/x.jar is one file too many");
}

TEST_F(ApplicationHashTest, FilesThatTheCompilerLeavesOutDoNotCount) {
  const std::string before = Hash();
  std::filesystem::create_directories(app_ + "/lib/.git/objects");
  Write("lib/.git/objects/pack", "");
  Write(".hpdlc.x", "");
  std::filesystem::resize_file(app_ + "/lib/.git/objects/pack", std::uintmax_t{1} << 40);
  std::filesystem::resize_file(app_ + "/.hpdlc.x", std::uintmax_t{1} << 40);
  limits_.files = 4;
  EXPECT_EQ(Hash(), before);
}

TEST_F(ApplicationHashTest, AFileThatGrowsWhileItIsReadIsRefused) {
  // The files of /proc have the size 0.
  std::filesystem::remove(app_ + "/lib/x.jar");
  ASSERT_EQ(symlink("/proc/self/maps", (app_ + "/lib/x.jar").c_str()), 0);
  limits_.bytes = 100;
  EXPECT_EQ(
      Refusal(),
      "E0710: Could not read the workflow definition, the files of an application may have at "
      "most 100 bytes (hpdl.server.application.bytes.max), with " +
          app_ + "/lib/x.jar, which has more bytes than before, they have more");
}

TEST_F(ApplicationHashTest, ItWorksInShortSteps) {
  std::filesystem::resize_file(app_ + "/lib/x.jar", std::uintmax_t{1} << 30);
  const StopFlag stop = false;
  const auto hash = LocalHash::OfApplication(known_, limits_, app_, "workflow.xml");
  const auto done = hash->Step(stop);
  EXPECT_TRUE(done && !*done);
}

TEST_F(ApplicationHashTest, AFileMayVanishBeforeItIsRead) {
  Write("large", "");
  std::filesystem::resize_file(app_ + "/large", std::uintmax_t{1} << 30);
  for (const char* name : {"lib/x.jar", "workflow.xml"}) {
    const StopFlag stop = false;
    auto hash = LocalHash::OfApplication(known_, limits_, app_, "workflow.xml");
    const auto done = hash->Step(stop);
    ASSERT_TRUE(done && !*done) << "the large file is read first";
    std::filesystem::remove(app_ + "/" + name);
    std::filesystem::resize_file(app_ + "/large", 0);
    EXPECT_EQ(Finished(hash).ok(), std::string_view(name) != "workflow.xml") << name;
    std::filesystem::resize_file(app_ + "/large", std::uintmax_t{1} << 30);
  }
}

TEST_F(ApplicationHashTest, TwoDefinitionsInAFolderAreTwoApplications) {
  Write("other.xml", "<a/>");
  const std::string other = Hash("other.xml");
  EXPECT_NE(other, Hash());
  Write("lib/x.jar", "changed");
  EXPECT_NE(other, Hash("other.xml"));
  const auto none = HashOf(app_, "none.xml");
  EXPECT_EQ(none.error().code, kNoApplication);
}

TEST_F(ApplicationHashTest, AFileHasItsFolderUnlessItIsAnArchive) {
  Write("other.xml", "<a/>");
  Write("app.zip", "PK");
  EXPECT_EQ(NameOfLocalDefinition(app_ + "/other.xml"), "other.xml");
  EXPECT_EQ(NameOfLocalDefinition(app_ + "/app.zip"), "");
  EXPECT_EQ(NameOfLocalDefinition(app_ + "/none.xml"), "");
  EXPECT_EQ(NameOfLocalDefinition(app_), "");
  EXPECT_EQ(NameOfLocalDefinition("/"), "");
  EXPECT_EQ(NameOfLocalDefinition("/none.xml"), "");
}

/// Tests the hashes of applications in a file system of Hadoop.
class RemoteHashTest : public ::testing::Test {
 protected:
  RemoteHashTest() {
    files_.files["/a/workflow.xml"] = {"<a/>", 1};
    files_.files["/a/lib/x.jar"] = {"jar", 2};
    files_.files["/a/c.xml"] = {"<c/>", 3};
  }
  std::string Whole(const std::string& path = "/a",
                    const std::string& definition = "workflow.xml") {
    return SaidOf(testing::Await(loop_, HashRemoteApplication(files_, limits_, path, definition)));
  }
  std::string Name(const std::string& path) {
    return SaidOf(testing::Await(loop_, NameOfRemoteDefinition(files_, path)));
  }
  std::string Alone() {
    return SaidOf(testing::Await(loop_, HashRemoteDefinition(files_, "/a/c.xml", "d.xml")));
  }
  std::string Found(const std::string& path, std::string_view name) {
    return SaidOf(testing::Await(loop_, FindRemoteDefinition(files_, path, name)));
  }
  static std::string SaidOf(const Result<std::string>& answer) {
    return answer ? *answer : answer.error().code + ": " + answer.error().message;
  }

  boost::asio::io_context loop_{1};
  ApplicationLimits limits_;
  testing::MemoryFiles files_;
};

TEST_F(RemoteHashTest, ChangesWithNamesSizesAndTimes) {
  std::set<std::string> seen{Whole()};
  const auto is_new = [&] { return seen.insert(Whole()).second; };
  EXPECT_FALSE(is_new());
  files_.files["/a/lib/x.jar"].text = "jars";
  EXPECT_TRUE(is_new());
  files_.files["/a/lib/x.jar"].modified_ms = 7;
  EXPECT_TRUE(is_new());
  files_.files["/a/lib/y.jar"] = files_.files["/a/lib/x.jar"];
  EXPECT_TRUE(is_new());
  files_.files.erase("/a/lib/x.jar");
  EXPECT_TRUE(is_new());
  EXPECT_EQ(seen.begin()->size(), 64U);
}

TEST_F(RemoteHashTest, ADefinitionIsNeeded) {
  files_.files.erase("/a/workflow.xml");
  EXPECT_EQ(Whole(), "E0504: App directory [hdfs://nn/a] does not exist: it has no workflow.xml");
  EXPECT_EQ(Whole("/b"), "E0504: App directory [hdfs://nn/b] does not exist: it was not found");
  EXPECT_EQ(Whole("/a/c.xml").size(), 64U) << "a file is its own definition";
  files_.fails = [](const std::string&) {
    return std::optional(Error{ErrorClass::kTransient, "X", "later"});
  };
  EXPECT_EQ(Whole(), "X: later");
  EXPECT_EQ(Alone(), "X: later");
  EXPECT_EQ(Found("/a", "c.xml"), "X: later");
}

TEST_F(RemoteHashTest, TheDefinitionMayHaveAnyName) {
  const std::string other = Whole("/a", "c.xml");
  EXPECT_EQ(other.size(), 64U);
  EXPECT_NE(other, Whole());
  files_.files["/a/lib/x.jar"].modified_ms = 7;
  EXPECT_NE(other, Whole("/a", "c.xml"));
  EXPECT_EQ(Whole("/a", "d.xml"),
            "E0504: App directory [hdfs://nn/a] does not exist: it has no d.xml");
}

TEST_F(RemoteHashTest, AFileHasItsFolderUnlessItIsAnArchive) {
  files_.files["/a/app.zip"] = files_.files["/c.xml"] = {"PK", 4};
  EXPECT_EQ(Name("/a/c.xml"), "c.xml");
  EXPECT_EQ(Name("/a/app.zip"), "");
  EXPECT_EQ(Name("/c.xml"), "") << "it is in the root directory";
  EXPECT_EQ(Name("/a/none.xml"), "");
  EXPECT_EQ(Name("/a"), "");
  EXPECT_EQ(Name("/"), "");
  files_.fails = [](const std::string&) {
    return std::optional(Error{ErrorClass::kTransient, "X", "later"});
  };
  EXPECT_EQ(Name("/a/c.xml"), "X: later");
}

TEST_F(RemoteHashTest, OnlyTheNumberOfFilesHasALimit) {
  limits_.files = 4;
  limits_.bytes = 0;
  const std::string before = Whole();
  EXPECT_EQ(before.size(), 64U);
  files_.files["/a/.git/pack"] = files_.files["/a/lib/.hpdlc.x"] = {"", 1};
  EXPECT_EQ(Whole(), before) << "the compiler leaves them out";
  files_.files["/a/m"] = {"", 1};
  EXPECT_TRUE(Whole().starts_with("E0710: ")) << Whole();
}

TEST_F(RemoteHashTest, ACoordinatorIsItsDefinitionAndItsDefaults) {
  std::set<std::string> seen{Alone()};
  const auto is_new = [&] { return seen.insert(Alone()).second; };
  files_.files["/a/other"] = {"", 1};
  EXPECT_FALSE(is_new());
  files_.files["/a/d.xml"] = {"", 0};
  EXPECT_TRUE(is_new()) << "an empty one is there, too";
  files_.files["/a/d.xml"].text = "x";
  EXPECT_TRUE(is_new());
  files_.files["/a/c.xml"].text = "<d/>.";
  EXPECT_TRUE(is_new());
  files_.files["/a/c.xml"].modified_ms = 9;
  EXPECT_TRUE(is_new());
  files_.files.erase("/a/c.xml");
  EXPECT_EQ(Alone(), "E0504: App directory [hdfs://nn/a/c.xml] does not exist: it was not found");
}

TEST_F(RemoteHashTest, ADefinitionIsTheFileOrIsInTheFolder) {
  EXPECT_EQ(Found("/a", "c.xml"), "/a/c.xml");
  EXPECT_EQ(Found("/a/c.xml", "none.xml"), "/a/c.xml");
  EXPECT_EQ(Found("/a", "none.xml"),
            "E0504: App directory [hdfs://nn/a] does not exist: it was not found");
  EXPECT_EQ(Found("/a", "lib"),
            "E0504: App directory [hdfs://nn/a] does not exist: it was not found");
  EXPECT_EQ(Found("/none", "c.xml"),
            "E0504: App directory [hdfs://nn/none] does not exist: it was not found");
}

}  // namespace
}  // namespace hpdl::rt
