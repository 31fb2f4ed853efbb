#include "runtime/server/jobs/job_keeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/ground/base/testing/hurrying_time.h"
#include "runtime/server/jobs/testing/jobs_world.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;

class JobKeeperTest : public testing::JobsWorld {
 protected:
  void SetUp() override { Begin(); }
  bool IdleSoon() {
    return Until([&] { return server_->IsIdle(); });
  }
  /// Kills the program of a job, and waits until another program continues the job.
  void Die(const std::string& id, const std::string& text = "") {
    const std::size_t wakes = CountOf("wake");
    EndProgram(id, 7, text);
    EXPECT_TRUE(Until([&] { return CountOf("wake") > wakes && IsRunning(id); }));
  }
};

TEST_F(JobKeeperTest, AJobWhoseProgramDiesThreeTimesIsSuspended) {
  const std::string id = Submit(Submission(true));
  Die(id, "oh no\nmore\n");
  EXPECT_TRUE(HasLogged("W " + id + ": its program ended with exit code 7 (" + id +
                        "); ends without progress: 1"));
  EXPECT_EQ(Last("wake").words.back(), id);
  instead = [this](const testing::ProgramCall& call) {
    programs_->Kill(call.child);  // the program dies before it does anything
    return true;
  };
  const std::size_t wakes = CountOf("wake");
  EndProgram(id, 7);
  EXPECT_TRUE(Until([&] { return State(id) == "SUSPENDED"; }));
  EXPECT_EQ(CountOf("wake"), wakes + 2);
  EXPECT_TRUE(HasLogged("W " + id + ": its program ended by signal 9; ends without progress: 2"));
  EXPECT_TRUE(HasLogged("E " + id +
                        " is SUSPENDED: its program ended by signal 9; it has ended 3 times in a "
                        "row without progress"));
  EXPECT_EQ(Row(id).error_message, "");
  EXPECT_TRUE(IdleSoon());
}

TEST_F(JobKeeperTest, WhoGetsFurtherMayDieAgainAndAgain) {
  const std::string id = Submit(Submission(true));
  for (int i = 0; i < 5; ++i) {
    NodeRow node;
    node.node = "n" + std::to_string(i);
    node.sequence = i + 1;
    ASSERT_TRUE(running_.at(id).journal->PutNode(node));
    ASSERT_TRUE(running_.at(id).journal->Commit());
    Change(id, [](JobRow* row) { row->modified_ms = 1000; });
    Die(id);
  }
  EXPECT_EQ(State(id), "RUNNING");
}

TEST_F(JobKeeperTest, AStartThatDiesIsTriedAgain) {
  instead = [this](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "start" && CountOf("start") < 3;
    if (meant) {
      programs_->End(call.child, 1);
    }
    return meant;
  };
  const std::string id = Submit(Submission());
  EXPECT_TRUE(Do(Verbs().Start({"ann"}, id)));
  EXPECT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
  EXPECT_EQ(CountOf("start"), 3U);
}

TEST_F(JobKeeperTest, AProgramThatCannotBeStartedIsTriedAgain) {
  const std::string id = Submit(Submission());
  const std::string program = Last("submit").program, away = program + ".away";
  ASSERT_EQ(rename(program.c_str(), away.c_str()), 0);
  std::optional<Result<void>> done;
  const Caller ann{"ann"};
  const auto start = [&]() -> Task<void> { done = co_await Verbs().Start(ann, id); };
  boost::asio::co_spawn(*loop_, start, [](const std::exception_ptr&) {});
  EXPECT_TRUE(Until([&] { return HasLogged(" cannot be started: No such file or directory"); }));
  EXPECT_TRUE(HasLogged("E " + id + ": "));
  EXPECT_EQ(server_->Numbers().wanted, 1U);
  ASSERT_EQ(rename(away.c_str(), program.c_str()), 0);
  EXPECT_TRUE(Until([&] { return State(id) == "RUNNING" && done.has_value(); }));
}

TEST_F(JobKeeperTest, AWakeThatFailsIsTriedAgain) {
  const std::string id = Submit(Submission(true));
  const std::string program = Last("run").program, away = program + ".away";
  Park(id, NowMs() - 1);
  ASSERT_EQ(rename(program.c_str(), away.c_str()), 0);
  EndProgram(id);
  EXPECT_TRUE(Until([&] { return HasLogged(" cannot be started: No such file or directory"); }));
  ASSERT_EQ(rename(away.c_str(), program.c_str()), 0);
  EXPECT_TRUE(Until([&] { return IsRunning(id); }));
}

