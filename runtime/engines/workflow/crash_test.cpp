#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <deque>
#include <filesystem>
#include <utility>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/engines/workflow/job_end.h"
#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/world/process/status_log.h"

namespace hpdl::rt {
namespace {

using namespace testing;

/// Makes a program with a sub-workflow, a fork with a decision, and a transient failure. The last
/// action leads to a kill node or to an end node.
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

class CrashTest : public EngineTest {
 protected:
  /// Submits a job, or continues the existing job.
  void SubmitOrGoOn(bool kills) {
    std::deque<WorkflowBuilder> builders;
    std::unique_ptr<ProgramBuilder> p;
    const hpdl_program program = Everything(builders, p, kills);
    seen_.failures["a"] = {{ErrorClass::kTransient, "X", "once"}};
    const std::vector<CatalogueEntry> jobs = RootsOf(*state_);
    const std::string id = jobs.empty() ? SubmitJob(program) : jobs.front().root_id;
    if (!IsEnd(Job(id).state)) {
      Go(program, id);
    }
  }
};

TEST_F(CrashTest, DISABLED_CrashHelper) {
  SubmitOrGoOn(false);
}

TEST_F(CrashTest, DISABLED_CrashHelperThatIsKilled) {
  SubmitOrGoOn(true);
}

TEST_F(CrashTest, DeathAtEveryCommit) {
  constexpr const char* kHelper[] = {"CrashTest.DISABLED_CrashHelper",
                                     "CrashTest.DISABLED_CrashHelperThatIsKilled"};
  for (const bool kills : {false, true}) {
    for (const char* variable : {"HPDL_CRASH_AT", "HPDL_CRASH_AFTER"}) {
      int died = 0;
      for (int n = 1; n < 60; ++n) {
        const std::string directory =
            root_ + "/" + variable + (kills ? "k" : "e") + std::to_string(n);
        if (!WIFSIGNALED(RunHelper(kHelper[kills], directory, variable, n))) {
          break;
        }
        ++died;
        ASSERT_EQ(RunHelper(kHelper[kills], directory, nullptr, 0), 0) << variable << n;
        state_ = std::move(*StateDirectory::Open(directory, true));
        const std::string id = RootsOf(*state_).front().root_id;
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

/// Tests transitions that are recorded in more than one row: starts of sub-workflows, and a
/// failure.
class TogetherTest : public CrashTest {
 protected:
  /// Runs a fork of `children` sub-workflows and an action that fails. The join leads to a kill
  /// node whose message names the last failed node.
  void SubmitOrGoOn(int children) {
    hooks_.most_records = 0;  // each transaction has its own commit
    hooks_.wrap_journal = nullptr;
    WorkflowBuilder w("many");
    w.Start("f");
    std::vector<std::string> paths{"bad"};
    for (int i = 0; i < children; ++i) {
      paths.push_back("s" + std::to_string(i));
    }
    w.Fork("f", {paths.begin(), paths.end()});
    w.Action("bad", &kPlain, "j", "j");
    const std::uint32_t path = w.Text("child");
    for (int i = 0; i < children; ++i) {
      w.Action(paths[static_cast<std::size_t>(i) + 1], &kSub, "j", "fail", {path});
    }
    w.Join("j", "fail");
    w.Kill("fail", w.Call(&LastErrorMessage));
    w.End("end");
    WorkflowBuilder child("child");
    child.Start("end");
    child.End("end");
    ProgramBuilder p({w.Finish(), child.Finish()}, {{"child", 1}});
    seen_.failures["bad"] = {{ErrorClass::kError, "X", "broke"}};
    const std::vector<CatalogueEntry> jobs = RootsOf(*state_);
    const std::string id = jobs.empty() ? SubmitJob(p.program) : jobs.front().root_id;
    if (!IsEnd(Job(id).state)) {
      Go(p.program, id);
    }
  }
  void ExpectWhole(const std::string& directory, int children) {
    OpenState(directory);
    const std::string id = RootsOf(*state_).front().root_id;
    const std::vector<JobRow> jobs = *(*state_->OpenJob(id, true))->Jobs();
    EXPECT_EQ(jobs.size(), static_cast<std::size_t>(children) + 1) << directory;
    for (const JobRow& job : jobs) {
      EXPECT_EQ(job.state, job.number == 0 ? JobState::kKilled : JobState::kSucceeded)
          << directory << " " << job.id;
    }
    EXPECT_EQ(jobs.front().last_error_node, "bad") << directory;
    EXPECT_EQ(jobs.front().error_message, "bad: broke") << directory;
  }
};

TEST_F(TogetherTest, DISABLED_Helper) {
  SubmitOrGoOn(1);
}

TEST_F(TogetherTest, EachTransactionMayBeTheLastOne) {
  int died = 0;
  for (int n = 1; n < 60; ++n) {
    const std::string directory = root_ + "/" + std::to_string(n);
    if (!WIFSIGNALED(RunHelper("TogetherTest.DISABLED_Helper", directory, "HPDL_CRASH_AFTER", n))) {
      break;
    }
    ++died;
    ASSERT_EQ(RunHelper("TogetherTest.DISABLED_Helper", directory, nullptr, 0), 0) << n;
    ExpectWhole(directory, 1);
  }
  EXPECT_GT(died, 15);
}

/// Fails at the node `b` of the first run of a job.
Task<Outcome> RunWithoutLuck(ActionContext& context) {
  if (context.node() == "b" && context.job().run == 0) {
    co_return Outcome::Failed(ErrorClass::kError, "X", "broke");
  }
  co_return Outcome::Ok();
}
constexpr hpdl_kind kWithoutLuck{"plain", &RunWithoutLuck, false};

/// Tests a rerun of failed nodes of a job whose child and grandchild have failed.
class FamilyRerunTest : public CrashTest {
 protected:
  void SetUp() override {
    CrashTest::SetUp();
    hooks_.most_records = 0;  // each transaction has its own commit
    hooks_.wrap_journal = nullptr;
  }
  static hpdl_workflow Pair(WorkflowBuilder& w, const hpdl_kind* second, const char* path) {
    w.Start("a");
    w.Action("a", &kWithoutLuck, "b", "fail");
    w.Action("b", second, "end", "fail", {w.Text(path)});
    w.Kill("fail", w.Text("over"));
    w.End("end");
    return w.Finish();
  }
  /// Copies the folders and the regular files below `from`.
  static void CopyFiles(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::filesystem::create_directory(to);
    for (const auto& each : std::filesystem::recursive_directory_iterator(from)) {
      const std::filesystem::path copy = to / std::filesystem::relative(each.path(), from);
      if (each.is_directory()) {
        std::filesystem::create_directory(copy, each.path());
      } else if (each.is_regular_file()) {
        std::filesystem::copy_file(each.path(), copy);
      }
    }
  }

  WorkflowBuilder root_of_all_{"root"}, child_{"child"}, grandchild_{"grandchild"};
  ProgramBuilder family_{{Pair(root_of_all_, &kSub, "child"), Pair(child_, &kSub, "grandchild"),
                          Pair(grandchild_, &kWithoutLuck, "")},
                         {{"child", 1}, {"grandchild", 2}}};
};

TEST_F(FamilyRerunTest, DISABLED_Helper) {
  Go(family_.program, RootsOf(*state_).front().root_id);
}

TEST_F(FamilyRerunTest, ChildrenGoOnWhereverTheProcessDies) {
  const std::string id = SubmitJob(family_.program);
  ASSERT_EQ(Go(family_.program, id), JobState::kKilled);
  const std::string ids[] = {id, Job(id, 1).id, Job(id, 2).id};
  ASSERT_TRUE(PrepareRerun(family_.program, *state_, id, {options_, true, {}}));
  state_.reset();
  int died = 0;
  for (int n = 1; n < 60; ++n) {
    const std::string directory = root_ + "/" + std::to_string(n);
    CopyFiles(root_ + "/state", directory);
    const bool dies =
        WIFSIGNALED(RunHelper("FamilyRerunTest.DISABLED_Helper", directory, "HPDL_CRASH_AFTER", n));
    died += dies ? 1 : 0;
    OpenState(directory);
    if (!IsEnd(Job(id).state)) {
      Go(family_.program, id);
    }
    const auto store = state_->OpenJob(id, true);
    ASSERT_EQ((*store)->Jobs()->size(), 3U) << n;
    ASSERT_EQ((*store)->EndedRuns()->size(), 3U) << n;
    for (std::int64_t number = 0; number < 3; ++number) {
      const JobRow job = Job(id, static_cast<std::size_t>(number));
      EXPECT_EQ(job.id, ids[number]);
      EXPECT_EQ(job.run, 1) << n;
      EXPECT_EQ(job.state, JobState::kSucceeded) << n;
      EXPECT_TRUE(Node(id, "a", number).skipped) << n;
      EXPECT_EQ(Node(id, "b", number).external_id, number == 2 ? "" : ids[number + 1]) << n;
    }
    if (!dies) {
      break;
    }
  }
  EXPECT_GT(died, 10);
}

TEST_F(CrashTest, DeathWhileEndingStartsNothingNew) {
  WorkflowBuilder w("kill");
  ProgramBuilder p({SlowAndBad(w)});
  const std::string id = SubmitInterrupted(p.program);
  {
    // The journal looks as if the process had recorded the kill node, and had died before it
    // recorded the end of the job.
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

/// Runs a child process of this machine that runs for a long time unless it is killed.
Task<Outcome> RunSleeper(ActionContext& context) {
  seen->nodes.emplace_back(context.node());
  Command command;
  command.argv = {"sleep", "600"};
  command.environment = {"PATH=/usr/bin:/bin"};
  command.directory = "/";
  const ExitStatus status = co_await context.RunProcess(std::move(command));
  co_return Outcome::Failed(ErrorClass::kError, "JA018", "signal " + std::to_string(status.signal));
}
constexpr hpdl_kind kSleeper{"sleeper", &RunSleeper, true};

/// Tests the kill of a job that has no engine. The process that kills the job dies at one of its
/// commits.
class KillCrashTest : public CrashTest {
 protected:
  void SetUp() override {
    CrashTest::SetUp();
    hooks_.start_processes = &Processes::Start;
    hooks_.catch_signals = true;
  }
  /// Returns the id of a job whose engine has ended and whose child process runs.
  std::string LeaveAtWork() {
    const std::string id = SubmitJob(program_.program);
    Recorder recorder;
    recorder.on_tick = [&] {
      if (PidOf(id) != 0) {
        kill(getpid(), SIGTERM);
      }
    };
    EXPECT_EQ(Go(program_.program, id, &recorder), JobState::kRunning);
    return id;
  }
  /// Returns the process id of the first attempt's command, or 0 if the command has not begun.
  pid_t PidOf(const std::string& id) {
    StatusLog log(state_->work().OfJob(id) + "/attempts/status");
    const ChildRecord* child = log.Refresh() ? log.Find(1) : nullptr;
    return child == nullptr ? 0 : child->pid;
  }
  bool IsAtWork(const std::string& id) {
    StatusLog log(state_->work().OfJob(id) + "/attempts/status");
    const ChildRecord* child = log.Refresh() ? log.Find(1) : nullptr;
    return child != nullptr && !child->ended && SameProcessAlive(*child);
  }
  void DieIn(const char* variable, int n) {
    EXPECT_TRUE(
        WIFSIGNALED(RunHelper("KillCrashTest.DISABLED_Helper", root_ + "/state", variable, n)));
  }
  void ExpectKilled(const std::string& id) {
    EXPECT_FALSE(IsAtWork(id));
    EXPECT_EQ(Job(id).state, JobState::kKilled);
    EXPECT_EQ(Job(id).error_message, "killed on request");
    EXPECT_EQ(Node(id, "a").state, NodeState::kKilled);
    EXPECT_EQ(Node(id, "fail").type, "absent");
  }

  WorkflowBuilder workflow_{"sleeper"};
  ProgramBuilder program_{{OneAction(workflow_, &kSleeper)}};
};

TEST_F(KillCrashTest, DISABLED_Helper) {
  (void)RequestKill(*state_, RootsOf(*state_).front().root_id);
}

TEST_F(KillCrashTest, NothingIsKilledBeforeTheIntentIsDurable) {
  const std::string id = LeaveAtWork();
  DieIn("HPDL_CRASH_AT", 1);
  EXPECT_TRUE(IsAtWork(id));
  DieIn("HPDL_CRASH_AFTER", 1);
  EXPECT_TRUE(IsAtWork(id));
  EXPECT_EQ(Job(id).state, JobState::kRunning);
  EXPECT_TRUE(EndingOf(Job(id)));
  EXPECT_EQ(RequestSuspend(*state_, id).error().code, "E0727");
  ASSERT_TRUE(RequestKill(*state_, id));
  ExpectKilled(id);
}

TEST_F(KillCrashTest, ResumeEndsWhatAKillHasBegun) {
  for (const auto& [variable, n] : {std::pair("HPDL_CRASH_AFTER", 1), {"HPDL_CRASH_AT", 2}}) {
    const std::string id = LeaveAtWork();
    DieIn(variable, n);
    EXPECT_EQ(Go(program_.program, id), JobState::kKilled);
    ExpectKilled(id);
    ASSERT_TRUE(state_->RemoveJob(id));
  }
}

/// Runs a job in which a node waits for a person, after a failure or because of
/// oozie.suspend.on.nodes.
class UntoldHelper : public CrashTest {
 protected:
  void SubmitAndGo(bool fails) {
    if (fails) {
      seen_.failures["a"] = {{ErrorClass::kNonTransient, "JA017", "nobody knows"}};
    } else {
      options_.properties["oozie.suspend.on.nodes"] = "a";
    }
    Go(program_.program, SubmitJob(program_.program));
  }
  WorkflowBuilder workflow_{"one"};
  ProgramBuilder program_{{OneAction(workflow_, &kPlain)}};
};

TEST_F(UntoldHelper, DISABLED_Fails) {
  SubmitAndGo(true);
}

TEST_F(UntoldHelper, DISABLED_IsSuspended) {
  SubmitAndGo(false);
}

class UntoldTest : public UntoldHelper, public ::testing::WithParamInterface<bool> {};

TEST_P(UntoldTest, WaitsUntilSomebodyCanKnow) {
  const char* helper =
      GetParam() ? "UntoldHelper.DISABLED_Fails" : "UntoldHelper.DISABLED_IsSuspended";
  int untold = 0;
  int told = 0;
  for (int n = 1; n < 20; ++n) {
    const std::string directory = root_ + "/" + std::to_string(n);
    if (!WIFSIGNALED(RunHelper(helper, directory, "HPDL_CRASH_AFTER", n))) {
      break;
    }
    OpenState(directory);
    const std::string id = RootsOf(*state_).empty() ? "" : RootsOf(*state_).front().root_id;
    if (id.empty() || Node(id, "a").state != NodeState::kStartManual) {
      continue;
    }
    const bool waits = IsUntold(Node(id, "a").arguments);
    (waits ? untold : told) += 1;
    seen_.nodes.clear();
    if (waits) {
      EXPECT_EQ(Go(program_.program, id), JobState::kSuspended) << n;
      EXPECT_EQ(Job(id).suspended_by, GetParam() ? "error a" : "node a");
      EXPECT_EQ(Node(id, "a").state, NodeState::kStartManual);
      EXPECT_EQ(Times("a"), 0) << n;
    }
    EXPECT_EQ(Go(program_.program, id), JobState::kSucceeded) << n;
    EXPECT_EQ(Times("a"), 1) << n;
  }
  EXPECT_EQ(untold, 1);
  EXPECT_GT(told, 0);
}
INSTANTIATE_TEST_SUITE_P(BothWays, UntoldTest, ::testing::Bool());

}  // namespace
}  // namespace hpdl::rt
