#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include "runtime/engines/workflow/messages.h"
#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/ground/base/testing/eventually.h"
#include "runtime/store/lease.h"
#include "runtime/store/mailbox.h"

namespace hpdl::rt {
namespace {

using namespace testing;
using Posted = std::unique_ptr<PostedMessage>;

class RequestsTest : public EngineTest {
 protected:
  Request Of(Request::Type type, const std::string& job, const std::string& node = {}) {
    return {type, job, Job(*state_->FindRoot(job)).run, node};
  }
  /// Posts a request, but does not wait for the answer.
  Posted Post(const Request& request) {
    return std::move(*state_->OpenMailbox(*state_->FindRoot(request.job))->Post(request.ToText()));
  }
  Posted Post(Request::Type type, const std::string& job, const std::string& node = {}) {
    return Post(Of(type, job, node));
  }
  /// Returns "" if there is no answer, "done" if the request was granted, or the error code of the
  /// refusal.
  static std::string AnswerTo(const Posted& request) {
    const std::optional<Result<void>> answer = request->Answer();
    return !answer ? "" : *answer ? "done" : answer->error().code;
  }
  std::size_t OpenRequests(const std::string& id) const {
    std::size_t count = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(state_->work().OfJob(id) + "/requests")) {
      (void)entry;
      ++count;
    }
    return count;
  }
};

TEST_F(RequestsTest, SuspendOnNodesOncePerRun) {
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

TEST_F(RequestsTest, KillRequestReachesALiveEngine) {
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

TEST_F(RequestsTest, SuspendRequestLetsRunningActionsEnd) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  int ticks = 0;
  recorder.on_tick = [&] {
    ++ticks;
    if (ticks == 1) {
      (void)Post(Request::Type::kSuspend, id);
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

/// Sends `signal` to this process at each tick. `detached_by` is the signal that OnDetached()
/// reports as the reason why the engine ended before the job.
class DetachedRecorder final : public ProgressSink {
 public:
  explicit DetachedRecorder(int signal) : signal_(signal) {}
  void OnEvent(const ProgressEvent&) override {}
  void OnTick(std::int64_t) override { kill(getpid(), signal_); }
  std::optional<std::int64_t> NextTick() const override { return 10; }
  void OnDetached(int signal) override { detached_by = signal; }
  int detached_by = 0;

 private:
  int signal_;
};

class DetachTest : public RequestsTest, public ::testing::WithParamInterface<int> {};

TEST_P(DetachTest, SignalsThatEndAProcessLeaveTheJobRunning) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  hooks_.catch_signals = true;
  const std::string id = SubmitJob(p.program);
  DetachedRecorder recorder(GetParam());
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kRunning);
  EXPECT_EQ(recorder.detached_by, GetParam());
  EXPECT_EQ(Job(id).state, JobState::kRunning);
  EXPECT_EQ(Job(id).suspended_by, "");
  EXPECT_TRUE(processes_.killed().empty());
  ASSERT_EQ(processes_.running().size(), 1U);
  processes_.End(processes_.running()[0], {});
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
}
TEST_F(RequestsTest, SignalLeavesChildrenThatResumeAdopts) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  const std::string id = SubmitInterrupted(p.program);
  EXPECT_EQ(Job(id).suspended_by, "signal");
  EXPECT_TRUE(processes_.killed().empty());
  ASSERT_EQ(processes_.running().size(), 1U);
  processes_.End(processes_.running()[0], {});
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(processes_.adopted(), 1U);
  EXPECT_EQ(processes_.started().size(), 1U);
  EXPECT_EQ(seen_.resumed, 1);
}

/// Tests a signal that ends the engine after a kill request has sent signals to the job's children.
/// The children end because of the kill request, so their actions do not count as failed.
class CutShortTest : public DetachTest {};

TEST_P(CutShortTest, AKillThatIsCutShortIsEndedByResume) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  processes_.slow_to_die = true;
  hooks_.catch_signals = true;
  const std::string id = SubmitJob(p.program);
  Recorder recorder;
  bool asked = false;
  recorder.on_tick = [&] {
    if (!processes_.killed().empty()) {
      kill(getpid(), GetParam());
    } else if (!asked) {
      asked = true;
      (void)Post(Request::Type::kKill, id);
    }
  };
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kRunning);
  EXPECT_EQ(OpenRequests(id), 1U);
  ASSERT_EQ(processes_.running().size(), 1U);
  ExitStatus died;
  died.code = -1;
  died.signal = SIGTERM;
  processes_.End(processes_.running()[0], died);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(Node(id, "a").state, NodeState::kKilled);
  EXPECT_EQ(Node(id, "fail").type, "absent");
  EXPECT_EQ(Job(id).error_message, "killed on request");
  EXPECT_EQ(Times("a"), 1);
}

