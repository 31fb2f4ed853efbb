#include "runtime/server/application_hash.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "runtime/base/testing/temporary_folder.h"

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
  /// Long unchanged, so that its hash may be kept.
  void Settle(const std::string& name) {
    const timespec times[] = {{1'000'000, 0}, {1'000'000, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, (app_ + "/" + name).c_str(), times, 0), 0);
  }
  std::string Hash() {
    const StopFlag stop = false;
    const auto hash = HashLocalApplication(app_, &known_, stop);
    EXPECT_TRUE(hash) << hash.error().message;
    return hash ? *hash : "";
  }

  testing::TemporaryFolder folder_;
  std::string app_ = folder_.path() + "/app";
  KnownFiles known_;
};

TEST_F(ApplicationHashTest, ChangesWithTheFiles) {
  const std::string before = Hash();
  EXPECT_EQ(before.size(), 64U);
  EXPECT_EQ(Hash(), before);
  Write("workflow.xml", "<b/>");  // as long, and within the same tick of the clock perhaps
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
  EXPECT_EQ(known_.size(), 0U);  // their inodes are new, whatever their times are set to
  Settle("workflow.xml");
  Hash();
  EXPECT_EQ(known_.size(), 0U);
}

TEST_F(ApplicationHashTest, WhatTheCompilerMustSee) {
  ASSERT_EQ(symlink("lib", (app_ + "/libs").c_str()), 0);
  EXPECT_EQ(Hash(), "");
  std::filesystem::remove(app_ + "/libs");
  ASSERT_EQ(symlink("workflow.xml", (app_ + "/other.xml").c_str()), 0);
  EXPECT_NE(Hash(), "");
  ASSERT_EQ(mkfifo((app_ + "/fifo").c_str(), 0600), 0);
  EXPECT_EQ(Hash(), "");
}

TEST_F(ApplicationHashTest, OneThatIsNotThere) {
  const StopFlag stop = false;
  const auto hash = HashLocalApplication(app_ + "/none", &known_, stop);
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
  const StopFlag stop = false;
  const auto hash = [&] { return *HashLocalDefinition(path, kDefaults, &known_, stop); };
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
  EXPECT_EQ(HashLocalDefinition(path, kDefaults, &known_, stop).error().code, kNoApplication);
}

}  // namespace
}  // namespace hpdl::rt
