#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <deque>

#include "runtime/engine/testing/plain_kinds.h"

namespace hpdl::rt {
namespace {

using namespace testing;

/// Everything at once: a sub-workflow, a fork with a decision, a transient failure, and an error
/// that a kill node or an end node answers while another path still works.
hpdl_program Everything(std::deque<WorkflowBuilder>& builders, std::unique_ptr<ProgramBuilder>& p,
                        bool kills) {
  WorkflowBuilder& w = builders.emplace_back("everything");
  w.Start("f");
  w.Fork("f", {"a", "d", "s"});
  w.Action("a", &kPlain, "j", "fail");
  w.Decision("d", {{w.Call(&Decide), "b"}}, "j");
  w.Action("b", &kPlain, "j", "fail");
  const std::uint32_t path = w.Text("child");
  w.Action("s", &kSub, "j", "fail", {path});
  w.Join("j", "c");
  w.Action("c", &kPlain, kills ? "fail" : "end", "fail");
  w.Kill("fail", w.Text("over"));
  w.End("end");
  WorkflowBuilder& child = builders.emplace_back("child");
  std::vector<hpdl_workflow> workflows{w.Finish(), Diamond(child, &kPlain)};
  p = std::make_unique<ProgramBuilder>(
      std::move(workflows), std::vector<std::pair<std::string, std::uint32_t>>{{"child", 1}});
  return p->program;
}

class CrashTest : public EngineTest {
 protected:
  /// Submits a job, or goes on with the one that is there.
  void SubmitOrGoOn(bool kills) {
    std::deque<WorkflowBuilder> builders;
    std::unique_ptr<ProgramBuilder> p;
    const hpdl_program program = Everything(builders, p, kills);
    seen_.failures["a"] = {{ErrorClass::kTransient, "X", "once"}};
    const std::vector<IndexEntry> jobs = *state_->List();
    const std::string id = jobs.empty() ? SubmitJob(program) : jobs.front().root_id;
    if (!IsEnd(Job(id).state)) {
      Go(program, id);
    }
  }
};

TEST_F(CrashTest, DISABLED_CrashHelper) {
  SubmitOrGoOn(false);
}

TEST_F(CrashTest, DISABLED_CrashHelperThatIsKilled) {
  SubmitOrGoOn(true);
}

TEST_F(CrashTest, DeathAtEveryCommit) {
  constexpr const char* kHelper[] = {"CrashTest.DISABLED_CrashHelper",
                                     "CrashTest.DISABLED_CrashHelperThatIsKilled"};
  for (const bool kills : {false, true}) {
    for (const char* variable : {"HPDL_CRASH_AT", "HPDL_CRASH_AFTER"}) {
      int died = 0;
      for (int n = 1; n < 60; ++n) {
        const std::string directory =
            root_ + "/" + variable + (kills ? "k" : "e") + std::to_string(n);
        if (!WIFSIGNALED(RunHelper(kHelper[kills], directory, variable, n))) {
          break;
        }
        ++died;
        ASSERT_EQ(RunHelper(kHelper[kills], directory, nullptr, 0), 0) << variable << n;
        state_ = std::move(*StateDirectory::Open(directory, true));
        const std::string id = state_->List()->front().root_id;
        EXPECT_EQ(Job(id).state, kills ? JobState::kKilled : JobState::kSucceeded) << variable << n;
        EXPECT_EQ(Job(id, 1).state, JobState::kSucceeded);
        EXPECT_EQ((*(*state_->OpenJob(id, true))->Jobs()).size(), 2U) << variable << n;
        for (const char* node : {"a", "b", "c", "s", "j", "f", "d"}) {
          EXPECT_EQ(Node(id, node).state, NodeState::kOk) << variable << n << node;
        }
      }
      EXPECT_GT(died, 5) << variable;
    }
  }
}

TEST_F(CrashTest, DeathWhileEndingStartsNothingNew) {
  WorkflowBuilder w("kill");
  ProgramBuilder p({SlowAndBad(w)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  hooks_.catch_signals = true;
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  recorder.on_tick = [] { kill(getpid(), SIGINT); };
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kSuspended);
  {
    // As if the process had died between the kill node's row and the end of the job.
    auto store = std::move(*state_->OpenJob(id, false));
    NodeRow row;
    row.node = "fail";
    row.type = "kill";
    row.state = NodeState::kOk;
    row.error_code = "E0729";
    row.error_message = "enough";
    ASSERT_TRUE(store->PutNode(row));
    ASSERT_TRUE(store->Commit());
  }
  const std::size_t ran = seen_.nodes.size();
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(seen_.nodes.size(), ran);
  EXPECT_EQ(processes_.killed().size(), 1U);
  EXPECT_EQ(Node(id, "slow").state, NodeState::kKilled);
  EXPECT_EQ(Job(id).error_message, "enough");
}

}  // namespace
}  // namespace hpdl::rt