INSTANTIATE_TEST_SUITE_P(Signals, DetachTest, ::testing::Values(SIGTERM, SIGHUP));
INSTANTIATE_TEST_SUITE_P(AllSignals, CutShortTest, ::testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST_F(RequestsTest, KillOfAPreparedJobNeedsNoEngine) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(RequestKill(*state_, id));
  EXPECT_EQ(Job(id).state, JobState::kKilled);
  EXPECT_FALSE(ExecuteWith(p.program, *state_, id, nullptr, hooks_));
}

// ---- Resume while an engine still runs the job

/// Tests a `resume` request that comes while the last actions of a suspended job run.
class ResumeTest : public RequestsTest {
 protected:
  void SetUp() override {
    RequestsTest::SetUp();
    processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
    program_ = std::make_unique<ProgramBuilder>(std::vector{Diamond(builder_, &kChild)});
    id_ = SubmitJob(program_->program);
  }
  void EndOne() { processes_.End(processes_.running()[0], {}); }
  void EndAll() {
    for (const std::int64_t sequence : processes_.running()) {
      processes_.End(sequence, {});
    }
  }
  void LaterOnesEndAtOnce() {
    processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return true; };
  }
  /// Requests a suspension when both first actions run. Returns true when the suspension is
  /// durable.
  bool Suspended() {
    if (!suspend_ && processes_.running().size() == 2) {
      suspend_ = Post(Request::Type::kSuspend, id_);
    }
    return suspend_ && AnswerTo(suspend_) == "done";
  }

  WorkflowBuilder builder_{"diamond"};
  std::unique_ptr<ProgramBuilder> program_;
  std::string id_;
  Posted suspend_, resume_;
};

TEST_F(ResumeTest, ReachesTheEngineThatLetsTheLastActionsEnd) {
  Recorder recorder;
  bool over = false;
  recorder.on_tick = [&] {
    if (!resume_ && Suspended()) {
      EndOne();  // the branch stops before the join
      resume_ = Post(Request::Type::kResume, id_);
    } else if (!over && resume_ && AnswerTo(resume_) == "done") {
      over = true;
      EXPECT_EQ(Job(id_).state, JobState::kRunning);
      EXPECT_EQ(Job(id_).suspended_by, "");
      LaterOnesEndAtOnce();
      EndOne();
    }
  };
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kSucceeded);
  EXPECT_EQ(seen_.nodes.size(), 3U);
  EXPECT_EQ(OpenRequests(id_), 0U);
}

TEST_F(ResumeTest, OfTwoOneIsRefused) {
  Recorder recorder;
  Posted second;
  recorder.on_tick = [&] {
    if (!resume_ && Suspended()) {
      resume_ = Post(Request::Type::kResume, id_);
      second = Post(Request::Type::kResume, id_);
    } else if (second && AnswerTo(second) != "") {
      LaterOnesEndAtOnce();
      EndAll();
    }
  };
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kSucceeded);
  ASSERT_TRUE(second);
  EXPECT_EQ(std::set({AnswerTo(resume_), AnswerTo(second)}),
            (std::set<std::string>{"done", "E1100"}));
  EXPECT_EQ(seen_.nodes.size(), 3U);
}

TEST_F(ResumeTest, WithoutAnEngineTheJobIsLeftToExecute) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  const std::string id = SubmitInterrupted(p.program);
  const Result<bool> resumed = RequestResume(*state_, id);
  ASSERT_TRUE(resumed) << resumed.error().message;
  EXPECT_FALSE(*resumed);
  EXPECT_EQ(Job(id).state, JobState::kSuspended);
  EndAll();
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(RequestResume(*state_, id).error().code, "E1100");
}

