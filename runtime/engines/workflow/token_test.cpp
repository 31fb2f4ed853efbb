#include "runtime/ground/token/token.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/testing/engine_fixture.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {
namespace {

using testing::ProgramBuilder;
using testing::RootsOf;
using testing::WorkflowBuilder;

/// For each node, the text that LookAndPut() read from the token: the nodes that had put the key
/// `k`, the nodes that had put the key `out`, and the nodes that had set the counter G.C.
std::map<std::string, std::string> saw;
std::map<std::string, int> evaluated;
std::map<std::string, std::vector<Error>> failures_of;

std::string NodesOf(const Token& token, TokenScope scope, std::string_view key) {
  std::string names;
  if (const Token::Values* values = token.Find(scope, key)) {
    for (const TokenValue& value : *values) {
      names.append(names.empty() ? "" : ",").append(value.node);
    }
  }
  return names;
}

std::int32_t LookAndPut(hpdl_eval* eval, hpdl_value* out) {
  const std::string node(eval->run->CurrentNode());
  Token token;
  eval->run->ReadToken(&token);
  saw[node] = NodesOf(token, TokenScope::kUser, "k") + " " +
              NodesOf(token, TokenScope::kUser, "out") + " " +
              NodesOf(token, TokenScope::kSystem, "G.C");
  ++evaluated[node];
  eval->writer->PutToken("k", node + std::to_string(eval->run->job().run));
  out->type = HPDL_BOOLEAN;
  out->size = 0;
  out->as.i = 1;
  return 0;
}

std::int32_t PutAndFail(hpdl_eval* eval, hpdl_value*) {
  eval->writer->PutToken("k", "lost");
  return eval->Fail("no");
}

Task<Outcome> RunCounting(ActionContext& context) {
  const std::string node(context.node());
  Outcome outcome;
  outcome.data.emplace();
  (*outcome.data)["out"] = node;
  outcome.counters.emplace();
  (*outcome.counters)["G"]["C"] = 7;
  if (auto& left = failures_of[node]; !left.empty()) {
    outcome.error = left.front();
    left.erase(left.begin());
  }
  co_return outcome;
}
constexpr hpdl_kind kCounting{"counting", &RunCounting, false};

class TokenTest : public testing::EngineFixture {
 protected:
  void SetUp() override {
    EngineFixture::SetUp();
    saw.clear();
    evaluated.clear();
    failures_of.clear();
    options_.local = true;
  }

