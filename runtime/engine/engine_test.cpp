#include "runtime/engine/engine.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <thread>

#include "runtime/engine/control.h"
#include "runtime/engine/execute.h"
#include "runtime/engine/kind.h"
#include "runtime/engine/testing/program_builder.h"
#include "runtime/engine/world.h"
#include "runtime/process/fake_processes.h"

namespace hpdl::rt {
namespace {

using testing::ProgramBuilder;
using testing::WorkflowBuilder;

/// What an executor of these tests saw of its attempts.
struct Seen {
  std::vector<std::string> nodes;
  int resumed = 0;
  std::map<std::string, std::vector<Error>> failures;  ///< node -> what its next attempts give
};
Seen* seen = nullptr;

/// Fails as `seen->failures` says, else is fine and gives data.
Task<Outcome> RunPlain(ActionContext& context) {
  const std::string node(context.node());
  seen->nodes.push_back(node);
  seen->resumed += context.resumed() ? 1 : 0;
  auto& failures = seen->failures[node];
  if (!failures.empty()) {
    Outcome outcome;
    outcome.error = failures.front();
    failures.erase(failures.begin());
    co_return outcome;
  }
  Outcome outcome;
  outcome.data.emplace();
  (*outcome.data)["node"] = node;
  co_return outcome;
}
constexpr hpdl_kind kPlain{"plain", &RunPlain, false};

/// Runs the child that its first argument names.
Task<Outcome> RunChild(ActionContext& context) {
  const std::string node(context.node());
  seen->nodes.push_back(node);
  seen->resumed += context.resumed() ? 1 : 0;
  Command command;
  command.argv.emplace_back("true");
  command.directory = "/";
  const ExitStatus status = co_await context.RunProcess(std::move(command));
  if (status.lost || status.code != 0) {
    co_return Outcome::Failed(ErrorClass::kError, "JA018",
                              "exit code " + std::to_string(status.code));
  }
  co_return Outcome::Ok();
}
constexpr hpdl_kind kChild{"child", &RunChild, true};

Task<Outcome> RunSub(ActionContext& context) {
  seen->nodes.emplace_back(context.node());
  Properties given;
  given["given"] = "yes";
  const std::string path = context.args().children[0].text;
  co_return co_await context.RunSubWorkflow(path, std::move(given));
}
constexpr hpdl_kind kSub{"sub-workflow", &RunSub, false};

std::int32_t StringOut(hpdl_eval* eval, std::string_view text, hpdl_value* out) {
  const std::string_view kept = eval->arena.Copy(text);
  out->type = HPDL_STRING;
  out->size = static_cast<std::uint32_t>(kept.size());
  out->as.s = kept.data();
  return 0;
}

bool decide = true;
int decided = 0;
std::int32_t Decide(hpdl_eval*, hpdl_value* out) {
  ++decided;
  out->type = HPDL_BOOLEAN;
  out->size = 0;
  out->as.i = decide ? 1 : 0;
  return 0;
}
std::int32_t LastErrorMessage(hpdl_eval* eval, hpdl_value* out) {
  const auto node = eval->run->LastErrorNode();
  const NodeRecord* record = node ? eval->run->Node(*node) : nullptr;
  return StringOut(eval, record != nullptr ? *node + ": " + *record->error_message : "none", out);
}
std::int32_t Broken(hpdl_eval* eval, hpdl_value*) {
  return eval->Fail("no such thing");
}

class Recorder final : public ProgressSink {
 public:
  void OnEvent(const ProgressEvent& event) override { events.push_back(event); }
  void OnTick(std::int64_t) override {
    if (on_tick) {
      on_tick();
    }
  }
  std::vector<ProgressEvent> events;
  std::function<void()> on_tick;
};

class EngineTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char path[] = "/tmp/hpdl-engine-XXXXXX";
    ASSERT_NE(mkdtemp(path), nullptr);
    root_ = path;
    state_ = std::move(*StateDirectory::Open(root_ + "/state", true));
    seen = &seen_;
    decide = true;
    decided = 0;
    options_.local = true;
    hooks_.catch_signals = false;
    hooks_.retry = {.max = 2, .first_ms = 1, .most_ms = 4};
    hooks_.start_processes = [this](boost::asio::io_context&, const std::string&,
                                    unsigned) -> Result<std::unique_ptr<Processes>> {
      return processes_.Lend();
    };
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  std::string SubmitJob(const hpdl_program& program) {
    Result<std::string> id = Submit(program, *state_, options_);
    EXPECT_TRUE(id) << id.error().message;
    return id ? *id : "";
  }
  JobState Go(const hpdl_program& program, const std::string& id, ProgressSink* sink = nullptr) {
    Result<JobState> state = ExecuteWith(program, *state_, id, sink, hooks_);
    EXPECT_TRUE(state) << state.error().message;
    return state ? *state : JobState::kPrep;
  }
  JobRow Job(const std::string& id, std::size_t number = 0) {
    return (*(*state_->OpenJob(id, true))->Jobs())[number];
  }
  NodeRow Node(const std::string& id, const std::string& name, std::int64_t job = 0) {
    auto store = std::move(*state_->OpenJob(id, true));
    const std::int64_t run = (*store->Jobs())[static_cast<std::size_t>(job)].run;
    const std::vector<NodeRow> rows = *store->Nodes(job, run);
    for (const NodeRow& row : rows) {
      if (row.node == name) {
        return row;
      }
    }
    NodeRow none;
    none.type = "absent";
    return none;
  }
  int Times(const std::string& node) const {
    return static_cast<int>(std::count(seen_.nodes.begin(), seen_.nodes.end(), node));
  }

