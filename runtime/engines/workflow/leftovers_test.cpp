#include "runtime/engines/workflow/leftovers.h"

#include <gtest/gtest.h>

#include <boost/asio/this_coro.hpp>
#include <chrono>

#include "runtime/engines/workflow/messages.h"
#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/store/mailbox.h"

namespace hpdl::rt {
namespace {

using namespace testing;

/// Begins an application in a cluster. Node "a" then waits for a person; other nodes wait forever.
Task<Outcome> RunOutside(ActionContext& context) {
  const std::string node(context.node());
  const boost::asio::cancellation_state state = co_await boost::asio::this_coro::cancellation_state;
  Outcome outcome;
  if (state.cancelled() != boost::asio::cancellation_type::none) {
    seen->nodes.push_back(node + " killed");
    seen->resumed += context.resumed() ? 1 : 0;
    // The action is already cancelled, but the cancellation does not interrupt this wait of the
    // executor.
    co_await Sleep(std::chrono::milliseconds(1));
    outcome.external_id = context.progress();
    co_return outcome;
  }
  seen->nodes.push_back(node);
  if (seen->failures.count("early") == 0) {
    co_await context.RecordProgress("application_1_1 joe rm submitted");
  }
  if (node != "a") {
    co_await Sleep(std::chrono::hours(1));
  }
  outcome.error = Error{ErrorClass::kNonTransient, "JA006", "away"};
  outcome.at_end = true;
  co_return outcome;
}
constexpr hpdl_kind kOutside{"outside", &RunOutside};

class LeftoversTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    options_.local = false;
  }
};

TEST_F(LeftoversTest, AKillWithoutAnEngineCallsTheExecutor) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kOutside)});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  EXPECT_EQ(Node(id, "a").state, NodeState::kEndManual);
  const Result<void> killed = KillJob(p.program, *state_, id);
  ASSERT_TRUE(killed) << killed.error().message;
  EXPECT_EQ(Times("a"), 1);
  EXPECT_EQ(Times("a killed"), 1);
  EXPECT_EQ(seen_.resumed, 1);
  EXPECT_EQ(Job(id).state, JobState::kKilled);
  EXPECT_EQ(Job(id).error_message, "killed on request");
  EXPECT_EQ(Node(id, "a").state, NodeState::kKilled);
  EXPECT_EQ(Node(id, "a").external_id, "application_1_1 joe rm submitted");
  EXPECT_EQ(KillJob(p.program, *state_, id).error().code, "E0725");
}

TEST_F(LeftoversTest, AKillOfASubWorkflowJobEndsWhatThatHasLeft) {
  WorkflowBuilder w("parent");
  w.Start("s");
  const std::uint32_t path = w.Text("child");
  w.Action("s", &kSub, "end", "repair", {path});
  w.Action("repair", &kPlain, "end", "fail");
  w.Kill("fail", w.Text("over"));
  w.End("end");
  WorkflowBuilder child("child");
  ProgramBuilder p({w.Finish(), OneAction(child, &kOutside)}, {{"child", 1}});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  const Result<void> killed = KillJob(p.program, *state_, Job(id, 1).id);
  ASSERT_TRUE(killed) << killed.error().message;
  EXPECT_EQ(Times("a killed"), 1);
  EXPECT_EQ(Job(id, 1).state, JobState::kKilled);
  EXPECT_EQ(Node(id, "a", 1).state, NodeState::kKilled);
  EXPECT_EQ(Job(id).state, JobState::kSuspended);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Node(id, "s").state, NodeState::kError);
  EXPECT_EQ(Times("repair"), 1);
}

TEST_F(LeftoversTest, WhatHasBegunNothingIsLeftAlone) {
  seen_.failures["early"] = {};
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kOutside)});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  ASSERT_TRUE(KillJob(p.program, *state_, id));
  EXPECT_EQ(Times("a killed"), 0);
  EXPECT_EQ(Job(id).state, JobState::kKilled);
}

TEST_F(LeftoversTest, AKillOfALiveJobEndsWhatWaitsForAPerson) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kOutside)});
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  const Request request{Request::Type::kKill, id, 0, {}};
  bool asked = false;
  recorder.on_tick = [&] {
    if (!asked && Times("b") == 1 && Job(id).state == JobState::kSuspended) {
      asked = true;
      ASSERT_TRUE(state_->OpenMailbox(id)->Post(request.ToText()));
    }
  };
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kKilled);
  EXPECT_EQ(Times("a killed"), 1);
  EXPECT_EQ(Node(id, "a").state, NodeState::kKilled);
  EXPECT_EQ(Node(id, "b").state, NodeState::kKilled);
}

TEST(LivesOutside, ByItsRecord) {
  NodeRow row;
  row.state = NodeState::kRunning;
  row.sequence = 1;
  EXPECT_FALSE(LivesOutside(row));
  row.progress = "application_1_1";
  EXPECT_TRUE(LivesOutside(row));
  row.state = NodeState::kOk;
  EXPECT_FALSE(LivesOutside(row));
}

}  // namespace
}  // namespace hpdl::rt
