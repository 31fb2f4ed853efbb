#include "stdlib/cluster/launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/site/site.h"
#include "stdlib/cluster/java_launch.h"
#include "stdlib/cluster/launch_files.h"
#include "stdlib/cluster/launcher_settings.h"
#include "stdlib/local/testing/kind_test.h"

namespace hpdl::stdlib {
namespace {

using rt::testing::Argument;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class LauncherTest : public stdlib::testing::KindTest {
 protected:
  LauncherTest() : KindTest({}) {}

  std::optional<Launcher> launcher_;
};

TEST_F(LauncherTest, ContainersAreAsTheSiteSays) {
  const auto settings = SettingsOf(ctx_, launcher_, {});
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(settings->memory_mb, 2048);
  EXPECT_EQ(settings->vcores, 1);
  EXPECT_EQ(settings->queue, "default");
  EXPECT_EQ(settings->priority, -1);
  ctx_.properties["oozie.launcher.default.memory.mb"] = "300";
  ctx_.properties["oozie.launcher.default.queue"] = "small";
  EXPECT_EQ(SettingsOf(ctx_, launcher_, {})->memory_mb, 300);
  EXPECT_EQ(SettingsOf(ctx_, launcher_, {})->queue, "small");
}

TEST_F(LauncherTest, TheNearestSettingCounts) {
  rt::Properties configuration = {{"mapred.job.queue.name", "of-the-job"}};
  EXPECT_EQ(SettingsOf(ctx_, launcher_, configuration)->queue, "of-the-job");
  configuration["oozie.launcher.mapred.job.queue.name"] = "of-the-launcher";
  configuration["oozie.launcher.mapreduce.map.memory.mb"] = "500";
  configuration["oozie.launcher.mapred.child.env"] = "A=1:B=2";
  configuration["oozie.launcher.env"] = "C=3";
  configuration["oozie.launcher.priority"] = "5";
  auto settings = SettingsOf(ctx_, launcher_, configuration);
  EXPECT_EQ(settings->queue, "of-the-launcher");
  EXPECT_EQ(settings->memory_mb, 500);
  EXPECT_EQ(settings->priority, 5);
  EXPECT_THAT(settings->environment, ElementsAre("A=1", "B=2", "C=3"));
  const rt::ArgNode global = Argument(
      0, "", {Argument(3, "", {Argument(0, "600"), Argument(4, "global"), Argument(6, "watch")})});
  ctx_.global_arguments = &global;
  settings = SettingsOf(ctx_, launcher_, configuration);
  EXPECT_EQ(settings->queue, "global");
  EXPECT_EQ(settings->memory_mb, 600);
  EXPECT_EQ(settings->view_acl, "watch");
  launcher_.emplace();
  launcher_->queue = "own";
  launcher_->vcores = "3";
  settings = SettingsOf(ctx_, launcher_, configuration);
  EXPECT_EQ(settings->queue, "own");
  EXPECT_EQ(settings->vcores, 3);
  EXPECT_EQ(settings->memory_mb, 600) << "what the action's own does not say stays";
}

TEST_F(LauncherTest, SettingsOfJobsCountForTheContainerToo) {
  rt::Properties configuration = {{"mapreduce.map.memory.mb", "500"},
                                  {"mapreduce.map.cpu.vcores", "2"},
                                  {"mapreduce.job.acl-view-job", "watch"}};
  auto settings = SettingsOf(ctx_, launcher_, configuration);
  EXPECT_EQ(settings->memory_mb, 500);
  EXPECT_EQ(settings->vcores, 2);
  EXPECT_EQ(settings->view_acl, "watch");
  configuration["yarn.app.mapreduce.am.resource.mb"] = "600";
  EXPECT_EQ(SettingsOf(ctx_, launcher_, configuration)->memory_mb, 600);
  configuration["oozie.launcher.mapreduce.map.memory.mb"] = "700";
  EXPECT_EQ(SettingsOf(ctx_, launcher_, configuration)->memory_mb, 700);
  configuration["oozie.launcher.memory.mb"] = "800";
  EXPECT_EQ(SettingsOf(ctx_, launcher_, configuration)->memory_mb, 800);
}

TEST_F(LauncherTest, ASiteMayLeaveSettingsOfJobsToTheJobs) {
  const rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/site.xml";
  std::ofstream(path) << "<configuration><property><name>oozie.launcher.override</name>"
                         "<value>false</value></property></configuration>";
  ctx_.the_site = *rt::Site::Load(path);
  rt::Properties configuration = {{"mapreduce.map.memory.mb", "500"}};
  EXPECT_EQ(SettingsOf(ctx_, launcher_, configuration)->memory_mb, 2048);
  configuration["oozie.launcher.mapreduce.map.memory.mb"] = "700";
  EXPECT_EQ(SettingsOf(ctx_, launcher_, configuration)->memory_mb, 700);
}

TEST_F(LauncherTest, WhatIsNoNumberIsRefused) {
  for (const char* text : {"x", "0", "-1", "1.5", "99999999999999999999", "12g"}) {
    const auto settings =
        SettingsOf(ctx_, launcher_, {{"oozie.launcher.mapreduce.map.memory.mb", text}});
    ASSERT_FALSE(settings.ok()) << text;
    EXPECT_EQ(settings.error().code, "JA018");
    EXPECT_THAT(settings.error().message, HasSubstr(text));
  }
  EXPECT_THAT(
      SettingsOf(ctx_, launcher_, {{"oozie.launcher.mapred.child.env", "NOVALUE"}}).error().message,
      HasSubstr("NOVALUE"));
}

TEST(HadoopClassPath, OfTheConfigurationOrHadoopsOwn) {
  const rt::HadoopConf none;
  EXPECT_THAT(HadoopClassPath(none, false), StartsWith("$HADOOP_CONF_DIR:"));
  EXPECT_THAT(HadoopClassPath(none, true), HasSubstr("/share/hadoop/mapreduce/*:"));
  const rt::HadoopConf conf("", {{"yarn.application.classpath", " /conf , /lib/* "},
                                 {"mapreduce.application.classpath", "/mr/*"}});
  EXPECT_EQ(HadoopClassPath(conf, false), "/conf:/lib/*");
  EXPECT_THAT(HadoopClassPath(conf, true), StartsWith("/conf:/lib/*:/mr/*:"));
}

TEST(ErrorOfLaunch, EachEnd) {
  LaunchResult result;
  EXPECT_FALSE(ErrorOfLaunch(result, "x").has_value());
  result.exit_code = 3;
  EXPECT_EQ(ErrorOfLaunch(result, "x")->message, "exit code 3");
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text += "line " + std::to_string(i) + "\n";
  }
  result.files["err"] = {text, 100000};
  EXPECT_THAT(ErrorOfLaunch(result, "x")->message,
              StartsWith("exit code 3; standard error ends with:\nline 20\n"));
  EXPECT_THAT(ErrorOfLaunch(result, "x")->message, EndsWith("line 29"));
  result.signal = 9;
  EXPECT_THAT(ErrorOfLaunch(result, "x")->message, StartsWith("ended by signal 9 (SIGKILL);"));
  result.not_started = 2;
  EXPECT_EQ(ErrorOfLaunch(result, "x")->message, "cannot start x: No such file or directory");
  EXPECT_EQ(ErrorOfLaunch(result, "x")->code, "JA018");
}

TEST_F(LauncherTest, CapturedPropertiesHaveALimit) {
  LaunchResult result;
  EXPECT_TRUE(CapturedIn(ctx_, result, "out")->empty()) << "nothing was written";
  result.files["out"] = {"a=1\n", 4};
  EXPECT_EQ(CapturedIn(ctx_, result, "out")->at("a"), "1");
  result.files["out"] = {"a=1\n", 2049};
  EXPECT_THAT(CapturedIn(ctx_, result, "out").error().message,
              StartsWith("captured output has 2049 bytes, the limit is 2048"));
  result.files["out"] = {"a=\\u1", 5};
  EXPECT_EQ(CapturedIn(ctx_, result, "out").error().code, "JA018");
  result.lost["out"] = 13;
  EXPECT_THAT(CapturedIn(ctx_, result, "out").error().message, EndsWith("Permission denied"));
}

TEST(JarsOf, OnlyJarsAndSafeNames) {
  ResourceSet set;
  const auto add = [&](const char* name, const char* uri, bool archive = false) {
    rt::LocalResource resource;
    resource.name = name;
    resource.uri = uri;
    resource.archive = archive;
    set.Add(resource);
  };
  add("b.jar", "hdfs://nn/b.jar");
  add("a.jar", "hdfs://nn/a.jar");
  add("renamed", "hdfs://nn/c.jar");
  add("text.txt", "hdfs://nn/text.txt");
  add("unpacked.jar", "hdfs://nn/d.jar", true);
  add("folder", "hdfs://nn/e.jar", true);
  add("$(id)-unpacked.jar", "hdfs://nn/f.jar", true);
  EXPECT_EQ(*JarsOf(set), ":b.jar:a.jar:renamed:unpacked.jar");
  add("$(id).jar", "hdfs://nn/e.jar");
  EXPECT_EQ(JarsOf(set).error().code, "JA018");
}

TEST(LaunchFiles, AreWhatTheySayTheyAre) {
  EXPECT_THAT(std::string(LaunchProgram().substr(0, 4)), "\177ELF");
  EXPECT_LT(LaunchProgram().size(), 100'000U);
  EXPECT_THAT(std::string(LaunchJar().substr(0, 2)), "PK");
  for (const char* name : {"hpdl/Master.class", "hpdl/SubmitJob.class", "hpdl/RunMain.class"}) {
    EXPECT_NE(LaunchJar().find(name), std::string_view::npos) << name;
  }
}

}  // namespace
}  // namespace hpdl::stdlib
