#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "runtime/engine/control.h"
#include "runtime/engine/testing/plain_kinds.h"

namespace hpdl::rt {
namespace {

using namespace testing;

using RequestsTest = EngineTest;

TEST_F(RequestsTest, SuspendOnNodesOncePerRun) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kPlain)});
  options_.properties["oozie.suspend.on.nodes"] = "c, b";
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  EXPECT_EQ(Times("b"), 0);
  EXPECT_EQ(Job(id).suspended_by, "node b");
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  EXPECT_EQ(Times("b"), 1);
  EXPECT_EQ(Times("c"), 0);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("c"), 1);
}

TEST_F(RequestsTest, KillRequestReachesALiveEngine) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  const std::string id = SubmitJob(p.program);
  std::thread other([&] {
    while (Job(id).state != JobState::kRunning) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    auto state = std::move(*StateDirectory::Open(root_ + "/state", false));
    const Result<void> killed = RequestKill(*state, id);
    EXPECT_TRUE(killed) << killed.error().message;
  });
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  other.join();
  EXPECT_EQ(Node(id, "a").state, NodeState::kKilled);
  EXPECT_EQ(RequestKill(*state_, id).error().code, "E0725");
}

TEST_F(RequestsTest, SuspendRequestLetsRunningActionsEnd) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  int ticks = 0;
  recorder.on_tick = [&] {
    ++ticks;
    if (ticks == 1) {
      ASSERT_TRUE(PostRequest(state_->JobPath(id), {}));
    }
    if (ticks == 3) {
      EXPECT_EQ(Job(id).state, JobState::kSuspended);
      EXPECT_EQ(Node(id, "a").state, NodeState::kRunning);
      for (const std::int64_t sequence : processes_.running()) {
        processes_.End(sequence, {});
      }
    }
  };
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kSuspended);
  EXPECT_EQ(Job(id).suspended_by, "user");
  EXPECT_EQ(Node(id, "a").state, NodeState::kOk);
  EXPECT_EQ(Times("c"), 0);
  EXPECT_EQ(RequestSuspend(*state_, id).error().code, "E0727");
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return true; };
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("a"), 1);
}

/// What Execute() says of a signal.
class DetachedRecorder final : public ProgressSink {
 public:
  explicit DetachedRecorder(int signal) : signal_(signal) {}
  void OnEvent(const ProgressEvent&) override {}
  void OnTick(std::int64_t) override { kill(getpid(), signal_); }
  void OnDetached(int signal) override { detached_by = signal; }
  int detached_by = 0;

 private:
  int signal_;
};

class DetachTest : public RequestsTest, public ::testing::WithParamInterface<int> {};

TEST_P(DetachTest, SignalsThatEndAProcessLeaveTheJobRunning) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  hooks_.catch_signals = true;
  const std::string id = SubmitJob(p.program);
  DetachedRecorder recorder(GetParam());
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kRunning);
  EXPECT_EQ(recorder.detached_by, GetParam());
  EXPECT_EQ(Job(id).state, JobState::kRunning);
  EXPECT_EQ(Job(id).suspended_by, "");
  EXPECT_TRUE(processes_.killed().empty());
  ASSERT_EQ(processes_.running().size(), 1U);
  processes_.End(processes_.running()[0], {});
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
}
INSTANTIATE_TEST_SUITE_P(BothSignals, DetachTest, ::testing::Values(SIGTERM, SIGHUP));

TEST_F(RequestsTest, SignalLeavesChildrenThatResumeAdopts) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  hooks_.catch_signals = true;
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  recorder.on_tick = [] { kill(getpid(), SIGINT); };
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kSuspended);
  EXPECT_EQ(Job(id).suspended_by, "signal");
  EXPECT_TRUE(processes_.killed().empty());
  ASSERT_EQ(processes_.running().size(), 1U);
  processes_.End(processes_.running()[0], {});
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(processes_.adopted(), 1U);
  EXPECT_EQ(processes_.started().size(), 1U);
  EXPECT_EQ(seen_.resumed, 1);
}

TEST_F(RequestsTest, KillOfAPreparedJobNeedsNoEngine) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(RequestKill(*state_, id));
  EXPECT_EQ(Job(id).state, JobState::kKilled);
  EXPECT_FALSE(ExecuteWith(p.program, *state_, id, nullptr, hooks_));
}

}  // namespace
}  // namespace hpdl::rt
