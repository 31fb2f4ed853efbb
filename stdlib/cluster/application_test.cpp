#include "stdlib/cluster/application.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <deque>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/ground/base/testing/hurrying_time.h"
#include "runtime/world/hadoop/conf.h"

namespace hpdl::stdlib {
namespace {

using rt::Application;
using rt::Error;
using rt::ErrorClass;
using rt::Outcome;
using rt::Result;
using rt::Task;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Error Transient() {
  return {ErrorClass::kTransient, "JA006", "resource manager rm: Connection refused"};
}

/// A resource manager in memory. It records each call. `on_call` may make the call fail or do
/// something else.
class ScriptedCluster : public rt::Cluster {
 public:
  std::vector<std::string> calls;
  std::function<void(const std::string& call)> on_call;
  /// The states that NextState returns, one after the other. The last state repeats.
  std::deque<std::string> states;
  std::optional<Error> fail;           ///< the error of the next call
  int failures = 0;                    ///< this number of next calls fail with Transient()
  std::chrono::milliseconds delay{1};  ///< the time that each call takes
  bool known = false;                  ///< the application was submitted
  bool forgotten = false;              ///< NextState does not know the application
  bool swallow = false;                ///< a submission arrives but its answer is lost
  bool in_history = false;
  std::string killed_state = "KILLED";
  std::vector<std::string> tags;
  int ids = 0;

  const std::string& name() const override { return name_; }
  const std::string& user() const override { return name_; }
  const rt::HadoopConf& conf() const override { return conf_; }

  Task<Result<std::string>> NewApplication() override {
    if (std::optional<Error> error = co_await Called("new")) {
      co_return *error;
    }
    co_return "application_1_" + std::to_string(++ids);
  }
  Task<Result<void>> Submit(rt::Submission submission) override {
    std::string call = "submit " + submission.id;
    if (std::optional<Error> error = co_await Called(std::move(call))) {
      known = swallow;
      co_return *error;
    }
    known = true;
    tags = submission.tags;
    co_return Result<void>();
  }
  Task<Result<std::optional<Application>>> Find(std::string) override {
    if (std::optional<Error> error = co_await Called("find")) {
      co_return *error;
    }
    std::optional<Application> found;
    if (known) {
      found.emplace();
      found->id = "application_1_1";
      found->state = killed ? killed_state : states.front();
    }
    co_return found;
  }
  Task<Result<std::vector<Application>>> FindByTag(std::string) override {
    co_return std::vector<Application>();
  }
  Task<Result<void>> Kill(std::string id) override {
    std::string call = "kill " + id;
    if (std::optional<Error> error = co_await Called(std::move(call))) {
      co_return *error;
    }
    killed = known;
    co_return Result<void>();
  }
  Task<Result<Application>> End(std::string /*id*/, std::string /*tag*/) override {
    co_return Error{ErrorClass::kFatal, "", "no action waits so"};
  }
  Task<Result<Application>> NextState(std::string id, std::string tag,
                                      std::string before) override {
    EXPECT_EQ(tag.substr(0, 9), "hpdl-job-");
    std::string call = "next " + before;
    if (std::optional<Error> error = co_await Called(std::move(call))) {
      co_return *error;
    }
    if (forgotten) {
      forgotten = false;
      known = false;
      co_return Error{ErrorClass::kError, "JA017", "lost"};
    }
    Application app;
    app.id = std::move(id);
    app.state = states.front();
    app.final_status = "SUCCEEDED";
    if (states.size() > 1) {
      states.pop_front();
    }
    co_return app;
  }
  Task<Result<std::optional<rt::HistoryJob>>> Job(std::string id) override {
    calls.push_back("job " + id);
    std::optional<rt::HistoryJob> job;
    if (in_history) {
      job.emplace();
    }
    co_return job;
  }
  Task<Result<rt::Counters>> JobCounters(std::string) override { co_return rt::Counters(); }
  std::string ConsoleUrl(const std::string& id) const override { return "http://rm/" + id; }

  bool killed = false;

 private:
  /// Each call waits, so a cancellation can arrive during the call.
  Task<std::optional<Error>> Called(std::string call) {
    calls.push_back(call);
    if (on_call) {
      on_call(call);
    }
    co_await rt::Sleep(delay);
    if (failures > 0) {
      --failures;
      co_return Transient();
    }
    co_return std::exchange(fail, std::nullopt);
  }

