#ifndef HPDL_RUNTIME_RULES_CELOS_SUBMISSIONS_H_
#define HPDL_RUNTIME_RULES_CELOS_SUBMISSIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/rules/celos/slot_store.h"
#include "runtime/rules/celos/step_log.h"

namespace hpdl::rt::celos {

/// Stores the submissions that have begun and that are not known to have ended. The stored data
/// survives a crash.
class Intents {
 public:
  virtual ~Intents() = default;
  /// Stores a submission. It is durable when the function returns.
  virtual Result<void> Put(const Submission& submission) = 0;
  virtual Result<void> Remove(const SlotId& slot) = 0;
  virtual std::vector<Submission> Of(const std::string& workflow) = 0;
  /// Returns a key that no other submission has.
  virtual std::string NewKey() = 0;
  virtual std::int64_t NowMs() = 0;
};

/// Makes exactly one job for a slot, even if the process dies during a step. The order is:
///
///     an intent is written -> the job is made -> the slot runs -> the job is started -> the intent
///     is removed
///
/// If a step finds an intent, a job may exist: the step searches for the job before it makes
/// another job. If the service refuses the job, the intent is removed. If the service does not
/// respond, or refuses to start the job, the intent stays, and each step tries again. If the
/// service no longer has the job, no step starts it. The next request for the job's status then
/// finds that the job is gone.
class Submissions {
 public:
  Submissions(SlotStore& store, ExternalService& service, Intents& intents, StepLog& log)
      : store_(store), service_(service), intents_(intents), log_(log) {}

  /// Makes a job for a READY slot and starts the job.
  Result<void> Submit(const SlotId& slot, const SlotState& state, const std::string& url,
                      const Properties& properties);
  /// Finishes a begun submission of a slot. Call this before the slot is updated.
  Result<void> Finish(const Submission& begun);
  /// True if a submission of the slot has begun and is not known to have ended.
  bool HasBegun(const SlotId& slot);

 private:
  Result<void> RunAndStart(const Submission& submission, const SlotState& state,
                           const std::string& id);
  Result<void> Start(const Submission& submission, const std::string& id);

  SlotStore& store_;
  ExternalService& service_;
  Intents& intents_;
  StepLog& log_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SUBMISSIONS_H_