  std::string root_;
  std::unique_ptr<StateDirectory> state_;
  RunOptions options_;
  ExecuteHooks hooks_;
  FakeProcesses processes_;
  Seen seen_;
};

/// start -> a -> end; error -> fail
hpdl_workflow OneAction(WorkflowBuilder& w, const hpdl_kind* kind) {
  w.Start("a");
  w.Action("a", kind, "end", "fail");
  w.Kill("fail", w.Call(&LastErrorMessage));
  w.End("end");
  return w.Finish();
}

/// fork of a, b into a join, then c
hpdl_workflow Diamond(WorkflowBuilder& w, const hpdl_kind* kind) {
  w.Start("f");
  w.Fork("f", {"a", "b"});
  w.Action("a", kind, "j", "fail");
  w.Action("b", kind, "j", "fail");
  w.Join("j", "c");
  w.Action("c", kind, "end", "fail");
  w.Kill("fail", w.Call(&LastErrorMessage));
  w.End("end");
  return w.Finish();
}

TEST_F(EngineTest, OneActionSucceeds) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Job(id).state, JobState::kPrep);
  Recorder recorder;
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kSucceeded);
  EXPECT_EQ(Job(id).state, JobState::kSucceeded);
  EXPECT_EQ(Job(id).app_name, "one");
  EXPECT_EQ(Node(id, "a").state, NodeState::kOk);
  EXPECT_EQ(Node(id, "a").transition, "end");
  EXPECT_EQ(Node(id, "a").data, "node=a\n");
  EXPECT_EQ(Node(id, ":start:").transition, "a");
  EXPECT_EQ(Node(id, "end").state, NodeState::kOk);
  ASSERT_FALSE(recorder.events.empty());
  EXPECT_EQ(recorder.events.back().state, "SUCCEEDED");
  EXPECT_EQ(state_->List()->front().job.state, JobState::kSucceeded);
}

TEST_F(EngineTest, EndedJobIsNotRunAgain) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  Go(p.program, id);
  Result<JobState> again = ExecuteWith(p.program, *state_, id, nullptr, hooks_);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, "E0718");
  EXPECT_EQ(Times("a"), 1);
}

TEST_F(EngineTest, ErrorTransitionEndsInKillWithMessage) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  seen_.failures["a"] = {{ErrorClass::kError, "JA018", "broke"}};
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(Job(id).error_code, "E0729");
  EXPECT_EQ(Job(id).error_message, "a: broke");
  EXPECT_EQ(Job(id).last_error_node, "a");
  EXPECT_EQ(Node(id, "a").state, NodeState::kError);
  EXPECT_EQ(Node(id, "a").error_code, "JA018");
  EXPECT_EQ(Node(id, "a").transition, "fail");
}

TEST_F(EngineTest, FailOfHwsEndsFailed) {
  WorkflowBuilder w("one", HPDL_DIALECT_HWS);
  ProgramBuilder p({OneAction(w, &kPlain)});
  seen_.failures["a"] = {{ErrorClass::kError, "X", "broke"}};
  options_.properties["user.name"] = "joe";
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kFailed);
  EXPECT_EQ(Node(id, "a").transition, "error");
  EXPECT_EQ(Node(id, "fail").type, "fail");
}

TEST_F(EngineTest, FatalFailsTheJob) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  seen_.failures["a"] = {{ErrorClass::kFatal, "X", "hopeless"}};
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kFailed);
  EXPECT_EQ(Node(id, "a").state, NodeState::kFailed);
  EXPECT_EQ(Node(id, "fail").type, "absent");
}

