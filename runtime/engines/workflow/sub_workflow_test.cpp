#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
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

TEST_F(SubWorkflowTest, AWorkflowOfAnotherParentRunsOnlyIfItInheritsTheSame) {
  for (const char* inherited : {"low", "middle"}) {
    WorkflowBuilder parent("parent");
    parent.Start("s");
    parent.Action("s", &kSub, "end", "fail", {parent.Text("/apps/child")});
    parent.Kill("fail", parent.Call(&LastErrorMessage));
    parent.End("end");
    WorkflowBuilder child("child");
    hpdl_workflow root = parent.Finish();
    hpdl_workflow leaf = OneAction(child, &kPlain);
    root.handed_global = parent.Keep("low");
    leaf.inherited_global = parent.Keep(inherited);
    ProgramBuilder p({root, leaf}, {});
    const hpdl_sub subs[] = {{parent.Keep("/apps/child"), 1, 1}};
    p.program.subs = subs;
    p.program.sub_count = 1;
    const std::string id = SubmitJob(p.program);
    const bool same = std::string(inherited) == "low";
    EXPECT_EQ(Go(p.program, id), same ? JobState::kSucceeded : JobState::kKilled) << inherited;
  }
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

/// Records node and run, and then does the same as RunPlain().
Task<Outcome> RunNamingItsRun(ActionContext& context) {
  Outcome outcome = co_await RunPlain(context);
  seen->nodes.back() += " " + std::to_string(context.job().run);
  co_return outcome;
}
constexpr hpdl_kind kNamesItsRun{"plain", &RunNamingItsRun, false};

/// Begins a sub-workflow that gets all properties of the job.
Task<Outcome> RunSubOfAll(ActionContext& context) {
  Properties given = context.configuration();
  given.erase("oozie.wf.rerun.failnodes");
  given.erase("oozie.wf.rerun.skip.nodes");
  const std::string path = context.args().children[0].text;
  co_return co_await context.RunSubWorkflow(path, std::move(given));
}
constexpr hpdl_kind kSubOfAll{"sub-workflow", &RunSubOfAll, false};

/// The result of CurrentPath().
const char* current_path = "/apps/child";
std::int32_t CurrentPath(hpdl_eval* eval, hpdl_value* out) {
  return StringOut(eval, current_path, out);
}

/// Tests reruns of jobs whose sub-workflow is compiled in.
class RerunOfChildTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    current_path = "/apps/child";
  }
  /// Makes start -> a -> b -> end. An error leads to the kill node `fail`.
  static hpdl_workflow TwoActions(WorkflowBuilder& w, const hpdl_kind* first,
                                  const hpdl_kind* second, const std::string& path = "none") {
    w.Start("a");
    w.Action("a", first, "b", "fail", {w.Text(path)});
    w.Action("b", second, "end", "fail", {w.Text(path)});
    w.Kill("fail", w.Text("over"));
    w.End("end");
    return w.Finish();
  }
  /// Makes start -> s -> end, where `s` is a sub-workflow. An error leads to the kill node `fail`.
  static hpdl_workflow OneChild(WorkflowBuilder& w) {
    w.Start("s");
    w.Action("s", &kSubOfAll, "end", "fail", {w.Call(&CurrentPath)});
    w.Kill("fail", w.Text("over"));
    w.End("end");
    return w.Finish();
  }
  /// Makes a rerun of the failed nodes, and runs it.
  JobState GoAgain(const hpdl_program& program, const std::string& id, Properties properties = {}) {
    RerunOptions rerun{options_, true, {}};
    rerun.run.properties = std::move(properties);
    return Rerun(program, id, rerun);
  }
  JobState Rerun(const hpdl_program& program, const std::string& id, const RerunOptions& rerun) {
    const Result<void> prepared = PrepareRerun(program, *state_, id, rerun);
    EXPECT_TRUE(prepared) << prepared.error().message;
    return prepared ? Go(program, id) : JobState::kPrep;
  }
  std::vector<JobRow> Jobs(const std::string& id) { return *(*state_->OpenJob(id, true))->Jobs(); }
  /// Makes the node `b` of the child fail in its next `times` attempts.
  void FailB(std::size_t times) {
    seen_.failures["b"].assign(times, {ErrorClass::kError, "X", "broke"});
  }

  WorkflowBuilder parent_{"parent"}, child_{"child"};
  ProgramBuilder program_{{OneChild(parent_), TwoActions(child_, &kNamesItsRun, &kNamesItsRun)},
                          {{"/apps/child", 1}}};
};

