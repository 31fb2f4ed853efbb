#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/ground/base/sleep.h"

/// Makes requests at random times while engines start and end. Each request is carried out once, or
/// refused with a reason. HPDL_ROUNDS sets the number of jobs.
namespace hpdl::rt {
namespace {

using namespace testing;
using std::chrono::milliseconds;

constexpr int kAskers = 3;
constexpr int kRequestsEach = 6;

/// An executor that runs for 40 ms and then takes the last error from the node's list in
/// `seen->failures`. Fails with this error, or succeeds if the list is empty.
Task<Outcome> RunForAWhile(ActionContext& context) {
  const std::string node(context.node());
  seen->nodes.push_back(node);
  co_await Sleep(milliseconds(40));
  auto& failures = seen->failures[node];
  if (!failures.empty()) {
    const Error error = failures.back();
    failures.pop_back();
    co_return Outcome::Failed(error.error_class, error.code, error.message);
  }
  co_return Outcome::Ok();
}
constexpr hpdl_kind kForAWhile{"while", &RunForAWhile};

class RandomRequestsTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    options_.local = false;
    WorkflowBuilder& w = parent_;
    w.Start("f");
    w.Fork("f", {"s", "t"});
    const std::uint32_t path = w.Text("child");
    w.Action("s", &kSub, "j", "j", {path});
    w.Action("t", &kSub, "j", "j", {path});
    w.Join("j", "c");
    w.Action("c", &kForAWhile, "end", "fail");
    w.Kill("fail", w.Text("over"));
    w.End("end");
    WorkflowBuilder& c = child_;
    c.Start("a");
    c.Action("a", &kForAWhile, "b", "fail");
    c.Action("b", &kForAWhile, "end", "fail");
    c.Kill("fail", c.Text("over"));
    c.End("end");
    program_ = std::make_unique<ProgramBuilder>(
        std::vector<hpdl_workflow>{w.Finish(), c.Finish()},
        std::vector<std::pair<std::string, std::uint32_t>>{{"child", 1}});
  }

  /// The results of the requests of one round: the number of granted requests for each verb and
  /// job, and the refusals.
  struct Told {
    std::map<std::string, int> granted;
    std::vector<Error> refused;
    void Note(const std::string& verb, const std::string& id, const Result<void>& done) {
      if (done) {
        ++granted[verb + " " + id];
      } else {
        refused.push_back(done.error());
      }
    }
    void Add(const Told& other) {
      for (const auto& [what, times] : other.granted) {
        granted[what] += times;
      }
      refused.insert(refused.end(), other.refused.begin(), other.refused.end());
    }
  };

  static std::vector<JobRow> RowsOf(StateDirectory& state, const std::string& id) {
    const auto store = state.OpenJob(id, true);
    auto rows = store ? (*store)->Jobs() : Result<std::vector<JobRow>>(std::vector<JobRow>());
    return rows ? std::move(*rows) : std::vector<JobRow>();
  }

  /// Makes random requests, one after another, for the root job or a job below it.
  void AskAtRandom(const std::string& id, unsigned seed, Told* told) const {
    auto state = std::move(*StateDirectory::Open(root_ + "/state", false));
    std::mt19937 random(seed);
    for (int i = 0; i < kRequestsEach; ++i) {
      std::this_thread::sleep_for(milliseconds(random() % 60));  // time: the delay is random
      const std::vector<JobRow> rows = RowsOf(*state, id);
      if (rows.empty() || IsEnd(rows[0].state)) {
        return;
      }
      const std::string job = rows[random() % rows.size()].id;
      const unsigned verb = random() % 20;
      if (verb < 8) {
        told->Note("suspend", job, RequestSuspend(*state, job));
      } else if (verb < 15) {
        const Result<bool> done = RequestResume(*state, job);
        told->Note("resume", job, done ? Result<void>() : Result<void>(done.error()));
      } else if (verb < 18) {
        told->Note("retry", id, RequestRetry(*state, id, "c"));
      } else {
        told->Note("kill", job, RequestKill(*state, job));
      }
    }
  }
  /// Resumes jobs that were suspended by their own ids, so that the root job can end.
  void ResumeUntil(const std::atomic<bool>& ended, const std::string& id, Told* told) const {
    auto state = std::move(*StateDirectory::Open(root_ + "/state", false));
    while (!ended) {
      for (const JobRow& row : RowsOf(*state, id)) {
        if (row.number != 0 && row.state == JobState::kSuspended) {
          const Result<bool> done = RequestResume(*state, row.id);
          told->Note("resume", row.id, done ? Result<void>() : Result<void>(done.error()));
        }
      }
      std::this_thread::sleep_for(milliseconds(20));
    }
  }
  /// Starts engines one after another until the job has ended.
  void RunToTheEnd(const std::string& id, Recorder* recorder) {
    while (true) {
      const Result<JobState> state = ExecuteWith(program_->program, *state_, id, recorder, hooks_);
      if (IsEnd(Job(id).state)) {
        return;
      }
      if (!state && state.error().code != "E0719") {
        FAIL() << state.error().code << ": " << state.error().message;
      }
      std::this_thread::sleep_for(milliseconds(5));
    }
  }