TEST_F(EngineTest, TransientIsTriedAgain) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  seen_.failures["a"] = {{ErrorClass::kTransient, "X", "1"}, {ErrorClass::kTransient, "X", "2"}};
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("a"), 3);
  EXPECT_EQ(Node(id, "a").attempt, 2U);
  EXPECT_EQ(Node(id, "a").error_code, "");
}

TEST_F(EngineTest, TooManyTransientFailuresSuspendUntilResume) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  seen_.failures["a"].assign(3, {ErrorClass::kTransient, "X", "down"});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  EXPECT_EQ(Times("a"), 3);
  EXPECT_EQ(Node(id, "a").state, NodeState::kStartManual);
  EXPECT_EQ(Job(id).suspended_by, "error a");
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("a"), 4);
}

TEST_F(EngineTest, NonTransientSuspendsAndRetryMakesReady) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kPlain)});
  seen_.failures["a"] = {{ErrorClass::kNonTransient, "X", "disk"}};
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  EXPECT_EQ(Node(id, "b").state, NodeState::kOk);
  EXPECT_EQ(RequestRetry(*state_, id, "b").error().code, "E0717");
  EXPECT_EQ(RequestRetry(*state_, id, "nosuch").error().code, "E0605");
  ASSERT_TRUE(RequestRetry(*state_, id, "a"));
  EXPECT_EQ(Node(id, "a").state, NodeState::kStartRetry);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("a"), 2);
  EXPECT_EQ(Times("b"), 1);
}

TEST_F(EngineTest, DecisionTakesFirstThatHolds) {
  for (const bool yes : {true, false}) {
    decide = yes;
    WorkflowBuilder w("decision");
    w.Start("d");
    w.Decision("d", {{w.Call(&Decide), "yes"}}, "no");
    w.Action("yes", &kPlain, "end", "end");
    w.Action("no", &kPlain, "end", "end");
    w.End("end");
    ProgramBuilder p({w.Finish()});
    const std::string id = SubmitJob(p.program);
    EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
    EXPECT_EQ(Node(id, "d").transition, yes ? "yes" : "no");
    EXPECT_EQ(Times(yes ? "yes" : "no"), 1);
  }
}

TEST_F(EngineTest, BrokenExpressionFailsTheJob) {
  WorkflowBuilder w("broken");
  w.Start("a");
  const std::uint32_t expression = w.Call(&Broken, "${nosuch}");
  w.Action("a", &kPlain, "end", "end", {expression});
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kFailed);
  EXPECT_EQ(Job(id).error_message, "node 'a', workflow.xml:7:9: no such thing in '${nosuch}'");
  EXPECT_EQ(Times("a"), 0);
}

TEST_F(EngineTest, ForkAndJoin) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Node(id, "f").transition, "a,b");
  EXPECT_EQ(seen_.nodes.back(), "c");
  EXPECT_EQ(seen_.nodes.size(), 3U);
}

TEST_F(EngineTest, NestedForksAndPathsStraightToTheJoin) {
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

TEST_F(EngineTest, JoinWithoutForkFails) {
  WorkflowBuilder w("unpaired");
  w.Start("j");
  w.Join("j", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kFailed);
  EXPECT_EQ(Job(id).error_code, "E0720");
}

TEST_F(EngineTest, UnpairedJoinsLastPathGoesOn) {
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

TEST_F(EngineTest, KillInAForkKillsWhatRuns) {
  WorkflowBuilder w("kill");
  w.Start("f");
  w.Fork("f", {"slow", "bad"});
  w.Action("slow", &kChild, "j", "fail");
  w.Action("bad", &kPlain, "j", "fail");
  w.Join("j", "end");
  w.Kill("fail", w.Text("enough"));
  w.End("end");
  ProgramBuilder p({w.Finish()});
  seen_.failures["bad"] = {{ErrorClass::kError, "X", "y"}};
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(Node(id, "slow").state, NodeState::kKilled);
  EXPECT_EQ(processes_.killed().size(), processes_.started().size());
  EXPECT_EQ(Job(id).error_message, "enough");
}

TEST_F(EngineTest, EndInAForkSucceedsAndKillsTheRest) {
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
  EXPECT_TRUE(processes_.running().empty());
}

TEST_F(EngineTest, JobsOfHwsNameTheirUser) {
  WorkflowBuilder w("user", HPDL_DIALECT_HWS);
  w.Parameter("in");
  ProgramBuilder p({OneAction(w, &kPlain)});
  const Result<std::string> both = Submit(p.program, *state_, options_);
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().code, "E0738");
  EXPECT_NE(both.error().message.find(": in\n"), std::string::npos) << both.error().message;
  EXPECT_NE(both.error().message.find("-D user.name=NAME"), std::string::npos);
  options_.properties["in"] = "x";
  const Result<std::string> none = Submit(p.program, *state_, options_);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "E0401");
  for (const char* name : {"", "joe"}) {
    options_.properties["user.name"] = name;
    const Result<std::string> id = Submit(p.program, *state_, options_);
    ASSERT_EQ(id.ok(), *name != 0) << name;
    EXPECT_EQ(id ? Job(*id).user : id.error().code, id ? "joe" : "E0401");
  }
}

