#include "stdlib/actions/map-reduce/java_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "stdlib/local/testing/kind_test.h"

extern "C" const hpdl_kind hpdl_local_kind_map_reduce;

namespace hpdl::stdlib {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class JavaJobTest : public testing::KindTest {
 protected:
  JavaJobTest() : KindTest(kMapReduceElements), home_(InstallTool("hadoop")) {
    for (const char* name :
         {"HADOOP_HOME", "HADOOP_CLASSPATH", "JAVA_LIBRARY_PATH", "LD_LIBRARY_PATH"}) {
      unsetenv(name);
    }
    ctx_.properties["hpdl.hadoop.home"] = home_;
    ctx_.process = [this](const rt::Command& command) {
      command_ = command;
      std::ifstream in(command_.directory + "/hpdl-job.xml");
      configuration_ = {std::istreambuf_iterator<char>(in), {}};
      std::ofstream(command_.directory + "/hpdl-job.report") << report_;
      return status_;
    };
    status_.pid = 4711;
    Add("name-node", "file:///");
    Add("job-tracker", "rm:8032");
  }
  rt::Outcome Run() { return ctx_.Run(hpdl_local_kind_map_reduce); }

  const std::string home_;
  rt::Command command_;
  std::string configuration_;  ///< the text of the job's file while the command runs
  std::string report_;         ///< the report that the command writes
  rt::ExitStatus status_;
};

TEST_F(JavaJobTest, RunsByHadoopsClient) {
  AddProperty("mapred.mapper.class", "M");
  Add("file", "data/words.txt#w");
  Add("config-class", "C");
  ctx_.files = {{"data/words.txt", "a"}, {"lib/m.jar", "PK"}, {"lib/libx.so.1", "ELF"}};
  report_ =
      "id job_local1_0001\nstate SUCCEEDED\nfailure NA\n"
      "counter 3 org.apache.hadoop.mapreduce.TaskCounter\tMAP_INPUT_RECORDS\n";
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_EQ(outcome.external_id, "job_local1_0001");
  EXPECT_EQ(outcome.tracker_uri, "local");
  ASSERT_TRUE(outcome.counters.has_value());
  EXPECT_EQ(outcome.counters->at("org.apache.hadoop.mapred.Task$Counter").at("MAP_INPUT_RECORDS"),
            3);
  EXPECT_THAT(command_.argv, ElementsAre(home_ + "/bin/hadoop", "hpdl.SubmitJob", "hpdl-job.xml",
                                         "hpdl-job.report"));
  const std::string& work = command_.directory;
  EXPECT_THAT(command_.environment,
              Contains(AllOf(StartsWith("HADOOP_CLASSPATH=" + work + ":" + work + "/m.jar:"),
                             EndsWith("/hpdl-launcher.jar"))));
  EXPECT_THAT(command_.environment, Contains("LD_LIBRARY_PATH=" + work));
  EXPECT_THAT(command_.environment, Contains("JAVA_LIBRARY_PATH=" + work));
  EXPECT_TRUE(std::filesystem::exists(work + "/libx.so"));
  EXPECT_THAT(configuration_,
              HasSubstr("<name>mapreduce.framework.name</name><value>local</value>"));
  EXPECT_THAT(configuration_, HasSubstr("<name>oozie.action.config.class</name><value>C</value>"));
  EXPECT_THAT(configuration_, HasSubstr("<value>file://" + work + "/w#w</value>"));
  EXPECT_THAT(configuration_, HasSubstr("T=map-reduce:"));
  EXPECT_THAT(configuration_, Not(HasSubstr("rm:8032")));
  EXPECT_FALSE(std::filesystem::exists(work + "/hpdl-job.xml")) << "it has gone";
}

TEST_F(JavaJobTest, TheJarOfTheJobIsInTheClassPath) {
  AddProperty("oozie.mapreduce.uber.jar", "jars/all.jar");
  ctx_.files = {{"jars/all.jar", "PK"}};
  report_ = "id job_local1_0001\nstate SUCCEEDED\n";
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_THAT(command_.environment, Contains(HasSubstr("/job.jar:")));
  EXPECT_THAT(configuration_, Not(HasSubstr("uber")));
}

TEST_F(JavaJobTest, Failures) {
  status_.code = 1;
  report_ = "id job_local1_0001\nstate FAILED\nfailure NA\n";
  rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_THAT(outcome.error->message, StartsWith("job_local1_0001 failed"));
  EXPECT_EQ(outcome.external_id, "job_local1_0001");
  report_ = "state UNSUBMITTED\nfailure Output directory file:/o already exists\n";
  outcome = Run();
  EXPECT_EQ(outcome.error->message,
            "the job could not be submitted: Output directory file:/o already exists");
  EXPECT_EQ(outcome.external_id, "4711");
  report_ = "";
  EXPECT_THAT(Run().error->message, StartsWith("hadoop: exit code 1"));
  status_.code = 0;
  EXPECT_THAT(Run().error->message, HasSubstr("without a report"));
  ctx_.properties["hpdl.hadoop.home"] = "/nowhere";
  EXPECT_THAT(Run().error->message, HasSubstr("hpdl.hadoop.home is /nowhere"));
}

}  // namespace
}  // namespace hpdl::stdlib
