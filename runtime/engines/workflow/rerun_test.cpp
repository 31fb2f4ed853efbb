#include <gtest/gtest.h>

#include "runtime/engines/workflow/testing/plain_kinds.h"

namespace hpdl::rt {
namespace {

using namespace testing;

using RerunTest = EngineTest;

TEST_F(RerunTest, RerunSkipsByNameWithoutEffect) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  Go(p.program, id);
  RerunOptions rerun;
  rerun.run = options_;
  rerun.skip = {"a", "c"};
  ASSERT_TRUE(PrepareRerun(p.program, *state_, id, rerun));
  EXPECT_EQ(Job(id).state, JobState::kPrep);
  EXPECT_EQ(Job(id).run, 1);
  seen_.nodes.clear();
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes, std::vector<std::string>{"b"});
  EXPECT_TRUE(Node(id, "a").skipped);
  EXPECT_EQ(Node(id, "a").data, "node=a\n");
}

TEST_F(RerunTest, RerunRefusals) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  seen_.failures["a"] = {{ErrorClass::kError, "X", "y"}};
  const std::string id = SubmitJob(p.program);
  RerunOptions rerun;
  rerun.run = options_;
  rerun.failed = true;
  EXPECT_NE(PrepareRerun(p.program, *state_, id, rerun).error().message.find("has not ended"),
            std::string::npos);
  Go(p.program, id);
  rerun.skip = {"a"};
  EXPECT_EQ(PrepareRerun(p.program, *state_, id, rerun).error().code, "E0404");
  rerun.failed = false;
  rerun.skip = {"a", "end", ":start:", "nosuch"};
  const Error refused = PrepareRerun(p.program, *state_, id, rerun).error();
  EXPECT_EQ(refused.code + ": " + refused.message,
            "E0807: Some skip actions were not executed [end,nosuch]");
  rerun.skip.clear();
  EXPECT_FALSE(PrepareRerun(p.program, *state_, id, rerun));
}

TEST_F(RerunTest, RerunOfFailedWithNewProgramAndParameters) {
  WorkflowBuilder w1("app");
  w1.Parameter("x", "old");
  ProgramBuilder p1({Diamond(w1, &kPlain)});
  seen_.failures["b"] = {{ErrorClass::kError, "X", "y"}};
  const std::string id = SubmitJob(p1.program);
  EXPECT_EQ(Go(p1.program, id), JobState::kKilled);
  WorkflowBuilder w2("app");
  w2.Parameter("x", "old");
  ProgramBuilder p2({Diamond(w2, &kPlain)});
  p2.SetHash("other");
  EXPECT_FALSE(ExecuteWith(p2.program, *state_, id, nullptr, hooks_));
  RerunOptions rerun;
  rerun.run = options_;
  rerun.run.properties = {{"oozie.wf.rerun.failnodes", "true"}, {"x", "new"}};
  ASSERT_TRUE(PrepareRerun(p2.program, *state_, id, rerun));
  seen_.nodes.clear();
  EXPECT_EQ(Go(p2.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("b"), 1);
  EXPECT_EQ(Times("c"), 1);
  auto store = std::move(*state_->OpenJob(id, true));
  EXPECT_EQ(store->JobProperties(0, 1)->at("x"), "new");
  EXPECT_EQ(store->JobProperties(0, 0)->at("x"), "old");
}

TEST_F(RerunTest, ASkippedNodeThatFailedTakesItsErrorTransitionAgain) {
  WorkflowBuilder w("handled");
  w.Start("bad");
  w.Action("bad", &kPlain, "end", "handler");
  w.Action("handler", &kPlain, "end", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  seen_.failures["bad"] = {{ErrorClass::kError, "X", "y"}};
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  RerunOptions rerun;
  rerun.run = options_;
  rerun.run.properties = {{"oozie.wf.rerun.skip.nodes", " bad "}};
  ASSERT_TRUE(PrepareRerun(p.program, *state_, id, rerun));
  EXPECT_EQ(Job(id).last_error_node, "bad");
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("bad"), 1);
  EXPECT_EQ(Times("handler"), 2);
  EXPECT_EQ(Node(id, "bad").state, NodeState::kError);
  EXPECT_EQ(Node(id, "bad").error_code, "X");
}

TEST_F(RerunTest, TheChoiceOfNodesStaysWithTheJob) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  Go(p.program, id);
  const auto rerun = [&](Properties properties, std::vector<std::string> skip = {},
                         bool failed = false) {
    RerunOptions options{options_, failed, std::move(skip)};
    options.run.properties = std::move(properties);
    const Result<void> prepared = PrepareRerun(p.program, *state_, id, options);
    if (!prepared) {
      return prepared.error().code;
    }
    seen_.nodes.clear();
    EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
    return std::to_string(seen_.nodes.size());
  };
  const std::string skip = "oozie.wf.rerun.skip.nodes", failed = "oozie.wf.rerun.failnodes";
  EXPECT_EQ(rerun({{failed, "maybe"}}), "3") << "another word than true counts as false";
  EXPECT_EQ(rerun({{failed, "TRUE"}}), "0");
  EXPECT_EQ(rerun({{skip, "a"}}), "E0404");
  EXPECT_EQ(rerun({{skip, "a"}, {failed, "false"}}), "2");
  EXPECT_EQ(rerun({{failed, "false"}}), "2") << "the list of an earlier rerun";
  EXPECT_EQ(rerun({{failed, "true"}, {skip, " "}}), "E0404");
  EXPECT_EQ(rerun({}, {}, true), "0") << "the command line decides alone";
  EXPECT_EQ(rerun({}, {"a", "b"}), "1");
}

