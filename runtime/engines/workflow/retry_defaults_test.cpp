#include <gtest/gtest.h>

#include "runtime/engines/workflow/job_view.h"
#include "runtime/engines/workflow/retry.h"
#include "runtime/engines/workflow/testing/program_builder.h"

/// Tests the default number and delays of retries, which docs/site.md documents.
namespace hpdl::rt {
namespace {

constexpr std::int64_t kSecond = 1000;

TEST(RetryDefaults, OfTransientFailures) {
  for (const RetryPolicy& policy : {RetryPolicy(), TransientPolicy(Site(), {}, "shell")}) {
    EXPECT_EQ(policy.max, 10U);
    EXPECT_EQ(policy.first_ms, 1000);
    EXPECT_EQ(policy.most_ms, 60'000);
    EXPECT_TRUE(policy.exponential);
  }
}

TEST(RetryDefaults, TheWaitsOfTenTransientFailures) {
  const RetryPolicy policy = TransientPolicy(Site(), {}, "shell");
  RetryState retry;
  std::vector<std::int64_t> waits;
  while (Decide(ErrorClass::kTransient, true, false, retry, policy.max) == Verdict::kStartRetry) {
    retry = Count(Verdict::kStartRetry, retry);
    waits.push_back(TransientDelay(policy, retry) / kSecond);
  }
  EXPECT_EQ(waits, (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 60, 60, 60, 60}));
}

/// Returns the retries of an action with these attributes. An attribute that is "" is missing.
RetryState Asked(const std::string& max, const std::string& interval, const std::string& policy) {
  testing::WorkflowBuilder w("w");
  const auto expression = [&](const std::string& text) {
    return text.empty() ? HPDL_NONE : w.Text(text);
  };
  hpdl_node node{};
  node.name = w.Keep("a");
  node.retry_max = expression(max);
  node.retry_interval = expression(interval);
  node.retry_policy = expression(policy);
  w.Start("end");
  w.End("end");
  const hpdl_workflow workflow = w.Finish();
  JobView view(workflow, {});
  const Result<RetryState> asked = EvaluateUserRetry(view, node, Site());
  EXPECT_TRUE(asked) << asked.error().message;
  return asked ? *asked : RetryState();
}

TEST(RetryDefaults, OfUserRetries) {
  RetryState none = Asked("", "", "");
  EXPECT_EQ(none.user_max, 0U);
  none = Asked("0", "5", "exponential");
  EXPECT_EQ(none.user_max, 0U);
  EXPECT_EQ(none.user_interval_ms, 0);
  const RetryState some = Asked("2", "", "");
  EXPECT_EQ(some.user_max, 2U);
  EXPECT_EQ(some.user_interval_ms, 10 * 60 * kSecond);
  EXPECT_FALSE(some.user_exponential);
  EXPECT_EQ(some.user_tries, 0U);
  EXPECT_EQ(some.transient_tries, 0U);
  EXPECT_EQ(Asked("99", "", "").user_max, 3U) << "more is cut";
  EXPECT_EQ(Asked("", "5", "exponential").user_max, 0U) << "an interval alone asks for none";
  EXPECT_TRUE(Asked("1", "5", "exponential").user_exponential);
  EXPECT_FALSE(Asked("1", "5", "sometimes").user_exponential) << "no policy is the site's";
}

TEST(RetryDefaults, OfTheCodesThatUserRetryIsFor) {
  const Site site;
  for (const char* code :
       {"JA008", "JA009", "JA017", "JA018", "JA019", "FS009", "FS008", "FS014"}) {
    EXPECT_TRUE(site.RetriesForUser(code)) << code;
  }
  for (const char* code : {"JA006", "FS001", "JA", "", "ALL"}) {
    EXPECT_FALSE(site.RetriesForUser(code)) << code;
  }
}

}  // namespace
}  // namespace hpdl::rt