/// Delays the answers of commits, so that requests come while a commit is running.
class LateCommitsTest : public ResumeTest {
 protected:
  void SetUp() override {
    ResumeTest::SetUp();
    hooks_.wrap_journal = [this](boost::asio::io_context& io, std::unique_ptr<Journal> journal) {
      return std::make_unique<SlowJournal>(io, std::move(journal), commits_);
    };
  }
  /// The delay of a commit, in milliseconds. If a request is posted during the delay, the engine
  /// receives the request before the answer of the commit.
  static constexpr int kLongMs = 500;
  const std::shared_ptr<SlowCommits> commits_ = std::make_shared<SlowCommits>();
};

class ResumeAtTheEndTest : public LateCommitsTest, public ::testing::WithParamInterface<int> {};

/// The parameter is the number of the commit that is running when `resume` comes. Commit 1 contains
/// the ends of the last actions. After commit 2, the engine ends.
TEST_P(ResumeAtTheEndTest, TheEngineGoesOnAfterAll) {
  Recorder recorder;
  int last = -1;
  recorder.on_tick = [&] {
    if (last < 0 && Suspended() && commits_->started == commits_->settled) {
      last = commits_->started + GetParam();
      LaterOnesEndAtOnce();
      EndAll();
    }
  };
  commits_->begins = [&] {
    commits_->delay_ms = commits_->started == last ? kLongMs : 3;
    if (commits_->started == last) {
      resume_ = Post(Request::Type::kResume, id_);
    }
  };
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kSucceeded);
  ASSERT_TRUE(resume_);
  EXPECT_EQ(AnswerTo(resume_), "done");
  EXPECT_EQ(seen_.nodes.size(), 3U);
}
INSTANTIATE_TEST_SUITE_P(Commits, ResumeAtTheEndTest, ::testing::Values(1, 2));

/// The process must end because of a signal, so it leaves the requests `resume` and `retry` open.
/// The next engine answers them.
TEST_F(LateCommitsTest, AfterInterruptWhatHasTheJobGoOnIsLeft) {
  hooks_.catch_signals = true;
  Recorder recorder;
  bool sent = false;
  Posted retry;
  recorder.on_tick = [&] {
    if (!sent && processes_.running().size() == 2) {
      sent = true;
      kill(getpid(), SIGINT);
    }
  };
  commits_->begins = [&] {
    commits_->delay_ms = sent && !resume_ ? kLongMs : 3;
    if (sent && !resume_) {
      resume_ = Post(Request::Type::kResume, id_);
      retry = Post(Request::Type::kRetry, id_, "a");
    }
  };
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kSuspended);
  EXPECT_EQ(Job(id_).state, JobState::kSuspended);
  ASSERT_TRUE(retry);
  EXPECT_EQ(AnswerTo(resume_) + AnswerTo(retry), "");
  EXPECT_EQ(OpenRequests(id_), 2U);
  EndAll();
  LaterOnesEndAtOnce();
  EXPECT_EQ(Go(program_->program, id_), JobState::kSucceeded);
  EXPECT_EQ(AnswerTo(resume_), "done");
  EXPECT_EQ(AnswerTo(retry), "E0717");
  EXPECT_EQ(seen_.nodes.size(), 5U) << "two of them adopted";
}

// ---- Requests that an engine finds as it starts

TEST_F(RequestsTest, OneThatLiesThereIsCarriedOut) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  hooks_.catch_signals = true;
  const std::string id = SubmitJob(p.program);
  DetachedRecorder recorder(SIGTERM);
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kRunning);

  const Posted suspend = Post(Request::Type::kSuspend, id);
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  EXPECT_EQ(AnswerTo(suspend), "done");
  EXPECT_EQ(Job(id).suspended_by, "user");
  EXPECT_EQ(processes_.adopted(), 0U);

  const Posted kill = Post(Request::Type::kKill, id);
  EXPECT_EQ(Go(p.program, id), JobState::kKilled);
  EXPECT_EQ(AnswerTo(kill), "done");
  EXPECT_EQ(processes_.killed().size(), 1U);
  EXPECT_EQ(Times("a"), 1);
  EXPECT_EQ(OpenRequests(id), 0U);
}

TEST_F(RequestsTest, OneThatIsStaleIsRefused) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  const std::string id = SubmitInterrupted(p.program);

  const Posted suspend = Post(Request::Type::kSuspend, id);
  const Posted retry = Post(Request::Type::kRetry, id, "a");
  const Posted none = Post(Request::Type::kRetry, id, "none");
  const Posted other = Post({Request::Type::kKill, id, 7, {}});
  processes_.End(processes_.running()[0], {});
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  EXPECT_EQ(AnswerTo(suspend), "E0727");
  EXPECT_EQ(AnswerTo(retry), "E0717");
  EXPECT_EQ(AnswerTo(none), "E0605");
  EXPECT_EQ(AnswerTo(other), "E0606");
  EXPECT_EQ(OpenRequests(id), 0U);
}