  std::string name_ = "rm";
  rt::HadoopConf conf_;
};

class ListeningContext : public rt::testing::FakeContext {
 public:
  using FakeContext::FakeContext;
  std::vector<std::string> said;
  std::string external;  ///< the last arguments of SetExternal
  /// The value of `external` at each call of RecordProgress.
  std::vector<std::string> recorded_with;
  void SetWaiting(std::string what) override { said.push_back(std::move(what)); }
  void SetExternal(std::string id, std::string tracker_uri, std::string console_url) override {
    external = id + " " + tracker_uri + " " + console_url;
  }
  Task<void> RecordProgress(std::string progress) override {
    recorded_with.push_back(external);
    co_await FakeContext::RecordProgress(std::move(progress));
  }
};

class ApplicationTest : public ::testing::Test {
 protected:
  ApplicationTest() {
    cluster_.states = {"ACCEPTED", "RUNNING", "FINISHED"};
    steps_.prepare = [this](std::string id) -> Task<Result<rt::Submission>> {
      cluster_.calls.push_back("prepare " + id);
      if (refuse_prepare_) {
        co_return *std::exchange(refuse_prepare_, std::nullopt);
      }
      co_return rt::Submission();
    };
    steps_.conclude = [this](Application app) -> Task<Outcome> {
      cluster_.calls.push_back("conclude " + app.state);
      Outcome outcome;
      outcome.error = std::exchange(conclude_error_, std::nullopt);
      co_return outcome;
    };
    steps_.clean = [this](std::string id) -> Task<void> {
      cluster_.calls.push_back("clean " + id);
      co_return;
    };
    Quick("3");
  }

  /// Sets the maximum number of retries of a failed request. There is no pause between two retries.
  void Quick(const char* most) {
    ctx_.properties = {{"oozie.action.retries.max", most}, {"oozie.action.retry.interval", "0"}};
  }
  void Resume(const std::string& progress, bool known) {
    ctx_.is_resumed = true;
    ctx_.position = progress;
    cluster_.known = known;
  }

  Outcome Run() {
    boost::asio::io_context io;
    Outcome outcome;
    std::exception_ptr failure;
    boost::asio::co_spawn(io, RunApplication(ctx_, cluster_, steps_),
                          boost::asio::bind_cancellation_slot(
                              cancel_.slot(), [&](std::exception_ptr error, Outcome result) {
                                failure = std::move(error);
                                outcome = std::move(result);
                              }));
    io.run();
    EXPECT_EQ(failure, nullptr);
    return outcome;
  }
  /// Kills the action during the first call whose text begins with `begin`.
  Outcome RunAndKillIn(const std::string& begin) {
    cluster_.on_call = [this, begin, done = false](const std::string& call) mutable {
      if (!done && call.starts_with(begin)) {
        done = true;
        cancel_.emit(boost::asio::cancellation_type::terminal);
      }
    };
    return Run();
  }
  int Count(const std::string& call) const {
    return static_cast<int>(std::count(cluster_.calls.begin(), cluster_.calls.end(), call));
  }

  const rt::testing::HurryingTime time_;
  boost::asio::cancellation_signal cancel_;
  ListeningContext ctx_{::testing::TempDir()};
  ScriptedCluster cluster_;
  ApplicationSteps steps_;
  std::optional<Error> refuse_prepare_, conclude_error_;
};

TEST_F(ApplicationTest, FromTheIdToTheEnd) {
  const Outcome outcome = Run();
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.external_id, "application_1_1");
  EXPECT_EQ(outcome.external_status, "SUCCEEDED");
  EXPECT_EQ(outcome.tracker_uri, "rm");
  EXPECT_EQ(outcome.console_url, "http://rm/application_1_1");
  EXPECT_THAT(cluster_.calls,
              ElementsAre("new", "prepare application_1_1", "submit application_1_1", "next ",
                          "next ACCEPTED", "next RUNNING 0 %", "conclude FINISHED",
                          "clean application_1_1"));
  EXPECT_THAT(ctx_.recorded,
              ElementsAre("application_1_1 rm rm", "application_1_1 rm rm submitted"));
  EXPECT_THAT(ctx_.external_statuses, ElementsAre("RUNNING"));
  EXPECT_THAT(cluster_.tags, ElementsAre(ctx_.tag(), ProgramTag(ctx_)));
  EXPECT_THAT(ctx_.said, ::testing::Contains("RUNNING 0 %, application_1_1"));
}

TEST_F(ApplicationTest, TheIdOfMapReduce) {
  steps_.external_id = &MapReduceId;
  EXPECT_EQ(Run().external_id, "job_1_1");
}

TEST_F(ApplicationTest, WhoLooksAtTheRunningActionSeesItsApplication) {
  Run();
  const std::string external = "application_1_1 rm http://rm/application_1_1";
  EXPECT_THAT(ctx_.recorded_with, ElementsAre(external, external)) << "before it was submitted";
  ctx_.external.clear();
  Resume("application_1_1 rm rm submitted", true);
  steps_.external_id = MapReduceId;
  Run();
  EXPECT_EQ(ctx_.external, "job_1_1 rm http://rm/application_1_1") << "of a resumed one too";
}

TEST_F(ApplicationTest, BeforeTheIdAFailureIsAnOrdinaryOne) {
  cluster_.failures = 1;
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.error->error_class, ErrorClass::kTransient);
  EXPECT_FALSE(outcome.at_end);
  EXPECT_TRUE(ctx_.recorded.empty());
}