  WorkflowBuilder parent_{"parent"}, child_{"child"};
  std::unique_ptr<ProgramBuilder> program_;
};

TEST_F(RandomRequestsTest, EachIsActedOnOnceOrRefused) {
  const char* given = std::getenv("HPDL_ROUNDS");
  const int rounds = given == nullptr ? 5 : std::atoi(given);
  int granted = 0;
  for (int round = 0; round < rounds; ++round) {
    seen_.nodes.clear();
    seen_.failures["c"].assign(1, {ErrorClass::kNonTransient, "X", "away"});
    const std::string id = SubmitJob(program_->program);
    std::vector<Told> told(kAskers + 1);
    std::atomic<bool> ended = false;
    std::vector<std::thread> askers;
    askers.reserve(kAskers);
    for (unsigned i = 0; i < kAskers; ++i) {
      askers.emplace_back([&, i] { AskAtRandom(id, round * 100U + i, &told[i]); });
    }
    askers.emplace_back([&] { ResumeUntil(ended, id, &told[kAskers]); });
    Recorder recorder;
    RunToTheEnd(id, &recorder);
    ended = true;
    for (std::thread& asker : askers) {
      asker.join();
    }
    Told all;
    for (const Told& of_one : told) {
      all.Add(of_one);
    }
    static const std::set<std::string> kReasons = {"E0725", "E0727", "E1100", "E0717", "E0605"};
    for (const Error& error : all.refused) {
      EXPECT_TRUE(kReasons.contains(error.code)) << round << " " << error.code << error.message;
    }
    std::map<std::string, int> suspensions;
    for (const ProgressEvent& event : recorder.events) {
      const bool is = event.type == ProgressEvent::Type::kJob && event.state == "SUSPENDED" &&
                      event.message == (event.job == 0 ? "user" : "user (this job alone)");
      suspensions["suspend " + event.job_id] += is ? 1 : 0;
    }
    for (const auto& [what, times] : suspensions) {
      EXPECT_LE(times, all.granted[what]) << round << " " << what;
    }
    for (const JobRow& row : RowsOf(*state_, id)) {
      EXPECT_TRUE(IsEnd(row.state)) << round;
      // A granted kill has killed the job. Two kills may be granted, if both come before the end.
      EXPECT_TRUE(all.granted["kill " + row.id] == 0 || row.state == JobState::kKilled) << round;
    }
    const int kills = all.granted["kill " + id];
    EXPECT_EQ(Job(id).state, kills == 0 ? JobState::kSucceeded : JobState::kKilled) << round;
    std::error_code ignored;
    for (const auto& left :
         std::filesystem::directory_iterator(state_->work().OfJob(id) + "/requests", ignored)) {
      ADD_FAILURE() << round << ": left " << left.path();
    }
    for (const auto& [what, times] : all.granted) {
      granted += times;
    }
  }
  EXPECT_GT(granted, 0);
}

}  // namespace
}  // namespace hpdl::rt
