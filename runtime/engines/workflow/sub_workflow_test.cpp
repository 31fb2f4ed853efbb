#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/testing/plain_kinds.h"

namespace hpdl::rt {
namespace {

using namespace testing;

using SubWorkflowTest = EngineTest;

TEST_F(SubWorkflowTest, SubWorkflowIsAJobOfItsOwn) {
  WorkflowBuilder parent("parent");
  parent.Start("s");
  const std::uint32_t path = parent.Text("/apps/child");
  parent.Action("s", &kSub, "end", "fail", {path});
  parent.Kill("fail", parent.Call(&LastErrorMessage));
  parent.End("end");
  WorkflowBuilder child("child");
  ProgramBuilder p({parent.Finish(), OneAction(child, &kPlain)}, {{"/apps/child", 1}});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  const JobRow row = Job(id, 1);
  EXPECT_EQ(row.state, JobState::kSucceeded);
  EXPECT_EQ(row.parent_node, "s");
  EXPECT_EQ(row.app_name, "child");
  EXPECT_NE(row.id, id);
  EXPECT_EQ(Node(id, "s").external_id, row.id);
  EXPECT_EQ(Node(id, "a", 1).state, NodeState::kOk);
  EXPECT_EQ(*state_->FindRoot(row.id), id);

  seen_.failures["a"] = {{ErrorClass::kError, "X", "broke"}};
  const std::string bad = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, bad), JobState::kKilled);
  EXPECT_EQ(Node(bad, "s").state, NodeState::kError);
  EXPECT_NE(Job(bad).error_message.find("a: broke"), std::string::npos);
}

TEST_F(SubWorkflowTest, OneTextIsWhatItIsWhereItIsWritten) {
  WorkflowBuilder builders[3] = {WorkflowBuilder("0"), WorkflowBuilder("1"), WorkflowBuilder("2")};
  std::vector<hpdl_workflow> workflows;
  for (WorkflowBuilder& w : builders) {
    const bool last = &w == &builders[2];
    w.Start("a");
    w.Action("a", last ? &kPlain : &kSub, "end", "fail", {w.Text("../sub")});
    w.Kill("fail", w.Call(&LastErrorMessage));
    w.End("end");
    workflows.push_back(w.Finish());
  }
  ProgramBuilder p(workflows);
  const hpdl_str path = builders[0].Keep("../sub");
  const hpdl_sub subs[] = {{path, 2, 1}, {path, 1, 0}};
  p.program.subs = subs;
  p.program.sub_count = 2;
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Job(id, 1).app_name, "1");
  EXPECT_EQ(Job(id, 2).app_name, "2");
}

TEST_F(SubWorkflowTest, SubWorkflowDepthIsBounded) {
  WorkflowBuilder w("self");
  w.Start("s");
  const std::uint32_t path = w.Text("me");
  w.Action("s", &kSub, "end", "fail", {path});
  w.Kill("fail", w.Call(&LastErrorMessage));
  w.End("end");
  ProgramBuilder p({w.Finish()}, {{"me", 0}});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(Times("s"), 51);
  EXPECT_NE(Job(id).error_message.find("Depth [51] cannot exceed maximum subworkflow depth [50]"),
            std::string::npos)
      << Job(id).error_message;
}

/// The largest number of jobs in memory while an action of a child job ran.
std::size_t most_in_memory = 0;

Task<Outcome> RunMeasured(ActionContext&) {
  most_in_memory = std::max(most_in_memory, JobRun::in_memory());
  co_return Outcome::Ok();
}
constexpr hpdl_kind kMeasured{"measured", &RunMeasured, false};

TEST_F(SubWorkflowTest, EndedChildrenGoFromMemory) {
  WorkflowBuilder parent("parent");
  parent.Start("s0");
  const std::uint32_t path = parent.Text("/apps/child");
  constexpr int kChildren = 50;
  std::vector<std::string> names;
  for (int i = 0; i <= kChildren; ++i) {
    names.push_back(i == kChildren ? "end" : "s" + std::to_string(i));
  }
  for (int i = 0; i < kChildren; ++i) {
    parent.Action(names[i], &kSub, names[i + 1], "fail", {path});
  }
  parent.Kill("fail", parent.Call(&LastErrorMessage));
  parent.End("end");
  WorkflowBuilder child("child");
  ProgramBuilder p({parent.Finish(), OneAction(child, &kMeasured)}, {{"/apps/child", 1}});
  const std::string id = SubmitJob(p.program);
  most_in_memory = 0;
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_LE(most_in_memory, 4U);
  EXPECT_EQ(JobRun::in_memory(), 0U);
  EXPECT_EQ(Job(id, kChildren).state, JobState::kSucceeded);
  EXPECT_EQ(Node(id, names[kChildren - 1]).external_id, Job(id, kChildren).id);
}

TEST_F(SubWorkflowTest, UnknownSubWorkflowTakesTheErrorTransition) {
  WorkflowBuilder w("parent");
  w.Start("s");
  const std::uint32_t path = w.Text("/apps/none");
  w.Action("s", &kSub, "end", "fail", {path});
  w.Kill("fail", w.Text("x"));
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(Node(id, "s").error_code, "E0711");
}

}  // namespace
}  // namespace hpdl::rt
