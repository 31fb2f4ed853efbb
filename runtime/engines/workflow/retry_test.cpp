#include "runtime/engines/workflow/retry.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/testing/engine_fixture.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/engines/workflow/transitions.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/hurrying_time.h"

namespace hpdl::rt {
namespace {

using testing::ProgramBuilder;
using testing::WorkflowBuilder;

// ---- The policy as a function

TEST(DecideTest, Table) {
  using C = ErrorClass;
  using V = Verdict;
  struct Row {
    C error_class;
    bool edge, listed;
    std::uint32_t user_max, user_tries, transient_tries;
    V verdict;
  };
  const Row rows[] = {
      {C::kError, true, false, 0, 0, 0, V::kErrorTransition},
      {C::kError, true, true, 0, 0, 0, V::kErrorTransition},
      {C::kError, true, false, 3, 0, 0, V::kErrorTransition},
      {C::kError, true, true, 3, 0, 0, V::kUserRetry},
      {C::kError, true, true, 3, 2, 0, V::kUserRetry},
      {C::kError, true, true, 3, 3, 0, V::kErrorTransition},
      {C::kError, false, false, 0, 0, 0, V::kFail},
      {C::kError, false, true, 1, 0, 0, V::kUserRetry},
      {C::kError, false, true, 1, 1, 0, V::kFail},
      {C::kFatal, true, false, 3, 0, 0, V::kFail},
      {C::kFatal, true, true, 3, 0, 0, V::kUserRetry},
      {C::kFatal, true, true, 3, 3, 0, V::kFail},
      {C::kTransient, true, false, 0, 0, 0, V::kStartRetry},
      {C::kTransient, true, true, 3, 0, 0, V::kStartRetry},
      {C::kTransient, true, false, 0, 0, 1, V::kStartRetry},
      {C::kTransient, true, false, 0, 0, 2, V::kManual},
      {C::kTransient, true, true, 3, 0, 2, V::kManual},
      {C::kNonTransient, true, true, 3, 0, 0, V::kManual},
      {C::kNonTransient, false, false, 0, 0, 0, V::kManual},
      {C::kCorruptStore, true, true, 3, 0, 0, V::kBreak},
  };
  for (const Row& row : rows) {
    RetryState retry;
    retry.user_max = row.user_max;
    retry.user_tries = row.user_tries;
    retry.transient_tries = row.transient_tries;
    EXPECT_EQ(Decide(row.error_class, row.edge, row.listed, retry, 2), row.verdict)
        << "row " << &row - rows;
  }
}

TEST(CountTest, RoundsOfTransientRetriesBeginAnew) {
  RetryState retry;
  retry = Count(Verdict::kStartRetry, Count(Verdict::kStartRetry, retry));
  EXPECT_EQ(retry.transient_tries, 2U);
  EXPECT_EQ(Count(Verdict::kManual, retry).transient_tries, 0U);
  retry = Count(Verdict::kUserRetry, retry);
  EXPECT_EQ(retry.transient_tries, 0U);
  EXPECT_EQ(retry.user_tries, 1U);
  EXPECT_EQ(Count(Verdict::kManual, retry).user_tries, 1U);
}

TEST(DelayTest, PeriodicAndExponential) {
  RetryPolicy policy{.max = 10, .first_ms = 1000, .most_ms = 5000, .exponential = true};
  const std::int64_t waits[] = {1000, 2000, 4000, 5000, 5000};
  RetryState retry;
  for (const std::int64_t wait : waits) {
    ++retry.transient_tries;
    EXPECT_EQ(TransientDelay(policy, retry), wait);
    retry.user_tries = retry.transient_tries;
    retry.user_interval_ms = 1000;
    retry.user_exponential = true;
    EXPECT_EQ(UserDelay(retry), 1000LL << (retry.user_tries - 1));
    retry.user_exponential = false;
    EXPECT_EQ(UserDelay(retry), 1000);
  }
  policy.exponential = false;
  EXPECT_EQ(TransientDelay(policy, retry), 1000);
  policy = {.max = 1, .first_ms = 0, .most_ms = 5000, .exponential = true};
  EXPECT_EQ(TransientDelay(policy, retry), 0);
  // The delay does not overflow after a very large number of retries.
  retry.user_exponential = true;
  retry.user_interval_ms = 525600LL * 60000;
  retry.user_tries = 10000;
  EXPECT_EQ(UserDelay(retry), 366LL * 24 * 3600 * 1000);
}

TEST(TransientPolicyTest, ComesFromTheSettings) {
  const RetryPolicy policy = TransientPolicy({},
                                             {{"oozie.action.retries.max", "4"},
                                              {"oozie.action.retry.policy", "periodic"},
                                              {"hpdl.action.fs.retry.interval", "7"}},
                                             "fs");
  EXPECT_EQ(policy.max, 4U);
  EXPECT_EQ(policy.first_ms, 7000);
  EXPECT_EQ(policy.most_ms, 60000);
  EXPECT_FALSE(policy.exponential);
}

// ---- The policy in the engine

struct Observed {
  int runs = 0;
  std::vector<std::int64_t> times;
  std::vector<Error> failures;
  bool at_end = false;  ///< true if the failures happen at the end of the action
  /// Each attempt: its number, its sequence number, and "resumed" if the attempt was resumed.
  std::vector<std::string> attempts;
};
Observed* observed = nullptr;

Task<Outcome> RunCounted(ActionContext& ctx) {
  ++observed->runs;
  observed->attempts.push_back(std::to_string(ctx.attempt()) + " " +
                               std::to_string(ctx.sequence()) + (ctx.resumed() ? " resumed" : ""));
  observed->times.push_back(NowMs());
  Outcome outcome;
  if (!observed->failures.empty()) {
    outcome.error = observed->failures.front();
    outcome.at_end = observed->at_end;
    observed->failures.erase(observed->failures.begin());
  }
  co_return outcome;
}
constexpr hpdl_kind kCounted{"plain", &RunCounted, false};

std::int32_t PropertyN(hpdl_eval* eval, hpdl_value* out) {
  const std::string* value = eval->run->Property("n");
  const std::string_view kept = eval->arena.Copy(value == nullptr ? "" : *value);
  out->type = HPDL_STRING;
  out->size = static_cast<std::uint32_t>(kept.size());
  out->as.s = kept.data();
  return 0;
}

class RetryTest : public testing::EngineFixture {
 protected:
  void SetUp() override {
    EngineFixture::SetUp();
    observed = &seen_;
    hooks_.retry.reset();  // the site's policy is used
    time_.emplace();
  }

