#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/messages.h"
#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/store/lease.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {
namespace {

using namespace testing;

/// True when the event for which RunWaiting() waits has happened.
bool ended = false;
/// Milliseconds before the first check of the event in RunWaiting().
int first_look_ms = 5;

/// The executor of kWaiting, which waits for a YARN application.
Task<Outcome> RunWaiting(ActionContext& context) {
  seen->nodes.emplace_back(context.node());
  seen->resumed += context.resumed() ? 1 : 0;
  if (context.progress().empty()) {
    co_await context.RecordProgress("application_1_1");
  }
  rt::Wait wait;
  wait.kind = Wait::Kind::kYarn;
  for (const char* word : {"rm:8032", "joe", "application_1_1", "tag"}) {
    wait.what.emplace_back(word);
  }
  Waiting waiting(context, wait);
  co_await context.RecordProgress("application_1_1 submitted");
  for (bool asked = false; !asked || !ended; asked = true) {
    if (asked) {
      waiting.Confirm();
    }
    co_await Sleep(std::chrono::milliseconds(asked ? 5 : first_look_ms));
  }
  co_return Outcome::Ok();
}
constexpr hpdl_kind kWaiting{"waiting", &RunWaiting};

/// Waits for a callback.
Task<Outcome> RunCalledBack(ActionContext& context) {
  seen->nodes.emplace_back(context.node());
  rt::Wait wait;
  wait.kind = rt::Wait::Kind::kCallback;
  wait.what.push_back(std::to_string(context.attempt()));
  Waiting waiting(context, wait);
  waiting.Confirm();
  const std::optional<Callback> callback = co_await context.AwaitCallback(-1);
  Outcome outcome;
  outcome.external_status = callback->status;
  co_return outcome;
}
constexpr hpdl_kind kCalledBack{"called-back", &RunCalledBack};

/// Waits for the end of a job of a server. The server calls back when the job has ended. Each check
/// of the job takes first_look_ms, and only the check after the callback sees the end.
Task<Outcome> RunChecking(ActionContext& context) {
  rt::Wait wait;
  wait.kind = rt::Wait::Kind::kOozie;
  wait.what = {"local", "job"};
  Waiting waiting(context, wait);
  waiting.Confirm();
  co_await Sleep(std::chrono::milliseconds(first_look_ms));
  waiting.Confirm();
  const std::optional<Callback> callback = co_await context.AwaitCallback(-1);
  co_await Sleep(std::chrono::milliseconds(first_look_ms));
  Outcome outcome;
  outcome.external_status = callback->status;
  co_return outcome;
}
constexpr hpdl_kind kChecking{"checking", &RunChecking};

class ParkedRecorder : public ProgressSink {
 public:
  void OnEvent(const ProgressEvent&) override {}
  void OnTick(std::int64_t) override {}
  void OnParked() override { parked = true; }
  bool parked = false;
};

class ParkingTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    ended = false;
    first_look_ms = 5;
    hooks_.park_after_ms = 0;
    hooks_.retry = {.max = 3, .first_ms = kHourMs, .most_ms = kHourMs};
  }
  /// Runs the job until it ends or is parked. Returns true if it is parked.
  bool Parks(const hpdl_program& program, const std::string& id) {
    ParkedRecorder sink;
    const JobState state = Go(program, id, &sink);
    EXPECT_EQ(state == JobState::kRunning, sink.parked);
    EXPECT_EQ(Job(id).parked.has_value(), sink.parked);
    return sink.parked;
  }
  ParkingNote NoteOf(const std::string& id) {
    const JobRow row = Job(id);
    const auto note = row.parked ? DecodeNote(*row.parked) : std::optional<ParkingNote>();
    EXPECT_TRUE(note) << row.parked.value_or("none");
    return note.value_or(ParkingNote());
  }
  /// Posts a callback for the node `a` of a job that no engine runs.
  void Call(const std::string& id, const std::string& status) {
    CallbackMessage message;
    message.job = id;
    message.node = "a";
    message.token = (*state_->OpenJob(id, true))->Facts()->callback_token;
    message.status = status;
    ASSERT_TRUE(PostCallback(*state_, message));
  }
  void FailsOnce(const std::string& node) {
    seen_.failures[node] = {{ErrorClass::kTransient, "JA006", "away"}};
  }

  static constexpr std::int64_t kHourMs = 3'600'000;
};

