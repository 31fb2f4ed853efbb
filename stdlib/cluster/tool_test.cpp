#include "stdlib/cluster/tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/world/files/await.h"
#include "stdlib/cluster/launch_children.h"
#include "stdlib/cluster/testing/memory_files.h"
#include "stdlib/local/testing/kind_test.h"

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class ToolTest : public testing::KindTest {
 protected:
  ToolTest() : KindTest({}) {}
};

TEST_F(ToolTest, AHomeIsAPlainPathOfTheNodes) {
  EXPECT_EQ(*ToolHome(ctx_, rt::Setting::kSparkHome), "");
  ctx_.properties["hpdl.spark.home"] = "/opt/spark-4/";
  EXPECT_EQ(*ToolHome(ctx_, rt::Setting::kSparkHome), "/opt/spark-4");
  for (const char* path : {"opt/spark", "/opt/$(id)", "/opt/a:b", "/opt/`x`", "/opt/a b"}) {
    ctx_.properties["hpdl.spark.home"] = path;
    const auto home = ToolHome(ctx_, rt::Setting::kSparkHome);
    if (home.ok()) {  // ToolHome() ignores a setting that the check of settings refuses
      EXPECT_EQ(*home, "") << path;
    } else {
      EXPECT_EQ(home.error().code, "JA018") << path;
      EXPECT_THAT(home.error().message, HasSubstr(path));
    }
  }
}

struct SomeToolArgs {
  std::optional<std::string> job_tracker, name_node;
  std::optional<Launcher> launcher;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::vector<std::string> files, archives;
};

class BeginToolTest : public ToolTest {
 protected:
  BeginToolTest() {
    base_.file_system = "hdfs://nn";
    base_.remote = &systems_;
    base_.user = "joe";
    args_.configuration.properties = {{"my.key", "value"},
                                      {"oozie.launcher.mapreduce.map.java.opts", "-Xmx9m"}};
    ctx_.files = {{"lib/own.jar", "PK"}};
    cluster_files_.Put("/user/oozie/share/lib/lib_20250101000000/spark/old.jar", "x");
    cluster_files_.Put("/user/oozie/share/lib/lib_20260101000000/spark/new.jar", "x");
  }
  rt::Result<ToolLaunch> Begin() {
    Tool tool{"spark", "org.Main", rt::Setting::kSparkHome, "jars/*,more/*", "SPARK_HOME"};
    tool.options = {"-Dours"};
    return rt::Await(
        BeginTool(ctx_, ToolElementsOf(args_), std::move(tool), cluster_files_, base_));
  }
  static std::string CommandOf(const ToolLaunch& tool) {
    std::string text;
    for (const LaunchWord& word : tool.launch.description.command) {
      text += word.text + "|";
    }
    return text;
  }

  SomeToolArgs args_;
  stdlib::testing::MemoryFiles cluster_files_;
  stdlib::testing::MemorySystems systems_{cluster_files_};
  rt::PathBase base_;
};

TEST_F(BeginToolTest, JarsOfTheNewestSharelib) {
  ctx_.properties["oozie.use.system.libpath"] = "true";
  const auto tool = Begin();
  ASSERT_TRUE(tool.ok()) << tool.error().message;
  EXPECT_EQ(tool->launch.class_path, ":own.jar:new.jar");
  EXPECT_EQ(tool->own_resources, 1U);
  EXPECT_EQ(tool->home, "");
  EXPECT_TRUE(tool->launch.own_first);
  EXPECT_EQ(tool->configuration.at("my.key"), "value");
  EXPECT_EQ(tool->configuration.at("mapreduce.job.tags"), ChildTag(ctx_));
  EXPECT_THAT(CommandOf(*tool), HasSubstr("|-Dours|-Xmx9m|-cp|")) << "the action's own count more";
  EXPECT_THAT(CommandOf(*tool), ::testing::EndsWith("|org.Main|"));
}

TEST_F(BeginToolTest, WhereItIsOnTheNodesTheSharelibIsNotNeeded) {
  ctx_.properties["oozie.use.system.libpath"] = "true";
  ctx_.properties["hpdl.spark.home"] = "/opt/spark";
  auto tool = Begin();
  ASSERT_TRUE(tool.ok()) << tool.error().message;
  EXPECT_EQ(tool->launch.class_path, ":own.jar:/opt/spark/jars/*:/opt/spark/more/*");
  EXPECT_EQ(tool->launch.description.environment.back().text, "SPARK_HOME=/opt/spark");
  // The test's context has no kind, so KIND is empty.
  ctx_.properties["oozie.action.sharelib.for."] = "nowhere";
  EXPECT_EQ(Begin().error().code, "JA008");
}

TEST(OpenModules, OldJavasPassThemOver) {
  EXPECT_EQ(OpenModules().front(), "-XX:+IgnoreUnrecognizedVMOptions");
  EXPECT_THAT(OpenModules(), Contains("--add-opens=java.base/java.lang=ALL-UNNAMED"));
}

TEST(ErrorOfTool, ItsOwnLines) {
  LaunchResult result;
  EXPECT_FALSE(ErrorOfTool(result, "spark").has_value());
  result.exit_code = 1;
  EXPECT_EQ(ErrorOfTool(result, "spark")->message, "exit code 1");
  result.files["tool-out"] = {"said so\n", 8};
  EXPECT_EQ(ErrorOfTool(result, "spark")->message, "spark: exit code 1, and says:\nsaid so");
  result.files["tool-err"] = {"Error: no\n\tat x\n", 16};
  EXPECT_EQ(ErrorOfTool(result, "spark")->message, "spark: exit code 1, and says:\nError: no");
  EXPECT_EQ(ErrorOfTool(result, "spark", {"no"})->message,
            "spark: exit code 1, and says:\nError: ***");
  result.signal = 9;
  EXPECT_THAT(ErrorOfTool(result, "spark")->message,
              StartsWith("spark: ended by signal 9 (SIGKILL), and says:"));
  EXPECT_EQ(ErrorOfTool(result, "spark")->code, "JA018");
}

TEST(JobsInText, IdsOfApplicationsAndJobs) {
  EXPECT_THAT(JobsInText("Submitted application application_17_0001\nagain application_17_0001 "
                         "Job job_17_0002 completed, job_17_3."),
              ElementsAre("application_17_0001", "job_17_0002", "job_17_3"));
  EXPECT_THAT(JobsInText("job_local123_0001 my_job_1_2 job_1_2x job_1 job_ application_ job_1_"),
              IsEmpty());
  std::string many;
  for (int i = 0; i < 2000; ++i) {
    many += "job_1_" + std::to_string(i) + " ";
  }
  EXPECT_EQ(JobsInText(many).size(), 1000U);
}

TEST(JobList, EachOnceAndNotTheLauncher) {
  const auto app = [](const char* id, const char* type) {
    rt::Application application;
    application.id = id;
    application.type = type;
    return application;
  };
  EXPECT_EQ(
      JobList({app("application_1_2", "MAPREDUCE"), app("application_1_3", "SPARK")},
              {"application_1_1", "application_1_2", "job_1_3", "job_1_4"}, "application_1_1"),
      "job_1_2,application_1_3,job_1_4");
  EXPECT_EQ(JobList({}, {}, "application_1_1"), "");
}

}  // namespace
}  // namespace hpdl::stdlib