  /// Makes one action with these attributes. An attribute that is HPDL_NONE is missing.
  const hpdl_program& Make(std::uint32_t max, std::uint32_t interval, std::uint32_t policy) {
    w_.Start("a");
    w_.Action("a", &kCounted, "end", "fail");
    w_.Kill("fail", w_.Text("killed"));
    w_.End("end");
    workflow_ = w_.Finish();
    auto& node = const_cast<hpdl_node&>(workflow_.nodes[1]);
    node.retry_max = max;
    node.retry_interval = interval;
    node.retry_policy = policy;
    program_.emplace(std::vector<hpdl_workflow>{workflow_});
    return program_->program;
  }
  /// Makes an action with this retry-max and an interval of 0.
  const hpdl_program& Make(const std::string& max) {
    return Make(w_.Text(max), w_.Text("0"), HPDL_NONE);
  }
  void Site(const std::string& name, const std::string& value) {
    site_ += "<property><name>" + name + "</name><value>" + value + "</value></property>";
    options_.site_path = root_ + "/site.xml";
    std::ofstream(options_.site_path) << "<configuration>" << site_ << "</configuration>";
  }
  void Fail(int times, const std::string& code = "JA018", ErrorClass c = ErrorClass::kError) {
    seen_.failures.assign(static_cast<std::size_t>(times), {c, code, "broke"});
  }
  NodeRow Node(const std::string& id) { return NodeIn(*state_, id); }
  /// The tolerance of measured waits in milliseconds. It is large, because a busy machine may run
  /// the action long after the end of its wait.
  static constexpr std::int64_t kSoon = 120'000;
  std::optional<testing::HurryingTime> time_;
  /// Calls `act` on another thread when the action waits for a retry.
  std::thread WhenItWaits(const std::string& id, std::function<void(StateDirectory&)> act) {
    return std::thread([path = root_ + "/state", id, act = std::move(act)] {
      auto state = std::move(*StateDirectory::Open(path, false));
      while (!MayHurry(NodeIn(*state, id).state)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      act(*state);
    });
  }
  static NodeRow NodeIn(StateDirectory& state, const std::string& id) {
    auto store = std::move(*state.OpenJob(id, true));
    const std::vector<NodeRow> rows = *store->Nodes(0, 0);
    for (const NodeRow& row : rows) {
      if (row.node == "a") {
        return row;
      }
    }
    return {};
  }

  std::string site_;
  Observed seen_;
  WorkflowBuilder w_{"retry"};
  hpdl_workflow workflow_;
  std::optional<ProgramBuilder> program_;
};

TEST_F(RetryTest, UserRetrySucceedsInTheEnd) {
  const hpdl_program& program = Make("3");
  Fail(2);
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.runs, 3);
  EXPECT_EQ(Node(id).attempt, 2U);
}

TEST_F(RetryTest, AfterTheLastOneTheErrorTransition) {
  const hpdl_program& program = Make("2");
  Fail(9);
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kKilled);
  EXPECT_EQ(seen_.runs, 3);
  EXPECT_EQ(Node(id).state, NodeState::kError);
  EXPECT_EQ(Node(id).transition, "fail");
}

TEST_F(RetryTest, AFatalOneFailsAfterTheLast) {
  const hpdl_program& program = Make("2");
  Fail(9, "JA017", ErrorClass::kFatal);
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kFailed);
  EXPECT_EQ(seen_.runs, 3);
  EXPECT_EQ(Node(id).state, NodeState::kFailed);
}