TEST_F(ParkingTest, ARetryIsAWaitForATime) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  FailsOnce("a");
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  EXPECT_EQ(Job(id).state, JobState::kRunning);
  const ParkingNote note = NoteOf(id);
  ASSERT_EQ(note.entries.size(), 1U);
  EXPECT_EQ(note.entries[0].node, "a");
  EXPECT_EQ(note.entries[0].wait.kind, Wait::Kind::kTime);
  EXPECT_EQ(note.entries[0].wait.until_ms - note.entries[0].wait.since_ms, kHourMs);
  // If a process wakes the job too early, the job still waits and is parked again.
  hooks_.woken = true;
  ASSERT_TRUE(Parks(p.program, id));
  EXPECT_EQ(NoteOf(id).entries, note.entries);
  EXPECT_EQ(Times("a"), 1);
  {  // Moves the failure of `a` one hour into the past, so that the wait for the retry is over.
    auto store = std::move(*state_->OpenJob(id, false));
    NodeRow row = Node(id, "a");
    row.ended_ms -= kHourMs;
    ASSERT_TRUE(store->PutNode(row));
    ASSERT_TRUE(store->Commit());
  }
  EXPECT_FALSE(Parks(p.program, id));
  EXPECT_EQ(Job(id).state, JobState::kSucceeded);
  EXPECT_EQ(Times("a"), 2);
}

TEST_F(ParkingTest, TheNoteIsInTheCommitOfWhatMadeItTrue) {
  const auto commits = std::make_shared<SlowCommits>();
  commits->delay_ms = 0;
  hooks_.wrap_journal = [commits](boost::asio::io_context& io, std::unique_ptr<Journal> journal) {
    return std::make_unique<SlowJournal>(io, std::move(journal), commits);
  };
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  FailsOnce("a");
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  EXPECT_EQ(commits->started, 2) << "the intent; the failure and the note";
  EXPECT_EQ(commits->settled, 2);
  EXPECT_EQ(Node(id, "a").state, NodeState::kStartRetry);
}

TEST_F(ParkingTest, WhatThatCommitMakesTrueIsToldBefore) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  FailsOnce("a");
  Recorder recorder;
  EXPECT_EQ(Go(p.program, SubmitJob(p.program), &recorder), JobState::kRunning);
  ASSERT_FALSE(recorder.events.empty());
  EXPECT_EQ(recorder.events.back().state, "START_RETRY");
}

TEST_F(ParkingTest, NotForATimeThatIsNear) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kPlain)});
  hooks_.retry = {.max = 3, .first_ms = 300, .most_ms = 300};
  hooks_.park_after_ms = 1000;
  FailsOnce("a");
  EXPECT_FALSE(Parks(p.program, SubmitJob(p.program)));
  EXPECT_EQ(Times("a"), 2);
}

TEST_F(ParkingTest, AParkedAttemptGoesOnWhereItWas) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kWaiting)});
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  const std::int64_t since_ms = NoteOf(id).entries[0].wait.since_ms;
  EXPECT_EQ(DecodeWait(*Node(id, "a").wait)->what[2], "application_1_1");
  const auto listed = state_->catalogue().Parked({}, 9);
  ASSERT_TRUE(listed);
  ASSERT_EQ(listed->size(), 1U);
  EXPECT_EQ(listed->front().job.parked, Job(id).parked);
  EXPECT_TRUE(state_->catalogue().Parked({Job(id).modified_ms, id}, 9)->empty());

  hooks_.woken = true;
  ASSERT_TRUE(Parks(p.program, id));
  EXPECT_EQ(NoteOf(id).entries[0].wait.since_ms, since_ms) << "it has waited since then";
  ended = true;
  EXPECT_FALSE(Parks(p.program, id));
  EXPECT_EQ(Job(id).state, JobState::kSucceeded);
  EXPECT_FALSE(Node(id, "a").wait);
  EXPECT_EQ(seen_.resumed, 2);
  EXPECT_TRUE(state_->catalogue().Parked({}, 9)->empty());
}

TEST_F(ParkingTest, NotBeforeTheWorldWasAsked) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kWaiting)});
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  ended = true;
  first_look_ms = 500;  // several ticks of the engine come before the executor first checks `ended`
  hooks_.woken = true;
  EXPECT_FALSE(Parks(p.program, id));
  EXPECT_EQ(Job(id).state, JobState::kSucceeded);
}

TEST_F(ParkingTest, OnlyWhenNothingElseRuns) {
  WorkflowBuilder w("fork");
  w.Start("f");
  w.Fork("f", {"a", "b"});
  w.Action("a", &kWaiting, "j", "fail");
  w.Action("b", &kChild, "j", "fail");
  w.Join("j", "end");
  w.Kill("fail", w.Call(&LastErrorMessage));
  w.End("end");
  ProgramBuilder p({w.Finish()});
  processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
  Recorder recorder;
  int ticks = 0;
  recorder.on_tick = [&] {
    if (++ticks == 5) {
      processes_.End(processes_.running()[0], {});
    }
  };
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id, &recorder), JobState::kRunning);
  EXPECT_GE(ticks, 5);
  EXPECT_EQ(Node(id, "b").state, NodeState::kOk);
  ASSERT_EQ(NoteOf(id).entries.size(), 1U);
  EXPECT_EQ(NoteOf(id).entries[0].node, "a");
}

