#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_RETRY_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_RETRY_H_

#include <cstdint>

#include "runtime/engines/workflow/job_view.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/world/site/site.h"

/// Pure functions that decide the next step after a failed attempt.
namespace hpdl::rt {

/// The policy of automatic retries after transient failures.
struct RetryPolicy {
  std::uint32_t max = 10;
  std::int64_t first_ms = 1000;
  std::int64_t most_ms = 60000;
  bool exponential = true;  ///< true if each wait is twice the previous wait, up to most_ms
};

/// Returns the policy for an action of `kind`.
RetryPolicy TransientPolicy(const Site& site, const Properties& job, std::string_view kind);

enum class Verdict : std::uint8_t {
  kErrorTransition,
  kFail,        ///< the action and the job fail
  kStartRetry,  ///< an automatic retry after a transient failure
  kUserRetry,   ///< an automatic retry because of the action's retry-max
  kManual,      ///< the action waits until a person requests a retry
  kBreak,       ///< the engine stops, because the journal is broken
};

/// Returns the next step for the class of a failure. `listed` is true if the failure's code allows
/// user-retries.
Verdict Decide(ErrorClass error_class, bool has_error_transition, bool listed,
               const RetryState& retry, std::uint32_t transient_max);

/// Returns the retry counts after a verdict. Every verdict except kStartRetry resets the count of
/// transient retries.
RetryState Count(Verdict verdict, RetryState retry);

/// Each of these functions returns the milliseconds to wait before the next retry. `retry` is the
/// result of Count(), so it includes this retry.
std::int64_t TransientDelay(const RetryPolicy& policy, const RetryState& retry);
std::int64_t UserDelay(const RetryState& retry);

/// Returns the milliseconds from the end of the attempt in `row` to its automatic retry, or 0 if no
/// automatic retry follows. `transient` is the policy for the action's kind.
std::int64_t WaitBeforeRetry(const NodeRow& row, const RetryPolicy& transient);

/// Evaluates retry-max, retry-interval and retry-policy of an action. The site's settings replace
/// missing attributes and limit retry-max. Returns an error if an expression fails, and E0700 if a
/// value has the wrong type or range.
Result<RetryState> EvaluateUserRetry(JobView& view, const hpdl_node& node, const Site& site);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_RETRY_H_