TEST_F(RetryTest, CodesThatAreNotListedAreNotTriedAgain) {
  const hpdl_program& program = Make("2");
  Fail(9, "FS001");
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kKilled);
  EXPECT_EQ(seen_.runs, 1);
}

TEST_F(RetryTest, CodesOfTheSiteAre) {
  Site("oozie.service.LiteWorkflowStoreService.user.retry.error.code.ext", "FS001");
  const hpdl_program& program = Make("2");
  Fail(2, "FS001");
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kSucceeded);
  EXPECT_EQ(seen_.runs, 3);
}

TEST_F(RetryTest, TheSystemHasAMaximum) {
  const hpdl_program& program = Make("9");
  Fail(99);
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kKilled);
  EXPECT_EQ(seen_.runs, 4);
  Site("oozie.service.LiteWorkflowStoreService.user.retry.max", "5");
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kKilled);
  EXPECT_EQ(seen_.runs, 10);
}

TEST_F(RetryTest, ExpressionsAreEvaluated) {
  const std::uint32_t n = w_.Call(&PropertyN, "${wf:conf('n')}");
  const hpdl_program& program = Make(n, w_.Text("0"), w_.Text("exponential"));
  options_.properties["n"] = " 1 ";
  Fail(9);
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kKilled);
  EXPECT_EQ(seen_.runs, 2);
  options_.properties["n"] = "-1";  // no retry
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kKilled);
  EXPECT_EQ(seen_.runs, 3);
  for (const char* bad : {"x", "", "1.5", "2147483648"}) {
    options_.properties["n"] = bad;
    const std::string id = SubmitJob(program);
    EXPECT_EQ(Go(program, id), JobState::kFailed) << bad;
    EXPECT_EQ(Node(id).error_code, "E0700");
    EXPECT_EQ(seen_.runs, 3);
  }
}

TEST_F(RetryTest, ABadConstantFailsTheJobAtItsNode) {
  const hpdl_program& program = Make(w_.Text("1"), w_.Text("soon"), HPDL_NONE);
  EXPECT_TRUE(CheckProgram(program, options_).empty());
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kFailed);
  EXPECT_EQ(Node(id).error_code, "E0700");
  EXPECT_NE(Node(id).error_message.find("retry-interval 'soon' is not"), std::string::npos);
  EXPECT_EQ(seen_.runs, 0);
}

TEST_F(RetryTest, NumbersMayBeLargerThanTheSitesMaximum) {
  const hpdl_program& program = Make(w_.Text("2147483647"), w_.Text("0"), HPDL_NONE);
  EXPECT_TRUE(CheckProgram(program, options_).empty());
  Fail(99);
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kKilled);
  EXPECT_EQ(seen_.runs, 4);
}

