#include "stdlib/cluster/tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stdlib/cluster/launch_children.h"
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
    if (home.ok()) {  // the setting itself may refuse it, and is passed over then
      EXPECT_EQ(*home, "") << path;
    } else {
      EXPECT_EQ(home.error().code, "JA018") << path;
      EXPECT_THAT(home.error().message, HasSubstr(path));
    }
  }
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