TEST_F(ParkingTest, WaitsOfSubWorkflowsCount) {
  WorkflowBuilder outer("outer");
  const std::uint32_t path = outer.Text("child");
  outer.Start("s");
  outer.Action("s", &kSub, "end", "fail", {path});
  outer.Kill("fail", outer.Call(&LastErrorMessage));
  outer.End("end");
  WorkflowBuilder inner("inner");
  ProgramBuilder p({outer.Finish(), OneAction(inner, &kWaiting)}, {{"child", 1}});
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  ASSERT_EQ(NoteOf(id).entries.size(), 1U);
  EXPECT_EQ(NoteOf(id).entries[0].job, 1);
  ended = true;
  EXPECT_FALSE(Parks(p.program, id));
  EXPECT_EQ(Job(id).state, JobState::kSucceeded);
}

TEST_F(ParkingTest, ASuspensionStandsWhateverTheWorldDoes) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kWaiting)});
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  ASSERT_TRUE(RequestSuspend(*state_, id));
  EXPECT_FALSE(Job(id).parked);
  EXPECT_TRUE(state_->catalogue().Parked({}, 9)->empty());
  ended = true;
  hooks_.woken = true;
  const JobRow before = Job(id);
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  EXPECT_EQ(Job(id).modified_ms, before.modified_ms);
  hooks_.woken = false;
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded);
  hooks_.woken = true;
  EXPECT_EQ(Go(p.program, id), JobState::kSucceeded) << "of a job that has ended: no error";
}

TEST_F(ParkingTest, WhoWaitsForAPersonIsSuspended) {
  WorkflowBuilder w("diamond");
  ProgramBuilder p({Diamond(w, &kPlain)});
  FailsOnce("a");
  seen_.failures["b"] = {{ErrorClass::kNonTransient, "JA009", "ask somebody"}};
  const std::string id = SubmitJob(p.program);
  EXPECT_EQ(Go(p.program, id), JobState::kSuspended);
  EXPECT_FALSE(Job(id).parked);
}

TEST_F(ParkingTest, AWakeLooksAgainWhenTheLeaseIsFree) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kWaiting)});
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  ended = true;
  auto lease = std::move(*state_->TakeLease(id));
  std::optional<JobState> end;
  std::atomic<bool> has_ended = false;
  std::thread waker([&] {
    auto state = std::move(*StateDirectory::Open(root_ + "/state", false));
    ExecuteHooks hooks = hooks_;
    hooks.woken = true;
    end = *ExecuteWith(p.program, *state, id, nullptr, hooks);
    has_ended = true;
  });
  // True if the engine waits for the lease. /proc/locks then has a line with `->` and with the
  // inode of a file of this job. Other processes of the machine may wait for other files.
  const auto waits = [&] {
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
      for (const auto& file : std::filesystem::directory_iterator(root_ + "/state/jobs/" + id)) {
        struct stat info{};
        const bool is_there = stat(file.path().c_str(), &info) == 0;
        const std::string inode = ":" + std::to_string(info.st_ino) + " ";
        if (is_there && line.find("->") != line.npos && line.find(inode) != line.npos) {
          return true;
        }
      }
    }
    return false;
  };
  while (!waits()) {
    std::this_thread::yield();
  }
  EXPECT_FALSE(has_ended);
  lease.reset();
  waker.join();
  EXPECT_EQ(end, JobState::kSucceeded);
}

TEST_F(ParkingTest, ACallbackThatSomebodyElseTookIsFoundByTheNextEngine) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kCalledBack)});
  options_.callback_url = "https://gate.example.org/flows";
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  EXPECT_EQ(NoteOf(id).entries[0].wait.kind, Wait::Kind::kCallback);
  const std::string token = (*state_->OpenJob(id, true))->Facts()->callback_token;
  EXPECT_EQ(Job(id).callback_hash, HashOfToken(token));
  EXPECT_EQ(state_->catalogue().Parked({}, 9)->front().job.callback_hash, HashOfToken(token));
  Call(id, "OK");
  hooks_.woken = true;
  EXPECT_FALSE(Parks(p.program, id));
  EXPECT_EQ(Node(id, "a").external_status, "OK");
}

TEST_F(ParkingTest, NotBeforeTheWorldWasAskedAboutACallback) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kChecking)});
  options_.callback_url = "https://gate.example.org/flows";
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  Call(id, "SUCCEEDED");
  hooks_.woken = true;
  first_look_ms = 500;  // the engine could park the job in each check
  EXPECT_FALSE(Parks(p.program, id));
  EXPECT_EQ(Node(id, "a").external_status, "SUCCEEDED");
}

TEST(HashOfTokenTest, IsSha1) {
  EXPECT_EQ(HashOfToken("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
}

TEST_F(ParkingTest, AKillOfAParkedJobEndsIt) {
  WorkflowBuilder w("one");
  ProgramBuilder p({OneAction(w, &kWaiting)});
  const std::string id = SubmitJob(p.program);
  ASSERT_TRUE(Parks(p.program, id));
  ASSERT_TRUE(RequestKill(*state_, id));
  EXPECT_FALSE(Job(id).parked);
  EXPECT_EQ(Job(id).state, JobState::kKilled);
}

}  // namespace
}  // namespace hpdl::rt