  std::string Run(const hpdl_program& program, JobState ends) {
    const std::string id = SubmitJob(program);
    EXPECT_EQ(Go(program, id), ends);
    return id;
  }
  /// For each node, returns the recorded values that the node itself has put into the token.
  std::map<std::string, std::string> Puts(const std::string& id, std::int64_t run = 0) {
    std::map<std::string, std::string> puts;
    const std::vector<NodeRow> rows = *(*state_->OpenJob(id, true))->Nodes(0, run);
    for (const NodeRow& row : rows) {
      if (row.token) {
        puts[row.node] = *row.token;
      }
    }
    return puts;
  }
};

/// Makes p, then a fork, then z. The fork's first path is a1 and a2; the second path is b and a
/// further fork. a2 reads and puts in its <on-finish>.
hpdl_workflow Nested(WorkflowBuilder& w) {
  const std::uint32_t look = w.Call(&LookAndPut);
  w.Start("p");
  w.Action("p", &kCounting, "f", "fail", {look});
  w.Fork("f", {"a1", "b"});
  w.Action("a1", &kCounting, "a2", "fail", {look});
  w.Action("a2", &kCounting, "j", "fail");
  w.OnFinishOf("a2", look);
  w.Action("b", &kCounting, "g", "fail", {look});
  w.Fork("g", {"c", "d"});
  w.Action("c", &kCounting, "h", "fail", {look});
  w.Decision("d", {{look, "e"}}, "h");
  w.Action("e", &kCounting, "h", "fail", {look});
  w.Join("h", "j");
  w.Join("j", "z");
  w.Action("z", &kCounting, "end", "fail", {look});
  w.Kill("fail", look);
  w.End("end");
  return w.Finish();
}

TEST_F(TokenTest, ForkCopiesAndJoinMergesInOrder) {
  WorkflowBuilder w("nested");
  ProgramBuilder p({Nested(w)});
  Run(p.program, JobState::kSucceeded);
  EXPECT_EQ(saw["p"], "  ");
  EXPECT_EQ(saw["a1"], "p p p");
  EXPECT_EQ(saw["a2"], "p,a1 p,a1,a2 p,a1,a2") << "with what it has made itself";
  EXPECT_EQ(saw["b"], "p p p") << "what the other branch put is not seen";
  EXPECT_EQ(saw["c"], "p,b p,b p,b");
  EXPECT_EQ(saw["d"], "p,b p,b p,b");
  EXPECT_EQ(saw["e"], "p,b,d p,b p,b");
  EXPECT_EQ(saw["z"], "p,a1,a2,b,c,d,e p,a1,a2,b,c,e p,a1,a2,b,c,e");
}

TEST_F(TokenTest, PutsAreRecordedWithTheirNode) {
  WorkflowBuilder w("nested");
  ProgramBuilder p({Nested(w)});
  const std::string id = Run(p.program, JobState::kSucceeded);
  const auto puts = Puts(id);
  EXPECT_EQ(puts.size(), 8U);
  EXPECT_EQ(puts.at("d"), "k=d0\n");
}

TEST_F(TokenTest, ErrorsAndRetriesKeepWhatWasPut) {
  WorkflowBuilder w("nested");
  ProgramBuilder p({Nested(w)});
  failures_of["p"] = {{ErrorClass::kTransient, "X", "1"}, {ErrorClass::kError, "X", "2"}};
  const std::string id = Run(p.program, JobState::kKilled);
  EXPECT_EQ(evaluated["p"], 1) << "a retry takes the recorded arguments";
  EXPECT_EQ(saw["fail"], "p p p") << "by the error transition too";
  EXPECT_EQ(Puts(id), (std::map<std::string, std::string>{{"fail", "k=fail0\n"}, {"p", "k=p0\n"}}));
}

/// Puts the state of the current node, and the values that the node reads of itself.
std::int32_t PutEnd(hpdl_eval* eval, hpdl_value* out) {
  const std::string node(eval->run->CurrentNode());
  const NodeRecord& record = *eval->run->Node(node);
  Token token;
  eval->run->ReadToken(&token);
  ++evaluated[node];
  eval->writer->PutToken("end", *record.status + " " + record.error_code.value_or("-") + " " +
                                    NodesOf(token, TokenScope::kSystem, "G.C") + " " +
                                    eval->run->LastErrorNode().value_or("-"));
  *out = {};
  out->type = HPDL_NULL;
  return 0;
}

TEST_F(TokenTest, OnFinishPutsAtTheEndOfTheAction) {
  WorkflowBuilder w("ends");
  const std::uint32_t end = w.Call(&PutEnd);
  w.Start("a");
  w.Action("a", &kCounting, "b", "fail", {w.Call(&LookAndPut)});
  w.Action("b", &kCounting, "fail", "c");
  w.Action("c", &kCounting, "end", "fail");
  w.OnFinishOf("a", end);
  w.OnFinishOf("b", end);
  w.Kill("fail", HPDL_NONE);
  w.End("end");
  ProgramBuilder p({w.Finish()});
  failures_of["a"] = {{ErrorClass::kTransient, "X", "1"}};
  failures_of["b"] = {{ErrorClass::kError, "Y", "2"}};
  const std::string id = Run(p.program, JobState::kSucceeded);
  EXPECT_EQ(Puts(id), (std::map<std::string, std::string>{{"a", "end=OK - a -\nk=a0\n"},
                                                          {"b", "end=ERROR Y a,b b\n"}}));
  EXPECT_EQ(evaluated["a"], 2) << "the arguments once and the end once, in spite of the retry";
}

TEST_F(TokenTest, AnOnFinishThatFailsEndsTheJobUnlessTheActionHasFailed) {
  for (const bool error : {false, true}) {
    WorkflowBuilder w("ends");
    w.Start("a");
    w.Action("a", &kCounting, "end", "end");
    w.OnFinishOf("a", w.Call(&PutAndFail));
    w.End("end");
    ProgramBuilder p({w.Finish()});
    if (error) {
      failures_of["a"] = {{ErrorClass::kError, "Y", "2"}};
    }
    const std::string id = Run(p.program, error ? JobState::kSucceeded : JobState::kFailed);
    EXPECT_TRUE(Puts(id).empty());
    const std::vector<NodeRow> rows = *(*state_->OpenJob(id, true))->Nodes(0, 0);
    ASSERT_GE(rows.size(), 2U);
    EXPECT_EQ(rows[1].state, error ? NodeState::kError : NodeState::kFailed);
    EXPECT_EQ(rows[1].error_code, error ? "Y" : "EL_ERROR");
    EXPECT_EQ(rows[1].transition, error ? "end" : "");
  }
}

TEST_F(TokenTest, AFailedEvaluationPutsNothing) {
  WorkflowBuilder w("broken");
  const std::uint32_t look = w.Call(&LookAndPut);
  w.Start("a");
  w.Action("a", &kCounting, "end", "end", {look, w.Call(&PutAndFail)});
  w.End("end");
  ProgramBuilder p({w.Finish()});
  EXPECT_TRUE(Puts(Run(p.program, JobState::kFailed)).empty());
}

TEST_F(TokenTest, RerunTakesOverWhatSkippedNodesPut) {
  WorkflowBuilder w("nested");
  ProgramBuilder p({Nested(w)});
  const std::string id = Run(p.program, JobState::kSucceeded);
  RerunOptions rerun;
  rerun.run = options_;
  rerun.skip = {"p", "a1", "d"};
  ASSERT_TRUE(PrepareRerun(p.program, *state_, id, rerun));
  saw.clear();
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(saw.count("p"), 0U);
  EXPECT_EQ(saw["a2"], "p,a1 p,a1,a2 p,a1,a2") << "with what it has made itself";
  EXPECT_EQ(saw["z"], "p,a1,a2,b,c,d,e p,a1,a2,b,c,e p,a1,a2,b,c,e");
  EXPECT_EQ(Puts(id, 1)["a1"], "k=a10\n") << "of the run before";
  EXPECT_EQ(Puts(id, 1)["a2"], "k=a21\n");
  EXPECT_EQ(Puts(id, 0)["a2"], "k=a20\n") << "the run before stays as it was";
}

bool to_left = true;
std::int32_t ToLeft(hpdl_eval*, hpdl_value* out) {
  *out = {};
  out->type = HPDL_BOOLEAN;
  out->as.i = to_left ? 1 : 0;
  return 0;
}

TEST_F(TokenTest, SkippedNodesOnAnotherWayAreNotPassed) {
  WorkflowBuilder w("ways");
  const std::uint32_t look = w.Call(&LookAndPut);
  w.Start("d");
  w.Decision("d", {{w.Call(&ToLeft), "left"}}, "right");
  w.Action("left", &kCounting, "z", "z", {look});
  w.Action("right", &kCounting, "z", "z", {look});
  w.Action("z", &kCounting, "end", "end", {look});
  w.End("end");
  ProgramBuilder p({w.Finish()});
  to_left = true;
  const std::string id = Run(p.program, JobState::kSucceeded);
  EXPECT_EQ(saw["z"], "left left left");
  RerunOptions rerun;
  rerun.run = options_;
  rerun.skip = {"left"};
  ASSERT_TRUE(PrepareRerun(p.program, *state_, id, rerun));
  to_left = false;
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(saw["z"], "right right right");
}

TEST_F(TokenTest, HwsTransitionsHaveNamesOfTheirOwn) {
  WorkflowBuilder w("hws", HPDL_DIALECT_HWS);
  options_.properties["user.name"] = "joe";
  ProgramBuilder p({Nested(w)});
  Run(p.program, JobState::kSucceeded);
  EXPECT_EQ(saw["z"], "p,a1,a2,b,c,d,e p,a1,a2,b,c,e p,a1,a2,b,c,e");
}

TEST_F(TokenTest, JournalOfVersionOneIsReadAndMigrated) {
  WorkflowBuilder w("ways");
  w.Start("a");
  w.Action("a", &kCounting, "end", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  const std::string id = Run(p.program, JobState::kSucceeded);
  {
    auto database =
        Database::Open(state_->work().OfJob(id) + "/journal.db", Database::Mode::kReadWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE((*database)->Execute(
        "ALTER TABLE node DROP COLUMN token;ALTER TABLE node DROP COLUMN error_class;"
        "ALTER TABLE node DROP COLUMN wait;ALTER TABLE job DROP COLUMN parked;"
        "ALTER TABLE job DROP COLUMN callback_hash;"
        "DROP TABLE callback;DROP TABLE notification;DROP TABLE ended_run;DROP TABLE attempt; DROP "
        "TABLE answer;"
        "UPDATE meta SET value=1 WHERE key='schema_version'"));
  }
  auto old = state_->OpenJob(id, true);
  ASSERT_TRUE(old) << old.error().message;
  Result<std::vector<NodeRow>> rows = (*old)->Nodes(0, 0);
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(rows->size(), 3U);
  auto current = state_->OpenJob(id, false);
  ASSERT_TRUE(current) << current.error().message;
  NodeRow row = rows->front();
  row.token = "k=v\n";
  ASSERT_TRUE((*current)->PutNode(row));
  ASSERT_TRUE((*current)->Commit());
  EXPECT_EQ((*(*current)->Nodes(0, 0))[0].token, "k=v\n");
  EXPECT_EQ((*current)->Nodes(0, 0)->size(), 3U) << "the others keep their sums";
}

/// DeathAtEveryCommit runs this test in a new process. The test submits a job, or continues the job
/// that an earlier process has left.
TEST_F(TokenTest, DISABLED_CrashHelper) {
  WorkflowBuilder w("nested");
  ProgramBuilder p({Nested(w)});
  const std::vector<CatalogueEntry> jobs = RootsOf(*state_);
  const std::string id = jobs.empty() ? *Submit(p.program, *state_, options_) : jobs[0].root_id;
  if (!IsEnd((*(*state_->OpenJob(id, true))->Jobs())[0].state)) {
    Go(p.program, id);
  }
  if (saw.count("z") != 0) {
    EXPECT_EQ(saw["z"], "p,a1,a2,b,c,d,e p,a1,a2,b,c,e p,a1,a2,b,c,e");
  }
}

TEST_F(TokenTest, DeathAtEveryCommit) {
  constexpr const char* kHelper = "TokenTest.DISABLED_CrashHelper";
  for (const char* variable : {"HPDL_CRASH_AT", "HPDL_CRASH_AFTER"}) {
    int died = 0;
    for (int n = 1; n < 60; ++n) {
      const std::string directory = root_ + "/" + variable + std::to_string(n);
      if (!WIFSIGNALED(RunHelper(kHelper, directory, variable, n))) {
        break;
      }
      ++died;
      ASSERT_EQ(RunHelper(kHelper, directory, nullptr, 0), 0) << variable << n;
      OpenState(directory);
      const auto puts = Puts(RootsOf(*state_).front().root_id);
      EXPECT_EQ(puts.size(), 8U) << variable << n;
      for (const auto& [node, text] : puts) {
        EXPECT_EQ(text, "k=" + node + "0\n") << variable << n;
      }
    }
    EXPECT_GT(died, 5) << variable;
  }
}

}  // namespace
}  // namespace hpdl::rt