TEST_F(EngineTest, JobsOfOozieHaveTheUserWhoRunsThem) {
  WorkflowBuilder w("user");
  ProgramBuilder p({OneAction(w, &kPlain)});
  EXPECT_EQ(Job(SubmitJob(p.program)).user, CurrentUser());
  options_.properties["user.name"] = "joe";
  options_.properties["oozie.job.acl"] = "friends";
  EXPECT_EQ(Job(SubmitJob(p.program)).user, "joe");
  EXPECT_EQ(Job(SubmitJob(p.program)).group, "friends");
  options_.properties["group.name"] = "staff";
  EXPECT_EQ(Job(SubmitJob(p.program)).group, "staff");
  options_.properties["user.name"] = "";
  EXPECT_FALSE(Submit(p.program, *state_, options_));
}

TEST_F(EngineTest, MissingParametersAreAllNamedBeforeAnything) {
  WorkflowBuilder w("params");
  w.Parameter("in");
  w.Parameter("out");
  w.Parameter("mode", "fast");
  ProgramBuilder p({OneAction(w, &kPlain)});
  Result<std::string> id = Submit(p.program, *state_, options_);
  ASSERT_FALSE(id);
  EXPECT_EQ(id.error().code, "E0738");
  EXPECT_NE(id.error().message.find("The following 2 parameters"), std::string::npos);
  EXPECT_NE(id.error().message.find("in, out"), std::string::npos);
  EXPECT_TRUE(state_->List()->empty());
  options_.properties = {{"in", "/x"}, {"out", "${in}/y"}, {"home", "/user/${user.name}"}};
  const std::string good = SubmitJob(p.program);
  auto store = std::move(*state_->OpenJob(good, true));
  Properties properties = *store->JobProperties(0, 0);
  EXPECT_EQ(properties["out"], "/x/y");
  EXPECT_EQ(properties["mode"], "fast");
  EXPECT_FALSE(properties["user.name"].empty());
  EXPECT_EQ(properties["home"], "/user/" + properties["user.name"]);
}