TEST_F(RetryTest, APolicyThatIsNoneIsThatOfTheSite) {
  Site("hpdl.user.retry.interval.unit", "seconds");
  Site("oozie.service.LiteWorkflowStoreService.user.retry.policy", "exponential");
  const hpdl_program& program = Make(w_.Text("3"), w_.Text("600"), w_.Text("now and then"));
  EXPECT_TRUE(CheckProgram(program, options_).empty());
  Fail(3);
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kSucceeded);
  ASSERT_EQ(seen_.times.size(), 4U);
  EXPECT_NEAR(seen_.times[3] - seen_.times[2], 600'000 << 2, kSoon);
}

TEST_F(RetryTest, ExponentialWaitsDouble) {
  Site("hpdl.user.retry.interval.unit", "seconds");
  const hpdl_program& program = Make(w_.Text("3"), w_.Text("600"), w_.Text("exponential"));
  Fail(3);
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kSucceeded);
  ASSERT_EQ(seen_.times.size(), 4U);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(seen_.times[i + 1] - seen_.times[i], 600'000 << i, kSoon) << i;
  }
}

TEST_F(RetryTest, ResumeWaitsForWhatIsLeft) {
  const hpdl_program& program = Make(w_.Text("2"), w_.Text("1"), HPDL_NONE);
  Fail(1);
  const std::string id = SubmitJob(program);
  // Changes the journal: the action failed one hour ago, and the process died while the action
  // waited for its retry.
  time_.reset();  // from here on, the test uses the machine's clock
  {
    auto store = std::move(*state_->OpenJob(id, false));
    JobRow job = (*store->Jobs())[0];
    job.state = JobState::kRunning;
    NodeRow row;
    row.node = "a";
    row.type = "test";
    row.state = NodeState::kUserRetry;
    row.sequence = 1;
    row.error_code = "JA018";
    row.error_message = "broke";
    row.ended_ms = NowMs() - 3600000;
    ActionArguments arguments;
    arguments.retry.user_max = 2;
    arguments.retry.user_tries = 1;
    arguments.retry.user_interval_ms = 3600200;
    row.arguments = EncodeArguments(arguments);
    ASSERT_TRUE(store->PutJob(job));
    ASSERT_TRUE(store->PutNode(row));
    ASSERT_TRUE(store->Commit());
  }
  seen_.failures.clear();
  const std::int64_t begin = NowMs();
  EXPECT_EQ(Go(program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.runs, 1);
  EXPECT_GE(NowMs() - begin, 100);
  EXPECT_LT(NowMs() - begin, 600'000);
}

TEST_F(RetryTest, TransientRetriesAreTheSites) {
  Site("oozie.action.retries.max", "4");
  Site("oozie.action.retry.interval", "0");
  Site("hpdl.action.test.retries.max", "1");
  const hpdl_program& program = Make("3");
  Fail(9, "X", ErrorClass::kTransient);
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kSuspended);
  EXPECT_EQ(seen_.runs, 2);
  EXPECT_EQ(Node(id).state, NodeState::kStartManual);
  EXPECT_EQ(Go(program, id), JobState::kSuspended);
  EXPECT_EQ(seen_.runs, 4);  // `resume` begins a new round of retries
  options_.properties["hpdl.action.test.retries.max"] = "2";
  EXPECT_EQ(Go(program, SubmitJob(program)), JobState::kSuspended);
  EXPECT_EQ(seen_.runs, 7);
}

TEST_F(RetryTest, AFailureAtTheEndTriesTheEndAgain) {
  Site("oozie.action.retries.max", "2");
  const hpdl_program& program = Make("0");
  Fail(2, "X", ErrorClass::kTransient);
  seen_.at_end = true;
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.attempts, (std::vector<std::string>{"0 1", "0 1 resumed", "0 1 resumed"}));
  EXPECT_EQ(Node(id).error_code, "");
  EXPECT_FALSE(Node(id).error_class);
}

TEST_F(RetryTest, AfterTheLastTransientOneAtTheEndAPersonIsAsked) {
  Site("oozie.action.retries.max", "1");
  const hpdl_program& program = Make("0");
  Fail(4, "X", ErrorClass::kTransient);
  seen_.at_end = true;
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kSuspended);
  EXPECT_EQ(Node(id).state, NodeState::kEndManual);
  EXPECT_EQ(Node(id).error_class, "transient");
  EXPECT_EQ(Go(program, id), JobState::kSuspended);  // `resume` begins a new round of retries
  ASSERT_TRUE(RequestRetry(*state_, id, "a"));
  EXPECT_EQ(Node(id).state, NodeState::kEndRetry);
  EXPECT_EQ(Go(program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.attempts, (std::vector<std::string>{"0 1", "0 1 resumed", "0 1 resumed",
                                                      "0 1 resumed", "0 1 resumed"}));
}