TEST_F(RerunTest, ANodeThatHasBecomeAnotherIsNotSkipped) {
  WorkflowBuilder w1("app");
  w1.Start("a");
  w1.Action("a", &kPlain, "d", "fail");
  w1.Action("d", &kPlain, "b", "fail");
  w1.Action("b", &kPlain, "end", "fail");
  w1.Kill("fail", w1.Text("over"));
  w1.End("end");
  ProgramBuilder p1({w1.Finish()});
  seen_.failures["b"] = {{ErrorClass::kError, "X", "y"}};
  const std::string id = SubmitJob(p1.program);
  EXPECT_EQ(Go(p1.program, id), JobState::kKilled);
  WorkflowBuilder w2("app");
  w2.Start("d");
  w2.Decision("d", {{w2.Call(&Decide), "b"}}, "fail");
  w2.Action("b", &kPlain, "a", "fail");
  w2.Kill("fail", w2.Text("over"));
  w2.End("a");
  ProgramBuilder p2({w2.Finish()});
  p2.SetHash("other");
  RerunOptions rerun{options_, true, {}};
  ASSERT_TRUE(PrepareRerun(p2.program, *state_, id, rerun));
  EXPECT_EQ(Go(p2.program, id), JobState::kSucceeded);
  EXPECT_EQ(decided, 1);
  EXPECT_EQ(Node(id, "a").type, "end");
  EXPECT_EQ(Node(id, "d").type, "decision");
  EXPECT_EQ(seen_.nodes, (std::vector<std::string>{"a", "d", "b", "b"}));
}

TEST_F(RerunTest, AnActionOfAnotherKindIsSkipped) {
  WorkflowBuilder w1("app");
  ProgramBuilder p1({OneAction(w1, &kPlain)});
  const std::string id = SubmitJob(p1.program);
  EXPECT_EQ(Go(p1.program, id), JobState::kSucceeded);
  WorkflowBuilder w2("app");
  ProgramBuilder p2({OneAction(w2, &kChild)});
  p2.SetHash("other");
  ASSERT_TRUE(PrepareRerun(p2.program, *state_, id, {options_, true, {}}));
  EXPECT_EQ(Go(p2.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("a"), 1);
  EXPECT_TRUE(Node(id, "a").skipped);
}

/// The texts that progress_before() has returned to the attempts of RunWithProgress().
std::vector<std::string> known_before;

/// Records the number of the run as its progress, and then does the same as RunPlain().
Task<Outcome> RunWithProgress(ActionContext& context) {
  known_before.push_back(context.progress_before());
  co_await context.RecordProgress("run " + std::to_string(context.job().run));
  co_return co_await RunPlain(context);
}
constexpr hpdl_kind kWithProgress{"plain", &RunWithProgress, false};

TEST_F(RerunTest, OnlyARerunOfFailedNodesKnowsEarlierProgress) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kWithProgress)});
  seen_.failures["a"].assign(5, {ErrorClass::kError, "X", "y"});
  known_before.clear();
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  for (const char* failed : {" True ", "false", "true"}) {
    RerunOptions rerun{options_, false, {}};
    rerun.run.properties = {{"oozie.wf.rerun.failnodes", failed}};
    ASSERT_TRUE(PrepareRerun(p.program, *state_, id, rerun));
    EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  }
  EXPECT_EQ(known_before, (std::vector<std::string>{"", "run 0", "", "run 2"}));
}

TEST_F(RerunTest, EachJobHasASaltThatItKeeps) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  Go(p.program, id);
  const std::string first = seen_.salt;
  EXPECT_EQ(first.size(), 32U);
  RerunOptions rerun;
  rerun.run = options_;
  rerun.skip = {"a"};
  ASSERT_TRUE(PrepareRerun(p.program, *state_, id, rerun));
  Go(p.program, id);
  EXPECT_EQ(seen_.salt, first);
  Go(p.program, SubmitJob(p.program));
  EXPECT_NE(seen_.salt, first);
}

TEST_F(RerunTest, SkippedDecisionDoesNotLook) {
  WorkflowBuilder w("decision");
  w.Start("d");
  w.Decision("d", {{w.Call(&Decide), "yes"}}, "no");
  w.Action("yes", &kPlain, "end", "end");
  w.Action("no", &kPlain, "end", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = SubmitJob(p.program);
  Go(p.program, id);
  RerunOptions rerun;
  rerun.run = options_;
  rerun.skip = {"d"};
  ASSERT_TRUE(PrepareRerun(p.program, *state_, id, rerun));
  decide = false;
  decided = 0;
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(decided, 0);
  EXPECT_EQ(Times("yes"), 2);
  EXPECT_EQ(Times("no"), 0);
}

}  // namespace
}  // namespace hpdl::rt