TEST_F(JobKeeperTest, AParkedJobNeedsNoProgramUntilItsWaitIsOver) {
  const std::string id = Submit(Submission(true));
  Park(id, NowMs() + 3'600'000);
  EndProgram(id);
  EXPECT_TRUE(Until([&] { return server_->Numbers().parked == 1; }));
  EXPECT_EQ(server_->Numbers().wanted, 1U);
  EXPECT_FALSE(server_->IsIdle());
  EXPECT_EQ(CountOf("wake"), 0U);
  Park(id, NowMs() - 1);
  EXPECT_TRUE(Until([&] { return IsRunning(id); }));
  EXPECT_EQ(CountOf("wake"), 1U);
  EXPECT_EQ(Last("wake").Line(), "wake --state " + root_ + "/state --progress none --park 5 " + id);
}

TEST_F(JobKeeperTest, AParkedJobIsNoCrash) {
  const std::string id = Submit(Submission(true));
  Park(id, NowMs() + 3'600'000);
  EndProgram(id, 7);
  EXPECT_TRUE(Until([&] { return server_->Work(1, nullptr)[0].running == 0; }));
  EXPECT_FALSE(HasLogged("without progress"));
}

TEST_F(JobKeeperTest, TheNextServerGoesOnWithWhatIsWanted) {
  const std::string runs = Submit(Submission(true)), dies = Submit(Submission(true)),
                    parked = Submit(Submission(true)), over = Submit(Submission(true));
  Leave();
  EndProgram(dies, 1);
  Park(parked, NowMs() + 3'600'000);
  EndProgram(parked);
  EndJob(over, JobState::kSucceeded);
  Begin();
  EXPECT_TRUE(Until([&] { return IsRunning(dies) && server_->Numbers().wanted == 3; }));
  EXPECT_EQ(CountOf("wake"), 1U) << "the others are at work, or wait";
  EXPECT_EQ(Last("wake").words.back(), dies);
  EXPECT_FALSE(HasLogged("without progress")) << "nobody saw how it ended";
}

TEST_F(JobKeeperTest, AJobThatIsGoneIsNotWantedAnyMore) {
  const std::string id = Submit(Submission(true));
  Leave();
  EndProgram(id, 1);
  {
    const auto lease = state_->TakeLease(id);
    ASSERT_TRUE(state_->RemoveJob(id));
  }
  Begin();
  EXPECT_TRUE(IdleSoon());
}

TEST_F(JobKeeperTest, NothingBeginsWhileTheServerHolds) {
  const std::string id = Submit(Submission());
  server_->Hold(true);
  std::optional<Result<void>> done;
  const Caller ann{"ann"};
  const auto start = [&]() -> Task<void> { done = co_await Verbs().Start(ann, id); };
  boost::asio::co_spawn(*loop_, start, [](const std::exception_ptr&) {});
  EXPECT_TRUE(Until([&] { return server_->Work(9, nullptr)[0].waiting == 1; }));
  const std::vector<WorkNow> work = server_->Work(9, nullptr);
  ASSERT_EQ(work.size(), 5U);
  EXPECT_EQ(work[0].kind, WorkKind::kProgram);
  EXPECT_EQ(work[0].waiting_items.at(0).subject, id);
  EXPECT_EQ(work[0].waiting_items.at(0).user, "ann");
  EXPECT_EQ(work[0].waiting_items.at(0).verb, "start");
  EXPECT_EQ(CountOf("start"), 0U);
  server_->Hold(false);
  EXPECT_TRUE(Until([&] { return done.has_value(); }));
  EXPECT_EQ(State(id), "RUNNING");
}

TEST_F(JobKeeperTest, AJobThatFindsNoPlaceIsMadeByItself) {
  Leave();
  const testing::HurryingTime time(std::chrono::milliseconds(2));
  Begin({{"hpdl.server.programs.max", "1"}});
  const std::string first = Submit(Submission(true));
  std::optional<Result<std::string>> second;
  boost::asio::co_spawn(*loop_, testing::Store(Verbs().Submit({"ann"}, Submission(true)), &second),
                        [](const std::exception_ptr&) {});
  EXPECT_TRUE(Until([&] { return second.has_value(); }));
  ASSERT_TRUE(*second) << second->error().message;
  EXPECT_EQ(State(**second), "PREP");
  EXPECT_EQ(CountOf("run"), 1U);
  EXPECT_EQ(CountOf("submit"), 1U);
  EXPECT_EQ(server_->Numbers().wanted, 2U);
  EndJob(first, JobState::kSucceeded);
  EXPECT_TRUE(Until([&] { return State(**second) == "RUNNING"; }));
  Leave();
}

}  // namespace
}  // namespace hpdl::rt
