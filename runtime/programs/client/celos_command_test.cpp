#include "runtime/programs/client/celos_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::client {
namespace {

using ::testing::StartsWith;

struct CelosSaid {
  int code;
  std::string out, err;
};

template <class Function>
CelosSaid SaidBy(const Function& function) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int code = function();
  return {code, ::testing::internal::GetCapturedStdout(), ::testing::internal::GetCapturedStderr()};
}

CelosSaid Command(std::vector<std::string> words) {
  std::vector<std::string> none;
  const Settings settings = Settings::Read(&none);
  return SaidBy([&] { return CelosCommand(settings, words); });
}

CelosSaid Ci(std::vector<std::string> words) {
  return SaidBy([&] { return RunCelosCi(words); });
}

constexpr const char* kDeployUsage =
    "usage: hpdl celos-deploy NAME [options]\n"
    "  -target URI           target file: file:///PATH, an absolute path, or\n"
    "                        sftp://[USER@]HOST[:PORT]/PATH\n"
    "  -deploy-dir DIR       folder with workflow.js, defaults.js and hdfs/\n"
    "  -hdfs-root PATH       the files go below PATH/NAME; default PATH: /user/celos/app\n"
    "  -user NAME            user who deploys; default CELOS_CI_USERNAME, else the user of this "
    "machine\n"
    "  -help                 print this help\n";
constexpr const char* kUndeployUsage =
    "usage: hpdl celos-undeploy NAME [options]\n"
    "  -target URI           target file: file:///PATH, an absolute path, or\n"
    "                        sftp://[USER@]HOST[:PORT]/PATH\n"
    "  -hdfs-root PATH       the files go below PATH/NAME; default PATH: /user/celos/app\n"
    "  -user NAME            user who deploys; default CELOS_CI_USERNAME, else the user of this "
    "machine\n"
    "  -help                 print this help\n";
constexpr const char* kCiUsage =
    "usage: celos-ci [options]\n"
    "  --mode MODE           deploy or undeploy; required\n"
    "  --workflowName NAME   name of the workflow; required\n"
    "  --target URI          URI of the target file; required\n"
    "  --deployDir DIR       folder with workflow.js, defaults.js and hdfs/; required to deploy\n"
    "  --hdfsRoot PATH       the files go below PATH/NAME; default PATH: /user/celos/app\n"
    "  --testDir DIR         for mode test, which is not supported\n"
    "  --celos URL           for mode test, which is not supported\n"
    "  --help                print this help\n";

TEST(CelosCommands, PrintTheirUsage) {
  const std::pair<CelosSaid, const char*> helps[] = {
      {Command({"celos-deploy", "-help"}), kDeployUsage},
      {Command({"celos-undeploy", "-help"}), kUndeployUsage},
      {Ci({"--help"}), kCiUsage}};
  for (const auto& [said, usage] : helps) {
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(said.out, usage);
    EXPECT_EQ(said.err, "");
  }
}

TEST(CelosCommands, SayWhatIsMissing) {
  const std::string deploy = "hpdl celos-deploy: ", undeploy = "hpdl celos-undeploy: ";
  const std::string ci = "celos-ci: ", required = ci + "Missing required option: ";
  const std::pair<CelosSaid, std::string> refusals[] = {
      {Command({"celos-deploy"}), deploy + "give the name of one workflow\n" + kDeployUsage},
      {Command({"celos-deploy", "a", "b"}),
       deploy + "give the name of one workflow\n" + kDeployUsage},
      {Command({"celos-deploy", "a"}), deploy + "-target is missing\n" + kDeployUsage},
      {Command({"celos-deploy", "a", "-target", "t"}),
       deploy + "-deploy-dir is missing\n" + kDeployUsage},
      {Command({"celos-undeploy", "a"}), undeploy + "-target is missing\n" + kUndeployUsage},
      {Ci({}), required + "mode\n" + kCiUsage},
      {Ci({"--mode", "deploy"}), required + "workflowName\n" + kCiUsage},
      {Ci({"--mode", "deploy", "--workflowName", "a"}), required + "target\n" + kCiUsage},
      {Ci({"--mode", "DEPLOY", "--workflowName", "a", "--target", "t"}),
       required + "deployDir\n" + kCiUsage},
      {Ci({"--mode", "other", "--workflowName", "a", "--target", "t"}),
       ci + "the mode must be deploy or undeploy\n" + kCiUsage},
      {Ci({"--mode", "test", "--workflowName", "a", "--target", "t"}),
       ci + "mode test is not supported; use deploy or undeploy\n"}};
  for (const auto& [said, err] : refusals) {
    EXPECT_EQ(said.code, 1);
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(said.err, err);
  }
}

TEST(CelosCommands, FailWhereTheTargetCannotBeRead) {
  const CelosSaid said = Command({"celos-undeploy", "a", "-target", "file:///nosuch/target.json"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.out, "");
  EXPECT_THAT(said.err, StartsWith("hpdl celos-undeploy: "));
}

}  // namespace
}  // namespace hpdl::client