TEST_F(ApplicationTest, ResumedBeforeTheSubmission) {
  Resume("application_1_7", false);
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(Count("new"), 0);
  EXPECT_EQ(Count("submit application_1_7"), 1);
}

TEST_F(ApplicationTest, ResumedBetweenTheSubmissionAndItsRecord) {
  Resume("application_1_7", true);
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(Count("submit application_1_7"), 0);
  EXPECT_EQ(Count("prepare application_1_7"), 0);
  EXPECT_EQ(Count("conclude FINISHED"), 1);
}

TEST_F(ApplicationTest, ResumedWhileItRuns) {
  Resume("application_1_7 submitted", true);
  EXPECT_FALSE(Run().error);
  EXPECT_THAT(cluster_.calls[0], "next ");
}

TEST_F(ApplicationTest, ASubmittedOneThatIsForgottenIsNotSubmittedAgain) {
  Resume("application_1_7 submitted", false);
  cluster_.forgotten = true;
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA017");
  EXPECT_EQ(outcome.error->error_class, ErrorClass::kError);
  EXPECT_EQ(Count("submit application_1_7"), 0);
  EXPECT_EQ(Count("clean application_1_7"), 1);
}

TEST_F(ApplicationTest, AMapReduceJobThatOnlyTheHistoryKnowsIsNotSubmittedAgain) {
  Resume("application_1_7", false);
  steps_.external_id = &MapReduceId;
  cluster_.in_history = true;
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(Count("job job_1_7"), 1);
  EXPECT_EQ(Count("submit application_1_7"), 0);
}

TEST_F(ApplicationTest, OneThatIsLostBeforeItWasSavedIsSubmittedAgainWithTheSameId) {
  cluster_.forgotten = true;
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(Count("submit application_1_1"), 2);
  EXPECT_EQ(cluster_.ids, 1);
}

TEST_F(ApplicationTest, OneThatIsLostWhenItRanIsNot) {
  cluster_.on_call = [this](const std::string& call) {
    cluster_.forgotten = call == "next RUNNING 0 %";
  };
  EXPECT_EQ(Run().error->code, "JA017");
  EXPECT_EQ(Count("submit application_1_1"), 1);
}

TEST_F(ApplicationTest, ASubmissionWhoseAnswerIsLostIsNotRepeated) {
  cluster_.on_call = [this](const std::string& call) {
    if (call.starts_with("submit")) {
      cluster_.swallow = true;
      cluster_.failures = 2;  // the submission and the request after it fail
    }
  };
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(Count("submit application_1_1"), 1);
  EXPECT_EQ(Count("find"), 2);
  EXPECT_THAT(ctx_.said, ::testing::Contains(
                             HasSubstr("Connection refused; the next request follows in 0 s")));
}

TEST_F(ApplicationTest, ASubmissionThatDidNotArriveIsRepeatedWithTheSameId) {
  cluster_.on_call = [this](const std::string& call) {
    cluster_.failures = call.starts_with("submit") && Count("find") == 0 ? 1 : 0;
  };
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(Count("submit application_1_1"), 2);
  EXPECT_EQ(Count("new"), 1);
}

TEST_F(ApplicationTest, ASubmissionThatIsRefused) {
  cluster_.on_call = [this](const std::string& call) {
    if (call.starts_with("submit")) {
      cluster_.fail = Error{ErrorClass::kError, "JA009", "more memory than there is"};
    }
  };
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.error->error_class, ErrorClass::kError);
  EXPECT_FALSE(outcome.at_end);
  EXPECT_EQ(cluster_.calls.back(), "clean application_1_1");
}