TEST_F(RerunOfChildTest, TheChildGoesOnWithItsFailedNodes) {
  FailB(2);
  options_.properties = {{"x", "old"}, {"y", "kept"}};
  const std::string id = SubmitJob(program_.program);
  EXPECT_EQ(Go(program_.program, id), JobState::kKilled);
  const JobRow first = Job(id, 1);
  EXPECT_EQ(first.state, JobState::kKilled);
  EXPECT_EQ(GoAgain(program_.program, id, {{"x", "new"}}), JobState::kKilled);
  EXPECT_EQ(GoAgain(program_.program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes, (std::vector<std::string>{"a 0", "b 0", "b 1", "b 2"}));
  ASSERT_EQ(Jobs(id).size(), 2U);
  const JobRow last = Job(id, 1);
  EXPECT_EQ(last.id, first.id);
  EXPECT_EQ(last.run, 2);
  EXPECT_EQ(last.state, JobState::kSucceeded);
  EXPECT_EQ(last.created_ms, first.created_ms);
  EXPECT_EQ(last.error_message, "");
  EXPECT_EQ(Node(id, "s").external_id, first.id);
  EXPECT_TRUE(Node(id, "a", 1).skipped);
  EXPECT_EQ(Node(id, "a", 1).data, "node=a\n");
  EXPECT_FALSE(Node(id, "b", 1).skipped);
  auto store = std::move(*state_->OpenJob(id, true));
  const std::vector<JobRow> ended = *store->EndedRuns();
  ASSERT_EQ(ended.size(), 4U);
  EXPECT_EQ(ended[2].id, first.id);
  EXPECT_EQ(ended[2].run, 0);
  EXPECT_EQ(ended[2].state, JobState::kKilled);
  EXPECT_EQ(store->JobProperties(1, 0)->at("x"), "old");
  for (const std::int64_t run : {1, 2}) {
    const Properties properties = *store->JobProperties(1, run);
    EXPECT_EQ(properties.at("x"), "new");
    EXPECT_EQ(properties.at("y"), "kept");
    EXPECT_EQ(properties.at("oozie.wf.rerun.failnodes"), "true");
    EXPECT_EQ(properties.at("oozie.action.subworkflow.rerun"), "true");
  }
}

TEST_F(RerunOfChildTest, AGrandchildGoesOnToo) {
  WorkflowBuilder root("root");
  WorkflowBuilder middle("middle");
  WorkflowBuilder below("below");
  ProgramBuilder p({OneChild(root), TwoActions(middle, &kNamesItsRun, &kSubOfAll, "/apps/below"),
                    TwoActions(below, &kPlain, &kNamesItsRun)},
                   {{"/apps/child", 1}, {"/apps/below", 2}});
  FailB(1);
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(GoAgain(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes, (std::vector<std::string>{"a 0", "a", "b 0", "b 1"}));
  ASSERT_EQ(Jobs(id).size(), 3U);
  EXPECT_EQ(Job(id, 1).run, 1);
  EXPECT_EQ(Job(id, 2).run, 1);
  EXPECT_EQ(Job(id, 2).state, JobState::kSucceeded);
  EXPECT_EQ(Node(id, "b", 1).external_id, Job(id, 2).id);
}

TEST_F(RerunOfChildTest, ChildrenOfAForkGoOn) {
  WorkflowBuilder root("root");
  root.Start("f");
  root.Fork("f", {"s", "t"});
  for (const char* name : {"s", "t"}) {
    root.Action(name, &kSubOfAll, "j", "j", {root.Text("/apps/child")});
  }
  root.Join("j", "last");
  root.Action("last", &kNamesItsRun, "end", "fail");
  root.Kill("fail", root.Text("over"));
  root.End("end");
  WorkflowBuilder child("child");
  ProgramBuilder p({root.Finish(), TwoActions(child, &kNamesItsRun, &kNamesItsRun)},
                   {{"/apps/child", 1}});
  FailB(2);
  seen_.failures["last"] = {{ErrorClass::kError, "X", "broke"}};
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  seen_.nodes.clear();
  EXPECT_EQ(GoAgain(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes, (std::vector<std::string>{"b 1", "b 1", "last 1"}));
  ASSERT_EQ(Jobs(id).size(), 3U);
  EXPECT_EQ(Node(id, "s").external_id, Job(id, 1).id);
  EXPECT_EQ(Node(id, "t").external_id, Job(id, 2).id);
}

TEST_F(RerunOfChildTest, AChildThatSucceededIsRerunWithoutWhatEndedOk) {
  WorkflowBuilder root("parent");
  WorkflowBuilder child("child");
  child.Start("a");
  child.Action("a", &kNamesItsRun, "b", "fail");
  child.Action("b", &kNamesItsRun, "end", "handler");
  child.Action("handler", &kNamesItsRun, "end", "fail");
  child.Kill("fail", child.Text("over"));
  child.End("end");
  ProgramBuilder p({OneChild(root), child.Finish()}, {{"/apps/child", 1}});
  FailB(1);
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  {
    // The journal looks as if the parent had been killed when the child had just succeeded.
    auto store = std::move(*state_->OpenJob(id, false));
    JobRow job = Job(id);
    job.state = JobState::kKilled;
    NodeRow node = Node(id, "s");
    node.state = NodeState::kKilled;
    ASSERT_TRUE(store->PutJob(job) && store->PutNode(node) && store->Commit());
  }
  EXPECT_EQ(GoAgain(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes, (std::vector<std::string>{"a 0", "b 0", "handler 0", "b 1"}));
  ASSERT_EQ(Jobs(id).size(), 2U);
  EXPECT_EQ(Job(id, 1).run, 1);
  EXPECT_EQ(Job(id, 1).state, JobState::kSucceeded);
}

TEST_F(RerunOfChildTest, OnlyARerunOfFailedNodesGoesOn) {
  FailB(2);
  const std::string id = SubmitJob(program_.program);
  EXPECT_EQ(Go(program_.program, id), JobState::kKilled);
  RerunOptions rerun{options_, false, {":start:"}};
  EXPECT_EQ(Rerun(program_.program, id, rerun), JobState::kKilled);
  ASSERT_EQ(Jobs(id).size(), 3U);
  EXPECT_EQ(Job(id, 1).run, 0);
  EXPECT_EQ(Job(id, 1).state, JobState::kKilled);
  EXPECT_EQ(GoAgain(program_.program, id), JobState::kSucceeded);
  EXPECT_EQ(Node(id, "s").external_id, Job(id, 2).id);
  EXPECT_EQ(Job(id, 2).run, 1);
  EXPECT_EQ(seen_.nodes, (std::vector<std::string>{"a 0", "b 0", "a 0", "b 0", "b 1"}));
}

TEST_F(RerunOfChildTest, ARerunThatNeverCameToTheChildDoesNotForgetIt) {
  FailB(1);
  const std::string id = SubmitJob(program_.program);
  EXPECT_EQ(Go(program_.program, id), JobState::kKilled);
  current_path = "/apps/none";
  EXPECT_EQ(GoAgain(program_.program, id), JobState::kKilled);
  EXPECT_EQ(Node(id, "s").error_code, "E0711");
  current_path = "/apps/child";
  EXPECT_EQ(GoAgain(program_.program, id), JobState::kSucceeded);
  ASSERT_EQ(Jobs(id).size(), 2U);
  EXPECT_EQ(Job(id, 1).run, 1);
  EXPECT_EQ(Job(id).run, 2);
}

TEST_F(RerunOfChildTest, ANewProgramMayHaveAnotherOrderOfDefinitions) {
  FailB(1);
  const std::string id = SubmitJob(program_.program);
  EXPECT_EQ(Go(program_.program, id), JobState::kKilled);
  WorkflowBuilder root("parent");
  WorkflowBuilder other("other");
  WorkflowBuilder renamed("renamed");
  ProgramBuilder p({OneChild(root), OneAction(other, &kPlain),
                    TwoActions(renamed, &kNamesItsRun, &kNamesItsRun)},
                   {{"/apps/other", 1}, {"/apps/child", 2}});
  p.SetHash("new");
  EXPECT_EQ(GoAgain(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Job(id, 1).workflow, 2U);
  EXPECT_EQ(Job(id, 1).app_name, "renamed");
  EXPECT_EQ(seen_.nodes, (std::vector<std::string>{"a 0", "b 0", "b 1"}));
}

TEST_F(RerunOfChildTest, TheChildMayHaveAnotherDefinition) {
  WorkflowBuilder root("parent");
  WorkflowBuilder child("child");
  WorkflowBuilder other("other");
  other.Start("b");
  other.Action("b", &kNamesItsRun, "a", "fail");
  other.Kill("fail", other.Text("over"));
  other.End("a");
  ProgramBuilder p(
      {OneChild(root), TwoActions(child, &kNamesItsRun, &kNamesItsRun), other.Finish()},
      {{"/apps/child", 1}, {"/apps/other", 2}});
  FailB(1);
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  current_path = "/apps/other";
  EXPECT_EQ(GoAgain(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Node(id, "a", 1).type, "end");
  EXPECT_EQ(seen_.nodes, (std::vector<std::string>{"a 0", "b 0", "b 1"}));
}

TEST_F(RerunOfChildTest, ARetryOfTheActionMakesAnother) {
  options_.site_path = root_ + "/site.xml";
  std::ofstream(options_.site_path)
      << "<configuration><property><name>oozie.service.LiteWorkflowStoreService.user.retry.error."
         "code.ext</name><value>ALL</value></property></configuration>";
  WorkflowBuilder root("root");
  root.Start("s");
  root.Action("s", &kSubOfAll, "end", "fail", {root.Text("/apps/child")});
  root.RetriesOf("s", root.Text("1"), root.Text("0"));
  root.Kill("fail", root.Text("over"));
  root.End("end");
  WorkflowBuilder child("child");
  ProgramBuilder p({root.Finish(), TwoActions(child, &kNamesItsRun, &kNamesItsRun)},
                   {{"/apps/child", 1}});
  FailB(3);
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(GoAgain(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes,
            (std::vector<std::string>{"a 0", "b 0", "a 0", "b 0", "b 1", "a 0", "b 0"}));
  ASSERT_EQ(Jobs(id).size(), 4U);
  EXPECT_EQ(Job(id, 1).run, 0);
  EXPECT_EQ(Job(id, 2).run, 1);
  EXPECT_EQ(Job(id, 3).run, 0);
}

}  // namespace
}  // namespace hpdl::rt
