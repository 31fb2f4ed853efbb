#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "stdlib/actions/distcp/distcp.kind.h"
#include "stdlib/local/testing/kind_test.h"

extern "C" const hpdl_kind hpdl_local_kind_distcp;

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class DistcpTest : public testing::KindTest {
 protected:
  DistcpTest() : KindTest(kDistcpElements), home_(InstallTool("hadoop")) {
    unsetenv("HADOOP_HOME");
    unsetenv("HADOOP_CLIENT_OPTS");
    ctx_.properties["hpdl.hadoop.home"] = home_;
    ctx_.process = [this](const rt::Command& command) {
      command_ = command;
      std::ifstream in(command_.directory + "/action.xml");
      configuration_ = {std::istreambuf_iterator<char>(in), {}};
      return status_;
    };
    Add("name-node", "file:///");
    Add("job-tracker", "rm:8032");
    Add("arg", "-update");
    Add("arg", "/a b");
    Add("arg", "/c");
  }
  rt::Outcome Run() { return ctx_.Run(hpdl_local_kind_distcp); }

  const std::string home_;
  rt::Command command_;
  std::string configuration_;  ///< the text of action.xml while the command runs
  rt::ExitStatus status_;
};

TEST_F(DistcpTest, OnThisMachine) {
  Add("java-opts", "-Xmx200m -Da=b");
  AddProperty("my.password", "s3cret");
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_THAT(command_.argv, ElementsAre(home_ + "/bin/hadoop", "distcp", "-conf", "action.xml",
                                         "-update", "/a b", "/c"));
  EXPECT_THAT(command_.environment, Contains("HADOOP_CLIENT_OPTS=-Xmx200m -Da=b"));
  EXPECT_THAT(command_.environment, Contains("HADOOP_HOME=" + home_));
  EXPECT_THAT(configuration_, HasSubstr("s3cret"));
  EXPECT_THAT(configuration_,
              HasSubstr("<name>mapreduce.framework.name</name><value>local</value>"));
  EXPECT_THAT(configuration_, Not(HasSubstr("rm:8032")));
  const std::string here = command_.directory.substr(0, command_.directory.rfind('/'));
  EXPECT_THAT(configuration_, HasSubstr("<name>mapreduce.cluster.local.dir</name><value>" + here));
  EXPECT_FALSE(std::filesystem::exists(command_.directory + "/action.xml")) << "it has gone";
}

TEST_F(DistcpTest, OptionsOfTheEnvironmentComeFirst) {
  setenv("HADOOP_CLIENT_OPTS", "-Dx=y", 1);
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_THAT(command_.environment, Not(Contains(StartsWith("HADOOP_CLIENT_OPTS"))));
  Add("java-opts", "-Da=b");
  ASSERT_FALSE(Run().error.has_value());
  unsetenv("HADOOP_CLIENT_OPTS");
  EXPECT_THAT(command_.environment, Contains("HADOOP_CLIENT_OPTS=-Dx=y -Da=b"));
}

TEST_F(DistcpTest, RefusesOptionsThatAShellChanges) {
  for (const char* option : {"'-Da=b c'", "-Da=*", "-Da=?", "-Da=[b]"}) {
    ctx_.arguments.children.clear();
    Add("java-opts", std::string("-Xmx200m ") + option);
    const rt::Outcome outcome = Run();
    ASSERT_TRUE(outcome.error.has_value()) << option;
    EXPECT_EQ(outcome.error->code, "JA018");
    EXPECT_THAT(outcome.error->message, StartsWith("option -Da="));
  }
}

TEST_F(DistcpTest, Failures) {
  status_.code = 255;
  EXPECT_THAT(Run().error->message, StartsWith("distcp: exit code 255"));
  ctx_.properties["hpdl.hadoop.home"] = "/nowhere";
  EXPECT_THAT(Run().error->message, HasSubstr("hpdl.hadoop.home is /nowhere"));
}

}  // namespace
}  // namespace hpdl::stdlib