TEST_F(RetryTest, ANonTransientFailureAtTheEndWaitsForAPerson) {
  const hpdl_program& program = Make("3");
  Fail(1, "X", ErrorClass::kNonTransient);
  seen_.at_end = true;
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kSuspended);
  EXPECT_EQ(Node(id).state, NodeState::kEndManual);
  EXPECT_EQ(Node(id).error_class, "non-transient");
  EXPECT_EQ(Go(program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.attempts, (std::vector<std::string>{"0 1", "0 1 resumed"}));
}

TEST_F(RetryTest, AnErrorAtTheEndIsAnError) {
  const hpdl_program& program = Make("1");
  Fail(2);
  seen_.at_end = true;
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kKilled);
  EXPECT_EQ(Node(id).error_class, "error");
  // The whole action runs again.
  EXPECT_EQ(seen_.attempts, (std::vector<std::string>{"0 1", "1 2"}));
}

TEST_F(RetryTest, RetryShortensAWaitOfASuspendedJob) {
  const hpdl_program& program = Make(w_.Text("1"), w_.Text("1000"), HPDL_NONE);
  const std::string id = SubmitJob(program);
  Fail(1);
  time_.reset();  // from here on, the test uses the machine's clock
  std::thread other =
      WhenItWaits(id, [&](StateDirectory& state) { EXPECT_TRUE(RequestSuspend(state, id)); });
  EXPECT_EQ(Go(program, id), JobState::kSuspended);
  other.join();
  EXPECT_EQ(Node(id).state, NodeState::kUserRetry);
  ASSERT_TRUE(RequestRetry(*state_, id, "a"));
  const std::int64_t begin = NowMs();
  EXPECT_EQ(Go(program, id), JobState::kSucceeded);
  EXPECT_LT(NowMs() - begin, 600'000);
  EXPECT_EQ(seen_.runs, 2);
}

TEST_F(RetryTest, RetryShortensAWait) {
  Site("oozie.action.retry.interval", "80000");
  const hpdl_program& program = Make(w_.Text("1"), w_.Text("1000"), HPDL_NONE);
  time_.reset();  // from here on, the test uses the machine's clock
  for (const ErrorClass each : {ErrorClass::kError, ErrorClass::kTransient}) {
    for (const bool at_end : {false, true}) {
      const std::string id = SubmitJob(program);
      Fail(1, "JA018", each);
      seen_.at_end = at_end;
      std::thread other = WhenItWaits(
          id, [&](StateDirectory& state) { EXPECT_TRUE(RequestRetry(state, id, "a")); });
      const std::int64_t begin = NowMs();
      EXPECT_EQ(Go(program, id), JobState::kSucceeded);
      other.join();
      EXPECT_LT(NowMs() - begin, 600'000);
    }
  }
}

TEST_F(RetryTest, ResumeReadsTheSiteAnew) {
  Site("oozie.action.retries.max", "0");
  const hpdl_program& program = Make("0");
  Fail(2, "X", ErrorClass::kTransient);
  const std::string id = SubmitJob(program);
  EXPECT_EQ(Go(program, id), JobState::kSuspended);
  Site("oozie.action.retries.max", "1");
  EXPECT_EQ(Go(program, id), JobState::kSucceeded);
  EXPECT_EQ(seen_.runs, 3);
}

TEST_F(RetryTest, BrokenSiteRunsNothing) {
  const hpdl_program& program = Make("0");
  options_.site_path = root_ + "/site.xml";
  const std::string id = SubmitJob(program);
  const Result<JobState> result = ExecuteWith(program, *state_, id, nullptr, hooks_);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find(options_.site_path), std::string::npos);
  EXPECT_EQ(seen_.runs, 0);
}

TEST_F(RetryTest, BadJobPropertiesAreRefused) {
  const hpdl_program& program = Make("0");
  options_.properties["oozie.action.max.output.data"] = "lots";
  const Result<std::string> id = Submit(program, *state_, options_);
  ASSERT_FALSE(id);
  EXPECT_NE(id.error().message.find("property oozie.action.max.output.data 'lots' is not"),
            std::string::npos);
}

}  // namespace
}  // namespace hpdl::rt