/// A request whose sender reports an error is not carried out later.
TEST_F(RequestsTest, OneThatFailsIsTakenBack) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChild)});
  const std::string id = SubmitInterrupted(p.program);
  const std::string lock = state_->work().OfJob(id) + "/lock", folder = lock + ".folder";
  std::filesystem::create_directory(folder);
  const auto exchange = [&] {
    ASSERT_EQ(renameat2(AT_FDCWD, lock.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE), 0);
  };
  for (const bool resumes : {true, false}) {
    const std::unique_ptr<Lease> lease = std::move(*state_->TakeLease(id));
    Result<void> done;
    std::thread asking([&] {
      if (resumes) {
        const Result<bool> resumed = RequestResume(*state_, id, true);
        done = resumed ? Result<void>() : Result<void>(resumed.error());
      } else {
        done = RequestKill(*state_, id);
      }
    });
    const bool posted = Eventually([&] { return state_->OpenMailbox(id)->HasOpen(); });
    // The lock can no longer be opened, as if this process had no more descriptors.
    exchange();
    asking.join();
    exchange();
    EXPECT_TRUE(posted);
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().code, "E0606");
    EXPECT_EQ(OpenRequests(id), 0U);
  }
}

// ---- Requests for a sub-workflow job

/// A fork of two sub-workflows with one child process each, and a node after the join.
class ChildRequestsTest : public RequestsTest {
 protected:
  void SetUp() override {
    RequestsTest::SetUp();
    WorkflowBuilder& w = parent_;
    w.Start("f");
    w.Fork("f", {"s", "t"});
    const std::uint32_t path = w.Text("child");
    w.Action("s", &kSub, "j", "repair", {path});
    w.Action("repair", &kPlain, "j", "fail");
    w.Action("t", &kSub, "j", "fail", {path});
    w.Join("j", "c");
    w.Action("c", &kPlain, "end", "fail");
    w.Kill("fail", w.Text("over"));
    w.End("end");
    WorkflowBuilder& c = child_;
    c.Start("a");
    c.Action("a", &kChild, "b", "fail");
    c.Action("b", &kPlain, "end", "fail");
    c.Kill("fail", c.Text("over"));
    c.End("end");
    program_ = std::make_unique<ProgramBuilder>(
        std::vector<hpdl_workflow>{w.Finish(), c.Finish()},
        std::vector<std::pair<std::string, std::uint32_t>>{{"child", 1}});
    processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
    hooks_.catch_signals = true;
    id_ = SubmitJob(program_->program);
  }
  /// Returns the id of the job that node `name` has begun.
  std::string ChildOf(const std::string& name) { return Node(id_, name).external_id; }
  JobRow RowOf(const std::string& id) {
    const std::vector<JobRow> rows = *(*state_->OpenJob(id_, true))->Jobs();
    for (const JobRow& row : rows) {
      if (row.id == id) {
        return row;
      }
    }
    return {};
  }
  void EndChildren() {
    for (const std::int64_t sequence : processes_.running()) {
      processes_.End(sequence, {});
    }
  }
  /// Runs the job until a signal ends the engine. The signal comes after some ticks, when both
  /// children run.
  void LeaveAtWork(int signal) {
    int ticks = 0;
    Recorder recorder;
    recorder.on_tick = [&] { ticks == 2 ? kill(getpid(), signal) : ++ticks; };
    EXPECT_EQ(Go(program_->program, id_, &recorder),
              signal == SIGINT ? JobState::kSuspended : JobState::kRunning);
    ASSERT_EQ(processes_.running().size(), 2U);
  }

  WorkflowBuilder parent_{"parent"}, child_{"child"};
  std::unique_ptr<ProgramBuilder> program_;
  std::string id_;
};

TEST_F(ChildRequestsTest, AKillEndsThatJobAlone) {
  Recorder recorder;
  Posted kill;
  recorder.on_tick = [&] {
    if (!kill && processes_.running().size() == 2) {
      kill = Post(Request::Type::kKill, ChildOf("s"));
    } else if (kill && AnswerTo(kill) == "done") {
      EndChildren();
    }
  };
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kSucceeded);
  EXPECT_EQ(RowOf(ChildOf("s")).state, JobState::kKilled);
  EXPECT_EQ(RowOf(ChildOf("t")).state, JobState::kSucceeded);
  EXPECT_EQ(Node(id_, "s").state, NodeState::kError);
  EXPECT_EQ(Times("repair"), 1);
  EXPECT_EQ(processes_.killed().size(), 1U);
}

