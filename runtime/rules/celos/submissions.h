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

/// Submissions that have begun and may not have ended, kept where a crash does not reach them.
class Intents {
 public:
  virtual ~Intents() = default;
  /// Durable when it returns.
  virtual Result<void> Put(const Submission& submission) = 0;
  virtual Result<void> Remove(const SlotId& slot) = 0;
  virtual std::vector<Submission> Of(const std::string& workflow) = 0;
  /// One that no other submission has.
  virtual std::string NewKey() = 0;
  virtual std::int64_t NowMs() = 0;
};

/// Whether a job of ours that was never started is started later. One that is gone is not: what it
/// was is found by who looks at it.
enum class FailedStart : std::uint8_t {
  kForgotten,  ///< as Celos: such a job waits for ever
  kRepeated,   ///< in each step until it is
};

/// Gives a slot its one job, whatever fails in between:
///
///     an intent is written -> the job is made -> the slot runs -> the job is started -> the intent
///     goes
///
/// An intent that is found later tells that a job may be there: it is searched before there is
/// another. A service that refuses the job ends the intent, one that is not heard does not.
class Submissions {
 public:
  Submissions(SlotStore& store, ExternalService& service, Intents& intents, StepLog& log,
              FailedStart failed_start)
      : store_(store),
        service_(service),
        intents_(intents),
        log_(log),
        failed_start_(failed_start) {}

  /// Gives a job to a slot that is ready, and starts it.
  Result<void> Submit(const SlotId& slot, const SlotState& state, const std::string& url,
                      const Properties& properties);
  /// Ends what has begun for a slot. To be called before the slot is looked at.
  Result<void> Finish(const Submission& begun);

 private:
  Result<void> RunAndStart(const Submission& submission, const SlotState& state,
                           const std::string& id);
  Result<void> Start(const Submission& submission, const std::string& id);

  SlotStore& store_;
  ExternalService& service_;
  Intents& intents_;
  StepLog& log_;
  const FailedStart failed_start_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SUBMISSIONS_H_
