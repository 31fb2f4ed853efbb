#include "runtime/server/jobs/job_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/server/jobs/testing/jobs_world.h"
#include "runtime/world/process/command_places.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class JobServerTest : public testing::JobsWorld {
 protected:
  void SetUp() override { Begin(); }
  /// The state folder of the server.
  std::string StatePath() const { return root_ + "/state"; }
};

TEST_F(JobServerTest, ASubmissionIsCompiledAndMade) {
  const std::string id = Submit(Submission());
  EXPECT_EQ(State(id), "PREP");
  EXPECT_THAT(Lines(), ElementsAre("build", "--version", "submit"));
  const testing::ProgramCall made = Last("submit");
  EXPECT_EQ(made.Line(), "submit --state " + StatePath() + " --progress none --park 5 --site " +
                             root_ + "/site.xml --local --callback-url http://here:1 --id " + id +
                             " --config /dev/fd/3");
  EXPECT_THAT(made.input, HasSubstr("user.name=ann\n"));
  EXPECT_THAT(made.input, HasSubstr("oozie.wf.application.path="));
  EXPECT_EQ(made.credential, "") << "it makes a job and reaches nobody";
  EXPECT_EQ(server_->Numbers().wanted, 0U);
  EXPECT_EQ(server_->Numbers().compiled, 1U);
  EXPECT_TRUE(server_->IsIdle());
}

TEST_F(JobServerTest, OneThatIsToStartIsMadeAndRunByOneProgram) {
  const std::string id = Submit(Submission(true));
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_THAT(Lines(), ElementsAre("build", "--version", "run"));
  EXPECT_EQ(server_->Numbers().wanted, 1U);
  EXPECT_FALSE(server_->IsIdle());
  EndJob(id, JobState::kSucceeded);
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
  EXPECT_EQ(server_->Numbers().wanted, 0U);
}

TEST_F(JobServerTest, KeepersOfJobsGetPlacesForTheirCommands) {
  const std::string id = Submit(Submission());
  CommandPlaces keeper(StatePath() + "/commands", id);
  EXPECT_TRUE(Until([&] {
    keeper.Turn();
    keeper.Want(1);
    return server_->Line(WorkKind::kAction).running() == 1;
  }));
  const WorkNow now = server_->Work(5, nullptr).at(4);
  EXPECT_EQ(now.kind, WorkKind::kAction);
  ASSERT_EQ(now.running_items.size(), 1U);
  EXPECT_EQ(now.running_items[0].user, "ann");
  EXPECT_EQ(now.running_items[0].subject, id);
  EXPECT_FALSE(server_->IsIdle());
}

TEST_F(JobServerTest, AProgramIsAskedForItsOutput) {
  const auto said = [&](std::vector<std::string> argv) {
    const Result<ProgramAnswer> answer = Do(server_->AskProgram({std::move(argv), 1000}));
    return answer ? std::to_string(answer->code) + " " + answer->output + answer->errors
                  : answer.error().code + ": " + answer.error().message;
  };
  EXPECT_EQ(said({"/bin/echo", "a b"}), "0 a b\n");
  EXPECT_EQ(said({"/bin/sh", "-c", "echo no >&2; exit 3"}), "3 no\n");
  EXPECT_EQ(said({"/bin/sh", "-c", "echo no >&2; kill -9 $$"}),
            "E0607: the job's program ended by signal 9: no\n");
  EXPECT_EQ(said({"/usr/bin/head", "-c", "1001", "/dev/zero"}),
            "E0607: the answer of the job's program is too long");
  EXPECT_EQ(said({"/no/such"}), ": /no/such cannot be started: No such file or directory");
}

TEST_F(JobServerTest, OneServerHasAStateDirectoryAndItsCompiler) {
  boost::asio::io_context loop(1);
  ServerSetup setup;
  setup.state_path = StatePath();
  setup.hpdlc = root_ + "/none";
  setup.log = [](LogLevel, std::string_view) {};
  const auto without = JobServer::Begin(loop, setup);
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().message,
            "the compiler is missing or not executable: " + root_ + "/none");
  Leave();
  setup.hpdlc = root_ + "/hpdlc";
  setup.state_path = root_ + "/other";
  setup.archive = root_ + "/other";
  const auto archive = JobServer::Begin(loop, setup);
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().message,
            "hpdl.server.purge.archive: " + root_ +
                "/other is the state directory, so it cannot be the archive of purged jobs");
}

TEST_F(JobServerTest, ADefinitionThatIsSentAlongIsPutWhereNoneIs) {
  JobSubmission submission;
  submission.properties["oozie.wf.application.path"] = "file://" + root_ + "/new";
  submission.properties["oozie.jobs.api.generated.xml"] = "sent";
  const std::string id = Submit(submission);
  EXPECT_EQ(State(id), "PREP");
  EXPECT_TRUE(std::filesystem::exists(root_ + "/new/workflow.xml"));
  submission.properties.erase("oozie.jobs.api.generated.xml");
  submission.properties["oozie.wf.application.path"] = "file://" + root_ + "/none";
  EXPECT_THAT(Submit(submission), HasSubstr("E0307: "));
}

TEST_F(JobServerTest, OneActionIsAnApplicationByItself) {
  JobSubmission submission;
  submission.job_type = "pig";
  submission.properties = {{"yarn.resourcemanager.address", "rm:8032"},
                           {"fs.defaultFS", "hdfs://nn:8020"},
                           {"oozie.libpath", "/lib"},
                           {"oozie.pig.script", "dump a;"}};
  EXPECT_EQ(State(Submit(submission)), "PREP");
  EXPECT_EQ(CountOf("build"), 1U);
  submission.properties.erase("oozie.libpath");
  EXPECT_EQ(Submit(submission),
            "E0405: Submission request does not have any application or lib path");
  submission.properties["oozie.libpath"] = "/lib";
  Begin({{"oozie.service.HadoopAccessorService.jobTracker.whitelist", "other:1"}});
  EXPECT_THAT(Submit(submission), HasSubstr("E0900: "));
  Begin({{"oozie.service.HadoopAccessorService.nameNode.whitelist", "other:1"}});
  EXPECT_THAT(Submit(submission), HasSubstr("E0901: "));
}

TEST_F(JobServerTest, TheUsersGroupIsTheAclOfAJob) {
  authorization_ = {.enabled = true, .group_as_acl = true, .groups = {{"ann", {"dev"}}}};
  Begin();
  Submit(Submission());
  EXPECT_THAT(Last("submit").input, HasSubstr("group.name=dev\n"));
  const std::string refused = Submit(Submission(), {"nobodyhere"});
  EXPECT_THAT(refused, HasSubstr("E0501: Could not perform authorization operation, "));
}

}  // namespace
}  // namespace hpdl::rt