TEST_F(ChildRequestsTest, AKillIsAnsweredWhoseEndCameWhileACommitWasInFlight) {
  const auto commits = std::make_shared<SlowCommits>();
  commits->delay_ms = 20;
  hooks_.wrap_journal = [commits](boost::asio::io_context& io, std::unique_ptr<Journal> journal) {
    return std::make_unique<SlowJournal>(io, std::move(journal), commits);
  };
  Recorder recorder;
  Posted kill;
  recorder.on_tick = [&] {
    if (!kill && processes_.running().size() == 2) {
      kill = Post(Request::Type::kKill, ChildOf("s"));
    } else if (kill && Times("repair") == 1) {
      EndChildren();
    }
  };
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kSucceeded);
  EXPECT_EQ(AnswerTo(kill), "done");
  EXPECT_EQ(OpenRequests(id_), 0U);
}

class KillWithoutEngineTest : public ChildRequestsTest,
                              public ::testing::WithParamInterface<int> {};

TEST_P(KillWithoutEngineTest, EndsThatJobAlone) {
  LeaveAtWork(GetParam());
  const JobState before = Job(id_).state;
  ASSERT_TRUE(RequestKill(*state_, ChildOf("s")));
  EXPECT_EQ(RowOf(ChildOf("s")).state, JobState::kKilled);
  EXPECT_EQ(RequestKill(*state_, ChildOf("s")).error().code, "E0725");
  EXPECT_EQ(Job(id_).state, before);
  EXPECT_FALSE(IsEnd(RowOf(ChildOf("t")).state));
  EndChildren();
  EXPECT_EQ(Go(program_->program, id_), JobState::kSucceeded);
  EXPECT_EQ(Node(id_, "s").state, NodeState::kError);
  EXPECT_EQ(Times("repair"), 1);
}
INSTANTIATE_TEST_SUITE_P(OfRunningAndSuspended, KillWithoutEngineTest,
                         ::testing::Values(SIGTERM, SIGINT));

TEST_F(ChildRequestsTest, ASuspendedOneLetsTheOthersGoOn) {
  Recorder recorder;
  Posted suspend;
  Posted resume;
  recorder.on_tick = [&] {
    if (!suspend && processes_.running().size() == 2) {
      suspend = Post(Request::Type::kSuspend, ChildOf("s"));
    } else if (suspend && !resume && AnswerTo(suspend) == "done") {
      EndChildren();
      if (RowOf(ChildOf("t")).state == JobState::kSucceeded) {
        EXPECT_EQ(RowOf(ChildOf("s")).state, JobState::kSuspended);
        EXPECT_EQ(Job(id_).state, JobState::kRunning);
        EXPECT_EQ(Times("b"), 1);
        EXPECT_EQ(Times("c"), 0);
        resume = Post(Request::Type::kResume, ChildOf("s"));
      }
    }
  };
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kSucceeded);
  EXPECT_EQ(AnswerTo(resume), "done");
  EXPECT_EQ(RowOf(ChildOf("s")).state, JobState::kSucceeded);
  EXPECT_EQ(Times("b"), 2);
  EXPECT_EQ(Times("c"), 1);
}

TEST_F(ChildRequestsTest, ASuspensionOfOneOutlivesEngines) {
  LeaveAtWork(SIGTERM);
  const std::string child = ChildOf("s");
  ASSERT_TRUE(RequestSuspend(*state_, child));
  EXPECT_EQ(RequestSuspend(*state_, child).error().code, "E0727");
  EXPECT_EQ(Job(id_).state, JobState::kRunning);
  EndChildren();
  // The sub-workflow `t` continues, and the engine stays, because the root job is not suspended.
  Recorder recorder;
  recorder.on_tick = [&] {
    if (RowOf(ChildOf("t")).state == JobState::kSucceeded) {
      kill(getpid(), SIGINT);
    }
  };
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kSuspended);
  EXPECT_EQ(RowOf(child).suspended_by, "user (this job alone)");
  EXPECT_EQ(Times("b"), 1);
  EXPECT_EQ(RequestResume(*state_, child).error().code, "E1100");  // the root job is suspended
  DetachedRecorder detached(SIGTERM);
  EXPECT_EQ(Go(program_->program, id_, &detached), JobState::kRunning);
  EXPECT_EQ(RowOf(child).state, JobState::kSuspended);
  for (const bool only_asks : {true, false}) {
    const Result<bool> resumed = RequestResume(*state_, child, only_asks);
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_FALSE(*resumed);
    EXPECT_EQ(RowOf(child).state, only_asks ? JobState::kSuspended : JobState::kRunning);
  }
  EXPECT_EQ(Go(program_->program, id_), JobState::kSucceeded);
  EXPECT_EQ(Times("b"), 2);
}

