#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/messages.h"
#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/store/mailbox.h"

namespace hpdl::rt {
namespace {

using namespace testing;

/// The status that RunReporting() sets, and the outcome with which it ends once `reported_ends` is
/// true.
std::string reported;
bool reported_ends = false;
Outcome reported_outcome;

Task<Outcome> RunReporting(ActionContext& context) {
  seen->nodes.emplace_back(context.node());
  while (!reported_ends) {
    context.SetExternalStatus(reported);
    co_await Sleep(std::chrono::milliseconds(1));
  }
  co_return reported_outcome;
}
constexpr hpdl_kind kReporting{"reporting", &RunReporting};

class ExternalStatusTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    reported_ends = false;
    reported_outcome = {};
    processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  }
  void EndProcesses() {
    for (const std::int64_t sequence : processes_.running()) {
      processes_.End(sequence, {});
    }
  }
  /// Runs a job of one action that reports `statuses` one after another, and notes which of them
  /// the journal has in one of the 50 ticks that follow.
  JobState Report(const hpdl_program& program, const std::string& id,
                  const std::vector<std::string>& statuses) {
    shown_.clear();
    reported = statuses.front();
    reported_ends = false;
    Recorder recorder;
    int ticks = 0;
    recorder.on_tick = [&] {
      const std::string now = Node(id, "a").external_status;
      if (now == reported || ++ticks == 50) {
        shown_.push_back(now);
        ticks = 0;
        reported_ends = shown_.size() == statuses.size();
        reported = statuses[reported_ends ? 0 : shown_.size()];
      }
    };
    return Go(program, id, &recorder);
  }

  std::vector<std::string> shown_;
};

TEST_F(ExternalStatusTest, AProcessIsRunning) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  const std::string id = SubmitJob(p.program);
  std::string shown;
  Recorder recorder;
  recorder.on_tick = [&] {
    if (const NodeRow row = Node(id, "a"); row.state == NodeState::kRunning) {
      shown = row.external_status;
      EndProcesses();
    }
  };
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kSucceeded);
  EXPECT_EQ(shown, "RUNNING");
  EXPECT_EQ(Node(id, "a").external_status, "");
}

TEST_F(ExternalStatusTest, EachStatusIsInTheJournalWhileTheActionRuns) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kReporting)});
  const std::string id = SubmitJob(p.program);
  const std::vector<std::string> statuses{"PREP", "RUNNING", "SUSPENDED"};
  EXPECT_EQ(Report(p.program, id, statuses), JobState::kSucceeded);
  EXPECT_EQ(shown_, statuses);
  EXPECT_EQ(Node(id, "a").external_status, "") << "a status of a running effect does not stay";
}

TEST_F(ExternalStatusTest, TheStatusOfTheEndStays) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kReporting)});
  for (const char* end : {"OK", "RUNNING"}) {
    const std::string id = SubmitJob(p.program);
    reported_outcome.external_status = end;
    EXPECT_EQ(Report(p.program, id, {"RUNNING"}), JobState::kSucceeded);
    EXPECT_EQ(Node(id, "a").external_status, end);
  }
}

TEST_F(ExternalStatusTest, ItStaysWhileTheResultsAreStillMissing) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kReporting)});
  const std::string id = SubmitJob(p.program);
  reported_outcome = Outcome::Failed(ErrorClass::kNonTransient, "X", "no results");
  for (const bool at_end : {true, false}) {
    reported_outcome.at_end = at_end;
    EXPECT_EQ(Report(p.program, id, {"RUNNING"}), JobState::kSuspended);
    EXPECT_EQ(Node(id, "a").external_status, at_end ? "RUNNING" : "");
  }
}

TEST_F(ExternalStatusTest, AKillRemovesIt) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  const std::string id = SubmitInterrupted(p.program);
  EXPECT_EQ(Node(id, "a").external_status, "RUNNING");
  ASSERT_TRUE(RequestKill(*state_, id));
  EXPECT_EQ(Node(id, "a").state, NodeState::kKilled);
  EXPECT_EQ(Node(id, "a").external_status, "");
}

/// A sub-workflow that is compiled in, with one action that runs a process.
class ChildStatusTest : public ExternalStatusTest {
 protected:
  void SetUp() override {
    ExternalStatusTest::SetUp();
    parent_.Start("s");
    const std::uint32_t path = parent_.Text("child");
    parent_.Action("s", &kSub, "end", "fail", {path});
    parent_.Kill("fail", parent_.Text("over"));
    parent_.End("end");
    program_ = std::make_unique<ProgramBuilder>(
        std::vector<hpdl_workflow>{parent_.Finish(), OneAction(child_, &kChild)},
        std::vector<std::pair<std::string, std::uint32_t>>{{"child", 1}});
  }
  std::string Shown(const std::string& id) { return Node(id, "s").external_status; }

  WorkflowBuilder parent_{"parent"}, child_{"child"};
  std::unique_ptr<ProgramBuilder> program_;
};

TEST_F(ChildStatusTest, IsThatOfTheChild) {
  const std::string id = SubmitJob(program_->program);
  Recorder recorder;
  std::vector<std::string> shown;
  const auto ask = [&](Request::Type type) {
    const Request request{type, Node(id, "s").external_id, 0, {}};
    (void)*state_->OpenMailbox(id)->Post(request.ToText());
  };
  int ticks = 0;
  recorder.on_tick = [&] {
    if (const std::string now = Shown(id); now == (shown.empty() ? "RUNNING" : "SUSPENDED") ||
                                           (Node(id, "a", 1).type == "child" && ++ticks == 50)) {
      shown.push_back(now);
      ticks = 0;
      ask(shown.size() == 1 ? Request::Type::kSuspend : Request::Type::kResume);
      if (shown.size() == 2) {
        EndProcesses();
      }
    }
  };
  EXPECT_EQ(Go(program_->program, id, &recorder), JobState::kSucceeded);
  EXPECT_EQ(shown, (std::vector<std::string>{"RUNNING", "SUSPENDED"}));
  EXPECT_EQ(Shown(id), "SUCCEEDED");
}

TEST_F(ChildStatusTest, IsGoneAfterAKillOfTheParent) {
  const std::string id = SubmitJob(program_->program);
  Recorder recorder;
  bool killed = false;
  int ticks = 0;
  recorder.on_tick = [&] {
    if (!killed && (Shown(id) == "RUNNING" || ++ticks == 50)) {
      killed = true;
      EXPECT_EQ(Shown(id), "RUNNING");
      (void)*state_->OpenMailbox(id)->Post(Request{Request::Type::kKill, id, 0, {}}.ToText());
    }
  };
  EXPECT_EQ(Go(program_->program, id, &recorder), JobState::kKilled);
  EXPECT_EQ(Node(id, "s").state, NodeState::kKilled);
  EXPECT_EQ(Shown(id), "");
}

}  // namespace
}  // namespace hpdl::rt
