#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/engines/workflow/testing/slow_journal.h"
#include "runtime/store/mailbox.h"

/// Tests engines whose commits are answered late. The loop continues meanwhile, and no external
/// effect begins before its records are durable.
namespace hpdl::rt {
namespace {

using namespace testing;

std::shared_ptr<SlowCommits> slow_commits;
int began_too_early = 0;

/// Increases `began_too_early` if the action's intent is not durable yet.
Task<Outcome> RunCareful(ActionContext& context) {
  const std::string node(context.node());
  seen->nodes.push_back(node);
  began_too_early += slow_commits->IsSettled(node) ? 0 : 1;
  co_return Outcome::Ok();
}
constexpr hpdl_kind kCareful{"careful", &RunCareful, false};

class SlowCommitTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    slow_commits = std::make_shared<SlowCommits>();
    began_too_early = 0;
    hooks_.wrap_journal = [](boost::asio::io_context& io, std::unique_ptr<Journal> journal) {
      return std::make_unique<SlowJournal>(io, std::move(journal), slow_commits);
    };
  }
};

TEST_F(SlowCommitTest, EffectsWaitAndTheLoopGoesOn) {
  WorkflowBuilder w("wide");
  w.Start("f");
  std::vector<std::string> names(40);
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = "n" + std::to_string(i);
  }
  w.Fork("f", {names.begin(), names.end()});
  for (const std::string& name : names) {
    w.Action(name, &kCareful, name + "b", "fail");
    w.Action(name + "b", &kCareful, "j", "fail");
  }
  w.Join("j", "end");
  w.Kill("fail", w.Text("over"));
  w.End("end");
  ProgramBuilder p({w.Finish()});
  // More than 7 records are made in a turn of the loop, so the loop commits before the turn ends.
  hooks_.most_records = 7;
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes.size(), 80U);
  EXPECT_EQ(began_too_early, 0);
  EXPECT_EQ(slow_commits->most_in_flight, 1);
  EXPECT_EQ(slow_commits->started, slow_commits->settled);
  EXPECT_LT(slow_commits->started, 40) << "what was put meanwhile shares the next one";
  const auto ends = std::count_if(recorder.events.begin(), recorder.events.end(),
                                  [](const ProgressEvent& event) { return event.state == "OK"; });
  EXPECT_EQ(ends, 80 + 4) << "and start, fork, join and end";
}

TEST_F(SlowCommitTest, OneThatIsFencedIsTheLast) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kCareful)});
  const std::string id = SubmitJob(p.program);
  slow_commits->fenced_from = 2;  // this commit contains the ends of a and b and the intent of c
  const Result<JobState> state = ExecuteWith(p.program, *state_, id, nullptr, hooks_);
  ASSERT_FALSE(state);
  EXPECT_EQ(OutcomeOf(state.error()), CommitOutcome::kFenced);
  EXPECT_EQ(seen_.nodes, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(slow_commits->started, 2);
  EXPECT_EQ(Job(id).state, JobState::kRunning);
  EXPECT_EQ(Node(id, "c").type, "absent");
  hooks_.wrap_journal = nullptr;
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
}

TEST_F(SlowCommitTest, RequestsAreAnsweredWhenTheyAreDurable) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  const std::string id = SubmitJob(p.program);
  slow_commits->delay_ms = 30;
  std::unique_ptr<PostedMessage> kill;
  Recorder recorder;
  recorder.on_tick = [&] {
    if (kill == nullptr && !processes_.running().empty()) {
      kill = std::move(
          *state_->OpenMailbox(id)->Post(Request{Request::Type::kKill, id, 0, {}}.ToText()));
    }
  };
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kKilled);
  ASSERT_TRUE(kill != nullptr && kill->Answer());
  EXPECT_TRUE(*kill->Answer());
  EXPECT_EQ((*(*state_->OpenJob(id, true))->Answers())[0].message, kill->id());
}

TEST_F(SlowCommitTest, ASignalEndsTheEngineWhenItsRecordsAreDurable) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  hooks_.catch_signals = true;
  slow_commits->delay_ms = 30;
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  bool sent = false;
  recorder.on_tick = [&] {
    if (!sent && !processes_.running().empty()) {
      sent = true;
      kill(getpid(), SIGTERM);
    }
  };
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kRunning);
  EXPECT_EQ(slow_commits->started, slow_commits->settled);
}

}  // namespace
}  // namespace hpdl::rt