TEST_F(ChildRequestsTest, AKillReachesWhatASuspendedOneHasLeft) {
  LeaveAtWork(SIGTERM);
  ASSERT_TRUE(RequestSuspend(*state_, ChildOf("s")));
  Recorder recorder;
  Posted kill;
  recorder.on_tick = [&] {
    if (!kill) {
      kill = Post(Request::Type::kKill, id_);
    }
  };
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kKilled);
  EXPECT_EQ(AnswerTo(kill), "done");
  EXPECT_EQ(processes_.killed().size(), 2U);
  EXPECT_EQ(RowOf(ChildOf("s")).state, JobState::kKilled);
}

TEST_F(RequestsTest, WhatWasSuspendedByItsOwnIdWaitsForItUnderOneThatIsResumed) {
  WorkflowBuilder builders[3] = {WorkflowBuilder("0"), WorkflowBuilder("1"), WorkflowBuilder("2")};
  std::vector<hpdl_workflow> workflows;
  for (WorkflowBuilder& w : builders) {
    const std::string below = std::to_string(workflows.size() + 1);
    w.Start("a");
    w.Action("a", below == "3" ? &kChild : &kSub, "end", "fail", {w.Text(below)});
    w.Kill("fail", w.Call(&LastErrorMessage));
    w.End("end");
    workflows.push_back(w.Finish());
  }
  ProgramBuilder p(workflows, {{"1", 1}, {"2", 2}});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  hooks_.catch_signals = true;
  const std::string id = SubmitJob(p.program);
  DetachedRecorder recorder(SIGTERM);
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kRunning);
  ASSERT_TRUE(RequestSuspend(*state_, Job(id, 2).id));
  ASSERT_TRUE(RequestSuspend(*state_, Job(id, 1).id));
  ASSERT_TRUE(RequestResume(*state_, Job(id, 1).id));
  EXPECT_EQ(Job(id, 1).state, JobState::kRunning);
  EXPECT_EQ(Job(id, 2).state, JobState::kSuspended);
  ASSERT_TRUE(RequestResume(*state_, Job(id, 2).id));
  EXPECT_EQ(Job(id, 2).state, JobState::kRunning);
}

TEST_F(ChildRequestsTest, AProcessThatOnlyKillsLeavesAResume) {
  LeaveAtWork(SIGINT);
  processes_.slow_to_die = true;
  Recorder recorder;
  Posted resume;
  int ticks = 0;
  recorder.on_tick = [&] {
    if (!processes_.killed().empty() && !resume) {
      resume = Post(Request::Type::kResume, id_);
    } else if (resume && ++ticks == 3) {
      processes_.End(processes_.killed()[0], {});
    }
  };
  hooks_.kill_only = ChildOf("s");
  EXPECT_EQ(Go(program_->program, id_, &recorder), JobState::kSuspended);
  ASSERT_TRUE(resume);
  EXPECT_EQ(AnswerTo(resume), "");
  EXPECT_EQ(RowOf(ChildOf("s")).state, JobState::kKilled);
}

TEST_F(ChildRequestsTest, ResumeOfOneThatIsNotSuspendedIsRefused) {
  LeaveAtWork(SIGINT);
  EXPECT_EQ(RequestResume(*state_, ChildOf("s")).error().code, "E1100");
  EXPECT_EQ(RowOf(ChildOf("s")).state, JobState::kSuspended);
  EndChildren();
  EXPECT_EQ(Go(program_->program, id_), JobState::kSucceeded);
  EXPECT_EQ(RequestResume(*state_, ChildOf("s")).error().code, "E1100");
}

}  // namespace
}  // namespace hpdl::rt