TEST_F(EngineTest, WhatCannotRunIsRefusedLineByLine) {
  WorkflowBuilder w("kinds");
  w.Start("a");
  w.Action("a", nullptr, "b", "end");
  w.Action("b", &kChild, "end", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  options_.local = false;
  EXPECT_EQ(CheckProgram(p.program, options_).size(), 2U);
  EXPECT_FALSE(Submit(p.program, *state_, options_));
  options_.local = true;
  ASSERT_EQ(CheckProgram(p.program, options_).size(), 1U);
  EXPECT_NE(CheckProgram(p.program, options_)[0].find("node 'a'"), std::string::npos);
}

TEST_F(EngineTest, RerunSkipsByNameWithoutEffect) {
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

TEST_F(EngineTest, RerunRefusals) {
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
  EXPECT_NE(PrepareRerun(p.program, *state_, id, rerun).error().message.find("not both"),
            std::string::npos);
  rerun.failed = false;
  rerun.skip = {"a", "end", ":start:"};
  EXPECT_NE(PrepareRerun(p.program, *state_, id, rerun).error().message.find("run: a, end"),
            std::string::npos);
  rerun.skip = {"nosuch"};
  EXPECT_NE(PrepareRerun(p.program, *state_, id, rerun).error().message.find("no node nosuch"),
            std::string::npos);
  rerun.skip.clear();
  EXPECT_FALSE(PrepareRerun(p.program, *state_, id, rerun));
}

TEST_F(EngineTest, RerunOfFailedWithNewProgramAndParameters) {
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

TEST_F(EngineTest, SkippedDecisionDoesNotLook) {
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

TEST_F(EngineTest, SuspendOnNodesOncePerRun) {
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

TEST_F(EngineTest, SubWorkflowIsAJobOfItsOwn) {
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

TEST_F(EngineTest, SubWorkflowDepthIsBounded) {
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
  EXPECT_NE(Job(id).error_message.find("depth 51"), std::string::npos) << Job(id).error_message;
}

TEST_F(EngineTest, UnknownSubWorkflowTakesTheErrorTransition) {
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

TEST_F(EngineTest, KillRequestReachesALiveEngine) {
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

TEST_F(EngineTest, SuspendRequestLetsRunningActionsEnd) {
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

TEST_F(EngineTest, SignalLeavesChildrenThatResumeAdopts) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  hooks_.catch_signals = true;
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  recorder.on_tick = [] { kill(getpid(), SIGTERM); };
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

TEST_F(EngineTest, KillOfAPreparedJobNeedsNoEngine) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(RequestKill(*state_, id));
  EXPECT_EQ(Job(id).state, JobState::kKilled);
  EXPECT_FALSE(ExecuteWith(p.program, *state_, id, nullptr, hooks_));
}

TEST_F(EngineTest, ControlNodesShareOneCommit) {
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
  Recorder recorder;
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kSucceeded);
  // The first two events are of the job itself; all of one commit carry on without a tick between.
  EXPECT_EQ(decided, 100);
  EXPECT_EQ(Node(id, "d99").state, NodeState::kOk);
}

TEST_F(EngineTest, WideForkWaitsCheaply) {
  WorkflowBuilder w("wide");
  constexpr int kPaths = 10000;
  std::vector<std::string> names;
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

/// Runs below DeathAtEveryCommit: submits a job, or goes on with the one that is there.
TEST_F(EngineTest, DISABLED_CrashHelper) {
  const char* directory = getenv("HPDL_TEST_DIR");
  ASSERT_NE(directory, nullptr);
  state_ = std::move(*StateDirectory::Open(directory, true));
  std::deque<WorkflowBuilder> builders;
  std::unique_ptr<ProgramBuilder> p;
  const hpdl_program program = Everything(builders, p, getenv("HPDL_TEST_KILLS") != nullptr);
  seen_.failures["a"] = {{ErrorClass::kTransient, "X", "once"}};
  const std::vector<IndexEntry> jobs = *state_->List();
  const std::string id = jobs.empty() ? SubmitJob(program) : jobs.front().root_id;
  if (!IsEnd(Job(id).state)) {
    Go(program, id);
  }
}

TEST_F(EngineTest, DeathAtEveryCommit) {
  const auto run = [&](const std::string& directory, const char* variable, int n, bool kills) {
    const pid_t process = fork();
    if (process == 0) {
      setenv("HPDL_TEST_DIR", directory.c_str(), 1);
      if (kills) {
        setenv("HPDL_TEST_KILLS", "1", 1);
      }
      if (variable != nullptr) {
        setenv(variable, std::to_string(n).c_str(), 1);
      }
      (void)!freopen("/dev/null", "w", stdout);
      execl("/proc/self/exe", "engine_test", "--gtest_filter=EngineTest.DISABLED_CrashHelper",
            "--gtest_also_run_disabled_tests", nullptr);
      _exit(9);
    }
    int status = 0;
    waitpid(process, &status, 0);
    return status;
  };
  for (const bool kills : {false, true}) {
    for (const char* variable : {"HPDL_CRASH_AT", "HPDL_CRASH_AFTER"}) {
      int died = 0;
      for (int n = 1; n < 60; ++n) {
        const std::string directory =
            root_ + "/" + variable + (kills ? "k" : "e") + std::to_string(n);
        if (!WIFSIGNALED(run(directory, variable, n, kills))) {
          break;
        }
        ++died;
        ASSERT_EQ(run(directory, nullptr, 0, kills), 0) << variable << n;
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

TEST_F(EngineTest, DeathWhileEndingStartsNothingNew) {
  WorkflowBuilder w("kill");
  w.Start("f");
  w.Fork("f", {"slow", "bad"});
  w.Action("slow", &kChild, "j", "fail");
  w.Action("bad", &kPlain, "j", "fail");
  w.Join("j", "end");
  w.Kill("fail", w.Text("enough"));
  w.End("end");
  ProgramBuilder p({w.Finish()});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  hooks_.catch_signals = true;
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  recorder.on_tick = [] { kill(getpid(), SIGTERM); };
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

TEST_F(EngineTest, CorruptJournalIsReportedNotRun) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  std::filesystem::resize_file(state_->JobPath(id) + "/journal.db", 6000);
  Result<JobState> result = ExecuteWith(p.program, *state_, id, nullptr, hooks_);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().error_class, ErrorClass::kCorruptStore);
  EXPECT_EQ(Times("a"), 0);
}

}  // namespace
}  // namespace hpdl::rt