TEST_F(ApplicationTest, AUserWhoMayNotSubmitAsksAPerson) {
  cluster_.on_call = [this](const std::string& call) {
    if (call.starts_with("submit")) {
      cluster_.fail = Error{ErrorClass::kNonTransient, "JA002", "may not"};
    }
  };
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.error->error_class, ErrorClass::kNonTransient);
  EXPECT_TRUE(outcome.at_end) << "the same id is tried again";
}

TEST_F(ApplicationTest, AnOutageIsBridgedAndCountedAnew) {
  int calls = 0;
  cluster_.on_call = [&](const std::string& call) {
    if (call.starts_with("next") && ++calls % 3 == 1) {
      cluster_.failures = 2;
    }
  };
  cluster_.states = {"ACCEPTED", "RUNNING", "FINISHED"};
  EXPECT_FALSE(Run().error) << "two failures in a row, three times";
  EXPECT_EQ(calls, 9);
}

TEST_F(ApplicationTest, AnOutageThatLastsAsksAPersonAndIsResumed) {
  cluster_.on_call = [this](const std::string& call) {
    cluster_.failures = call.starts_with("next") ? 1 : 0;
  };
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.error->error_class, ErrorClass::kNonTransient);
  EXPECT_EQ(outcome.error->code, "JA006");
  EXPECT_TRUE(outcome.at_end);
  EXPECT_EQ(Count("next "), 4);
  EXPECT_EQ(Count("clean application_1_1"), 0);
  cluster_.on_call = nullptr;
  Resume(ctx_.position, true);
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(Count("submit application_1_1"), 1);
}

TEST_F(ApplicationTest, PreparationsAreRepeatedOrGivenUp) {
  refuse_prepare_ = Transient();
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(Count("prepare application_1_1"), 2);
  cluster_.calls.clear();
  ctx_.position.clear();
  cluster_.ids = 0;
  refuse_prepare_ = Error{ErrorClass::kError, "JA008", "no such file"};
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA008");
  EXPECT_THAT(cluster_.calls,
              ElementsAre("new", "prepare application_1_1", "clean application_1_1"));
}

TEST_F(ApplicationTest, ResultsThatCannotBeHadDoNotStartItAnew) {
  conclude_error_ = Transient();
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(Count("conclude FINISHED"), 2);
  conclude_error_ = Error{ErrorClass::kNonTransient, "E0902", "no history"};
  cluster_.states = {"FINISHED"};
  const Outcome outcome = Run();
  EXPECT_TRUE(outcome.at_end);
  EXPECT_EQ(outcome.error->code, "E0902");
}

TEST_F(ApplicationTest, AnApplicationThatFailsIsCleanedToo) {
  conclude_error_ = Error{ErrorClass::kError, "JA018", "failed"};
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_FALSE(outcome.at_end);
  EXPECT_EQ(cluster_.calls.back(), "clean application_1_1");
}

TEST_F(ApplicationTest, KilledBeforeThereIsAnId) {
  EXPECT_EQ(RunAndKillIn("new").external_id, "");
  EXPECT_THAT(cluster_.calls, ElementsAre("new"));
}

TEST_F(ApplicationTest, KilledWhileItIsSubmitted) {
  const Outcome outcome = RunAndKillIn("submit");
  EXPECT_TRUE(cluster_.killed) << "the submission came to its end first";
  EXPECT_EQ(outcome.external_status, "KILLED");
  EXPECT_EQ(cluster_.calls.back(), "clean application_1_1");
}

TEST_F(ApplicationTest, KilledWhileItRuns) {
  const Outcome outcome = RunAndKillIn("next RUNNING");
  EXPECT_TRUE(cluster_.killed);
  EXPECT_EQ(outcome.external_id, "application_1_1");
  EXPECT_EQ(Count("kill application_1_1"), 1);
  EXPECT_EQ(Count("clean application_1_1"), 1);
}

TEST_F(ApplicationTest, KilledWhileTheClusterIsAwayForAMoment) {
  cluster_.on_call = [this, done = false](const std::string& call) mutable {
    if (!done && call.starts_with("next ACCEPTED")) {
      done = true;
      cluster_.failures = 2;
      cancel_.emit(boost::asio::cancellation_type::terminal);
    }
  };
  EXPECT_EQ(Run().external_status, "KILLED");
  EXPECT_EQ(Count("kill application_1_1"), 2);
}

