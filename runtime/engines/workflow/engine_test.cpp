#include "runtime/engines/workflow/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/engines/workflow/messages.h"
#include "runtime/engines/workflow/properties.h"
#include "runtime/engines/workflow/runs_again.h"
#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/engines/workflow/world.h"
#include "runtime/ground/base/current_user.h"

namespace hpdl::rt {
namespace {

using namespace testing;

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
  EXPECT_EQ(RootsOf(*state_).front().job.state, JobState::kSucceeded);
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

TEST_F(EngineTest, AKillNodeWhoseMessageFailsSaysWhatIsWrongWithIt) {
  WorkflowBuilder w("killed");
  w.Start("a");
  w.Action("a", &kPlain, "fail", "fail");
  w.Kill("fail", w.Call(&Broken, "${nosuch}"));
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kFailed);
  EXPECT_EQ(Job(id).error_code, "E0756");
  EXPECT_NE(Job(id).error_message.find("no such thing in '${nosuch}'"), std::string::npos)
      << Job(id).error_message;
  EXPECT_EQ(Node(id, "fail").state, NodeState::kFailed);
  EXPECT_EQ(Node(id, "fail").error_code, "E0756");
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
  EXPECT_THAT(WhatRunsAgain(*state_, id),
              ::testing::ElementsAre("action 'a' of job " + id +
                                     " runs again, and may have had its effect already: X: down"));
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(Times("a"), 4);
  EXPECT_THAT(WhatRunsAgain(*state_, id), ::testing::IsEmpty());
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
    const Result<ActionArguments> cases = DecodeArguments(Node(id, "d").arguments);
    ASSERT_TRUE(cases) << cases.error().message;
    ASSERT_EQ(cases->root.children.size(), 1U);
    EXPECT_EQ(cases->root.children[0].text, yes ? "true" : "false");
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

/// The texts of the arguments. The children of an argument follow it in brackets.
std::string arguments_seen;

void AddArguments(const ArgNode& above) {
  for (const ArgNode& each : above.children) {
    arguments_seen += each.text;
    if (!each.children.empty()) {
      arguments_seen += "(";
      AddArguments(each);
      arguments_seen += ")";
    }
  }
}
Task<Outcome> RunArguments(ActionContext& context) {
  arguments_seen.clear();
  AddArguments(context.args());
  co_return Outcome::Ok();
}
constexpr hpdl_kind kArguments{"arguments", &RunArguments, false};

Task<Outcome> RunGlobalArguments(ActionContext& ctx) {
  arguments_seen = ctx.global() == nullptr ? "none" : "";
  if (ctx.global() != nullptr) {
    AddArguments(*ctx.global());
  }
  co_return Outcome::Ok();
}
constexpr hpdl_kind kGlobalArguments{"global", &RunGlobalArguments, false};

TEST_F(EngineTest, ArgumentsLieInEachOtherAsTheyWereWritten) {
  WorkflowBuilder w("nested");
  std::vector<hpdl_arg> arguments;
  for (const auto& [text, end] : {std::pair("a", 1U), {"b", 4U}, {"c", 3U}, {"d", 4U}, {"e", 5U}}) {
    arguments.push_back({.field = 0, .end = end, .expr = w.Text(text), .line = 1});
  }
  hpdl_workflow workflow = OneAction(w, &kArguments);
  std::vector<hpdl_node> nodes(workflow.nodes, workflow.nodes + workflow.node_count);
  for (hpdl_node& node : nodes) {
    if (node.type == HPDL_ACTION) {
      node.args = arguments.data();
      node.arg_count = static_cast<std::uint32_t>(arguments.size());
    }
  }
  workflow.nodes = nodes.data();
  ProgramBuilder p({workflow});
  EXPECT_EQ(Go(p.program, SubmitJob(p.program)), JobState::kSucceeded);
  EXPECT_EQ(arguments_seen, "ab(cd)e");
}

TEST_F(EngineTest, AnActionGetsTheArgumentsOfGlobalThatItUses) {
  for (const bool takes : {true, false}) {
    WorkflowBuilder w("global");
    const std::uint32_t broken = w.Call(&Broken, "${nosuch}");
    const hpdl_arg global[] = {{.field = 0, .end = 1, .expr = broken, .line = 1},
                               {.field = 5, .end = 4, .expr = HPDL_NONE, .line = 1},
                               {.field = 0, .end = 3, .expr = broken, .line = 1},
                               {.field = 0, .end = 4, .expr = w.Text("used"), .line = 1}};
    const std::uint32_t unused[] = {0, 2};
    hpdl_workflow workflow = OneAction(w, &kGlobalArguments);
    std::vector<hpdl_node> nodes(workflow.nodes, workflow.nodes + workflow.node_count);
    for (hpdl_node& node : nodes) {
      node.flags = takes ? HPDL_NODE_TAKES_GLOBAL : 0;
      node.unused_global = unused;
      node.unused_global_count = takes ? std::size(unused) : 0;
    }
    workflow.nodes = nodes.data();
    workflow.global_args = global;
    workflow.global_arg_count = std::size(global);
    ProgramBuilder p({workflow});
    EXPECT_EQ(Go(p.program, SubmitJob(p.program)), JobState::kSucceeded);
    EXPECT_EQ(arguments_seen, takes ? "(used)" : "none");
  }
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
  hpdl_workflow workflow = OneAction(w, &kPlain);
  std::vector<hpdl_parameter> parameters(workflow.parameters,
                                         workflow.parameters + workflow.parameter_count);
  parameters.push_back({.name = w.Keep("needless"), .used = 1, .optional = 1});
  workflow.parameters = parameters.data();
  workflow.parameter_count = static_cast<std::uint32_t>(parameters.size());
  ProgramBuilder p({workflow});
  Result<std::string> id = Submit(p.program, *state_, options_);
  ASSERT_FALSE(id);
  EXPECT_EQ(id.error().code, "E0738");
  EXPECT_NE(id.error().message.find("The following 2 parameters"), std::string::npos);
  EXPECT_NE(id.error().message.find("in, out"), std::string::npos);
  EXPECT_TRUE(RootsOf(*state_).empty());
  options_.properties = {{"in", "/x"}, {"out", "${in}/y"}, {"home", "/user/${user.name}"}};
  const std::string good = SubmitJob(p.program);
  auto store = std::move(*state_->OpenJob(good, true));
  Properties properties = *store->JobProperties(0, 0);
  EXPECT_EQ(properties["out"], "/x/y");
  EXPECT_EQ(properties["mode"], "fast");
  EXPECT_FALSE(properties["user.name"].empty());
  EXPECT_EQ(properties["home"], "/user/" + properties["user.name"]);
}

TEST_F(EngineTest, NamesOfConstantsAreNoPropertiesInOozie) {
  for (const char* name : {"DAYS", "HOURS", "MINUTES", "KB", "MB", "GB", "TB", "PB", "RECORDS",
                           "MAP_IN", "MAP_OUT", "REDUCE_IN", "REDUCE_OUT", "GROUPS"}) {
    WorkflowBuilder w("given");
    ProgramBuilder p({OneAction(w, &kPlain)});
    options_.properties = {{name, "1"}};
    const Result<std::string> given = Submit(p.program, *state_, options_);
    ASSERT_FALSE(given) << name;
    EXPECT_EQ(given.error().code, "E0803");
    EXPECT_EQ(given.error().message,
              "IO error, E0808: Disallowed user property [" + std::string(name) + "]");
  }
  options_.properties = {};
  WorkflowBuilder of_file("file");
  of_file.Default("KB", "1");
  EXPECT_FALSE(Submit(ProgramBuilder({OneAction(of_file, &kPlain)}).program, *state_, options_));
  WorkflowBuilder of_parameter("parameter");
  of_parameter.Parameter("KB", "1");
  EXPECT_FALSE(
      Submit(ProgramBuilder({OneAction(of_parameter, &kPlain)}).program, *state_, options_));
  options_.properties = {{"YEAR", "1"}, {"kb", "1"}, {"KB", ""}};
  WorkflowBuilder other("other");
  EXPECT_TRUE(Submit(ProgramBuilder({OneAction(other, &kPlain)}).program, *state_, options_));
  WorkflowBuilder hws("hws", HPDL_DIALECT_HWS);
  options_.properties = {{"user.name", "joe"}, {"KB", "1"}};
  EXPECT_TRUE(Submit(ProgramBuilder({OneAction(hws, &kPlain)}).program, *state_, options_));
}

TEST_F(EngineTest, AnEmptyPropertyOfOozieIsNoProperty) {
  WorkflowBuilder w("empty");
  w.Parameter("in");
  w.Parameter("mode", "fast");
  w.Parameter("none", "");
  w.Default("queue", "etl");
  w.Default("gap", "");
  ProgramBuilder p({OneAction(w, &kPlain)});
  options_.properties = {{"in", ""}, {"mode", ""}, {"queue", ""}, {"own", ""}};
  EXPECT_EQ(Submit(p.program, *state_, options_).error().code, "E0738");
  options_.properties["in"] = "/x";
  const std::string id = SubmitJob(p.program);
  Properties properties = *(*state_->OpenJob(id, true))->JobProperties(0, 0);
  properties.erase("user.name");
  EXPECT_EQ(properties, (Properties{{"in", "/x"}, {"mode", "fast"}, {"queue", "etl"}}));
}

TEST_F(EngineTest, APropertyOfBlanksCountsOnlyUntilTheJobIsMade) {
  WorkflowBuilder w("blank");
  w.Parameter("in");
  w.Parameter("mode", "fast");
  w.Default("queue", "etl");
  w.Default("gap", " ");
  ProgramBuilder p({OneAction(w, &kPlain)});
  options_.properties = {
      {"in", " "}, {"mode", "\t\n"}, {"queue", "  "}, {"same", "${in}"}, {"path", "/${in}x"}};
  const std::string id = SubmitJob(p.program);
  Properties properties = *(*state_->OpenJob(id, true))->JobProperties(0, 0);
  properties.erase("user.name");
  EXPECT_EQ(properties, (Properties{{"gap", ""}, {"path", "/x"}}));
}

TEST_F(EngineTest, ACoordinatorFindsAPropertyOfBlanksEmpty) {
  WorkflowBuilder w("blank");
  w.Parameter("in");
  w.Parameter("mode", "");
  const hpdl_workflow workflow = OneAction(w, &kPlain);
  const DefinedProperties defined{workflow.parameters, workflow.parameter_count};
  PropertyLayers layers;
  layers.given = {{"in", " "}, {"none", ""}, {"same", "${in}"}};
  EXPECT_EQ(*ResolveProperties(defined, layers),
            (Properties{{"in", ""}, {"mode", ""}, {"same", ""}}));
}

TEST_F(EngineTest, HwsKeepsBlanks) {
  DefinedProperties defined;
  defined.rules = PropertyRules::kHws;
  PropertyLayers layers;
  layers.given = {{"a", " "}, {"b", ""}};
  EXPECT_EQ(*ResolveProperties(defined, layers), layers.given);
}

TEST_F(EngineTest, WhatCannotRunIsRefusedLineByLine) {
  WorkflowBuilder w("kinds");
  w.Start("a");
  w.Action("a", &kChild, "b", "end");
  w.Action("b", &kChild, "end", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  options_.local = false;
  const std::vector<std::string> refusals = CheckProgram(p.program, options_);
  ASSERT_EQ(refusals.size(), 2U);
  EXPECT_NE(refusals[0].find("node 'a'"), std::string::npos);
  EXPECT_NE(refusals[1].find("node 'b'"), std::string::npos);
  EXPECT_FALSE(Submit(p.program, *state_, options_));
  options_.local = true;
  EXPECT_TRUE(CheckProgram(p.program, options_).empty());
}

TEST_F(EngineTest, CorruptJournalIsReportedNotRun) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  std::filesystem::resize_file(state_->work().OfJob(id) + "/journal.db", 6000);
  Result<JobState> result = ExecuteWith(p.program, *state_, id, nullptr, hooks_);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().error_class, ErrorClass::kCorruptStore);
  EXPECT_EQ(Times("a"), 0);
}

}  // namespace
}  // namespace hpdl::rt
