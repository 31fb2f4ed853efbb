#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_RETRY_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_RETRY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/engines/workflow/job_view.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/world/site/site.h"

/// What becomes of a failed attempt, as pure functions.
namespace hpdl::rt {

/// Automatic retries of transient failures.
struct RetryPolicy {
  std::uint32_t max = 10;
  std::int64_t first_ms = 1000;
  std::int64_t most_ms = 60000;
  bool exponential = true;  ///< each wait is twice the one before, up to most_ms
};

/// The policy for an action of `kind`.
RetryPolicy TransientPolicy(const Site& site, const Properties& job, std::string_view kind);

enum class Verdict : std::uint8_t {
  kErrorTransition,
  kFail,        ///< action and job
  kStartRetry,  ///< by itself, as transient
  kUserRetry,   ///< by itself, as the action asks
  kManual,      ///< when a person says so
  kBreak,       ///< the journal is broken
};

/// Decides by the failure's class. `listed`: user-retry is for its code.
Verdict Decide(ErrorClass error_class, bool has_error_transition, bool listed,
               const RetryState& retry, std::uint32_t transient_max);

/// The counts after a verdict. A person starts a new round of transient retries, and so does a
/// user-retry.
RetryState Count(Verdict verdict, RetryState retry);

/// How long the retry waits that was counted last, in milliseconds.
std::int64_t TransientDelay(const RetryPolicy& policy, const RetryState& retry);
std::int64_t UserDelay(const RetryState& retry);

/// How long the action of `row` waits, from the end of its attempt, before it is tried again by
/// itself, in milliseconds; 0 if it does not. `transient` is the policy for its kind.
std::int64_t WaitBeforeRetry(const NodeRow& row, const RetryPolicy& transient);

/// retry-max, retry-interval and retry-policy of an action, evaluated; what it lacks is the site's.
/// retry-max is cut to the site's maximum. Errors: an expression that fails, and E0700 for a value
/// of the wrong type or range.
Result<RetryState> EvaluateUserRetry(JobView& view, const hpdl_node& node, const Site& site);

/// Those errors that can be found before the start: of constants, and with `properties` of
/// attributes that are just `${name}`. A line each, with its place.
std::vector<std::string> CheckUserRetries(const hpdl_workflow& workflow,
                                          const Properties* properties);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_RETRY_H_