/// A manager that sends its reply byte by byte keeps a request busy for longer than the pauses of a
/// whole kill. The request then fails.
TEST_F(ApplicationTest, KilledAlthoughOneAnswerIsSlow) {
  for (const std::string slow : {"kill", "find"}) {
    cluster_.calls.clear();
    cluster_.known = cluster_.killed = false;
    cluster_.states = {"ACCEPTED", "RUNNING"};
    ctx_.position.clear();
    cluster_.on_call = [&, killed = false, was_slow = false](const std::string& call) mutable {
      if (!killed && call.starts_with("next RUNNING")) {
        killed = true;
        cancel_.emit(boost::asio::cancellation_type::terminal);
      }
      const bool is_slow = !was_slow && call.starts_with(slow);
      was_slow = was_slow || is_slow;
      cluster_.delay = is_slow ? std::chrono::seconds(50) : std::chrono::milliseconds(1);
      cluster_.failures = is_slow ? 1 : 0;
    };
    EXPECT_EQ(Run().external_status, "KILLED") << slow;
    EXPECT_TRUE(cluster_.killed) << slow;
    EXPECT_EQ(cluster_.calls.back().substr(0, 6), "clean ") << slow;
  }
}

TEST_F(ApplicationTest, AKillEndsAlthoughTheClusterNeverAnswers) {
  cluster_.on_call = [this](const std::string& call) {
    if (call.starts_with("next RUNNING")) {
      cluster_.delay = std::chrono::seconds(60);
      cluster_.failures = 1000;
      cancel_.emit(boost::asio::cancellation_type::terminal);
    }
  };
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.external_status, "");
  EXPECT_EQ(Count("kill application_1_1"), 3) << "two requests of a minute each, within 5 min";
  EXPECT_EQ(Count("clean application_1_1"), 0) << "the application may still run";
}

TEST_F(ApplicationTest, KilledWhenItIsResumed) {
  Resume("application_1_7", true);
  const Outcome outcome = RunAndKillIn("find");
  EXPECT_EQ(outcome.external_status, "KILLED");
  EXPECT_EQ(Count("kill application_1_7"), 1);
}

TEST_F(ApplicationTest, KilledWhenItIsResumedAndWasNeverSubmitted) {
  Resume("application_1_7", false);
  RunAndKillIn("find");
  EXPECT_EQ(Count("submit application_1_7"), 0);
  EXPECT_EQ(cluster_.calls.back(), "clean application_1_7");
}

TEST(ApplicationOf, Progress) {
  EXPECT_EQ(ApplicationOf("application_1_2"), "application_1_2");
  EXPECT_EQ(ApplicationOf("application_1_2 submitted"), "application_1_2");
  EXPECT_EQ(ApplicationOf("prepared"), "");
  EXPECT_EQ(ApplicationOf(""), "");
  EXPECT_EQ(MapReduceId("application_1_2"), "job_1_2");
}

TEST(ProgramTag, OneForAllActionsOfAJob) {
  ListeningContext a(::testing::TempDir()), b(::testing::TempDir());
  b.attempt_tag = "other";
  EXPECT_EQ(ProgramTag(a), ProgramTag(b));
  EXPECT_EQ(ProgramTag(a).size(), 41U);
  b.identity.id = "0000002-261121000000000-hpdl-joe-W";
  EXPECT_NE(ProgramTag(a), ProgramTag(b));
}

class ScriptedClusters : public rt::Clusters {
 public:
  Result<rt::Cluster*> Open(std::string_view name, const std::string& user) override {
    asked = std::string(name) + " as " + user;
    return &cluster;
  }
  std::string asked;
  ScriptedCluster cluster;
};

class ClusterContext : public ListeningContext {
 public:
  using ListeningContext::ListeningContext;
  rt::Clusters* yarn = nullptr;
  rt::Clusters* clusters() override { return yarn; }
};

TEST(ClusterOf, TheActionsOrNone) {
  ClusterContext ctx(::testing::TempDir());
  EXPECT_EQ(ClusterOf(ctx, "rm:8032", {}).error().code, "E0723");
  ScriptedClusters clusters;
  ctx.yarn = &clusters;
  EXPECT_TRUE(ClusterOf(ctx, "rm:8032", {}).ok());
  EXPECT_EQ(clusters.asked, "rm:8032 as joe");
  EXPECT_TRUE(ClusterOf(ctx, std::nullopt, {}).ok());
  EXPECT_EQ(clusters.asked, " as joe");
}

}  // namespace
}  // namespace hpdl::stdlib
