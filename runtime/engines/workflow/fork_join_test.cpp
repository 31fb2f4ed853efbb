#include <gtest/gtest.h>

#include "runtime/engines/workflow/messages.h"
#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/store/crash_point.h"

namespace hpdl::rt {
namespace {

using namespace testing;

using ForkJoinTest = EngineTest;

TEST_F(ForkJoinTest, ForkAndJoin) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Node(id, "f").transition, "a,b");
  EXPECT_EQ(seen_.nodes.back(), "c");
  EXPECT_EQ(seen_.nodes.size(), 3U);
}

TEST_F(ForkJoinTest, NestedForksAndPathsStraightToTheJoin) {
  WorkflowBuilder w("nested");
  w.Start("f1");
  w.Fork("f1", {"f2", "j1", "a"});
  w.Fork("f2", {"b", "j2"});
  w.Action("a", &kPlain, "j1", "end");
  w.Action("b", &kPlain, "j2", "end");
  w.Join("j2", "j1");
  w.Join("j1", "c");
  w.Action("c", &kPlain, "end", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes.back(), "c");
  EXPECT_EQ(Times("c"), 1);
}

TEST_F(ForkJoinTest, JoinWithoutForkFails) {
  WorkflowBuilder w("unpaired");
  w.Start("j");
  w.Join("j", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kFailed);
  EXPECT_EQ(Job(id).error_code, "E0720");
}

TEST_F(ForkJoinTest, UnpairedJoinsLastPathGoesOn) {
  WorkflowBuilder w("unpaired");
  w.Start("f");
  w.Fork("f", {"a", "b"});
  w.Action("a", &kPlain, "j1", "end");
  w.Action("b", &kPlain, "j2", "end");
  w.Join("j1", "c");
  w.Join("j2", "c");
  w.Action("c", &kPlain, "end", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("c"), 1);
}

TEST_F(ForkJoinTest, UnpairedPathsThatMeetInANodeFailTheJob) {
  WorkflowBuilder w("unpaired");
  w.Start("f");
  w.Fork("f", {"a", "b"});
  w.Action("a", &kPlain, "c", "end");
  w.Action("b", &kPlain, "c", "end");
  w.Action("c", &kChild, "end", "end");
  w.End("end");
  hpdl_workflow workflow = w.Finish();
  workflow.flags = HPDL_WORKFLOW_UNPAIRED_JOINS;
  ProgramBuilder p({workflow});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kFailed);
  EXPECT_EQ(Job(id).error_code, "E0709");
  EXPECT_EQ(Node(id, "c").state, NodeState::kKilled);
  EXPECT_TRUE(processes_.running().empty());
}

TEST_F(ForkJoinTest, KillInAForkKillsWhatRuns) {
  WorkflowBuilder w("kill");
  ProgramBuilder p({SlowAndBad(w)});
  seen_.failures["bad"] = {{ErrorClass::kError, "X", "y"}};
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(Node(id, "slow").state, NodeState::kKilled);
  EXPECT_EQ(processes_.killed().size(), processes_.started().size());
  EXPECT_EQ(Job(id).error_message, "enough");
}

TEST_F(ForkJoinTest, EndInAForkSucceedsAndKillsTheRest) {
  WorkflowBuilder w("hws", HPDL_DIALECT_HWS);
  w.Start("f");
  w.Fork("f", {"slow", "d"});
  w.Action("slow", &kChild, "j", "end");
  w.Decision("d", {{w.Call(&Decide), "end"}}, "j");
  w.Join("j", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  options_.properties["user.name"] = "joe";
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Node(id, "slow").state, NodeState::kKilled);
  EXPECT_TRUE(processes_.running().empty());
}

TEST_F(ForkJoinTest, ControlNodesShareOneCommit) {
  WorkflowBuilder w("control");
  w.Start("d0");
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t when = w.Call(&Decide);
    const std::string next = i == 99 ? "end" : "d" + std::to_string(i + 1);
    w.Decision("d" + std::to_string(i), {{when, next}}, "end");
  }
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = SubmitJob(p.program);
  const long before = CrashPoint::Commits();
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  // The beginning and the end of the run have their own commits.
  EXPECT_LE(CrashPoint::Commits() - before, 3);
  EXPECT_EQ(decided, 100);
  EXPECT_EQ(Node(id, "d99").state, NodeState::kOk);
}

TEST_F(ForkJoinTest, WideForkWaitsCheaply) {
  WorkflowBuilder w("wide");
  constexpr int kPaths = 10000;
  std::vector<std::string> names;
  names.reserve(kPaths);
  for (int i = 0; i < kPaths; ++i) {
    names.push_back("a" + std::to_string(i));
  }
  w.Start("f");
  w.Fork("f", names);
  for (const std::string& name : names) {
    w.Action(name, &kChild, "j", "end");
  }
  w.Join("j", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  recorder.on_tick = [&] {
    for (const std::int64_t sequence : processes_.running()) {
      processes_.End(sequence, {});
    }
  };
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes.size(), kPaths);
}

}  // namespace
}  // namespace hpdl::rt
