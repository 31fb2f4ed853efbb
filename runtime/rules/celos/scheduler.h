#ifndef HPDL_RUNTIME_RULES_CELOS_SCHEDULER_H_
#define HPDL_RUNTIME_RULES_CELOS_SCHEDULER_H_

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/rules/celos/files.h"
#include "runtime/rules/celos/schedule_times.h"
#include "runtime/rules/celos/slot_store.h"
#include "runtime/rules/celos/step_log.h"
#include "runtime/rules/celos/submissions.h"
#include "runtime/rules/celos/wanted_kills.h"

namespace hpdl::rt::celos {

/// The length in hours of the window of slots that a step handles. The window ends at the current
/// time.
inline constexpr std::int64_t kWindowHours = 168;

/// Selects, for each fault of Celos, whether the scheduler has the fault too or avoids it.
struct SchedulerRules {
  FailedStart failed_start = FailedStart::kForgotten;
  /// True if an error with one slot does not affect the other slots of its workflow.
  bool slots_apart = false;
  GoneJob gone_job = GoneJob::kError;
};

/// The objects that a step of the scheduler uses.
struct SchedulerWorld {
  StepStore& store;
  ExternalService& service;
  Intents& intents;
  PropertySource& properties;
  Files& files;
  StepLog& log;
  WantedKills* kills = nullptr;  ///< null if the program does not store unanswered kills
};

/// Returns the start of the window of slots that a step handles. The start is kWindowHours before
/// `now`, or the start time of the workflow if that is later.
ScheduledTime WindowStartOf(const Workflow& workflow, ScheduledTime now);

/// Returns the slots in [start, end) and the slots at the times `more`, the earliest first. A slot
/// without a stored state is WAITING.
Result<std::vector<SlotState>> SlotsOf(SlotReader& slots, ScheduleTimes& times,
                                       const Workflow& workflow, ScheduledTime start,
                                       ScheduledTime end,
                                       const std::vector<ScheduledTime>& more = {});

/// Runs steps over all workflows of a configuration.
class Scheduler {
 public:
  /// `configuration` and the objects of `world` must outlive this object.
  Scheduler(const Configuration& configuration, const SchedulerWorld& world, SchedulerRules rules);

  /// Runs one step for the workflows `ids`, or for all workflows if `ids` is empty. Logs the errors
  /// of a workflow. Returns an error only if the store has failed, or if a Java error has ended the
  /// whole step.
  Result<void> Step(ScheduledTime now, const std::set<std::string>& ids);

 private:
  Result<void> StepAll(ScheduledTime now, const std::set<std::string>& ids);
  /// Runs one step for one workflow. `busy` contains the times of the slots that may still have a
  /// running job.
  Result<void> StepWorkflow(const Workflow& workflow, ScheduledTime now,
                            std::set<ScheduledTime> busy);
  /// Finishes the submissions that earlier steps have begun. If a submission cannot be finished,
  /// adds the time of its slot to `unended`.
  Result<void> FinishSubmissions(const Workflow& workflow, std::set<ScheduledTime>* unended);
  Result<void> SubmitSlots(const Workflow& workflow, const std::vector<SlotState>& slots,
                           const std::set<ScheduledTime>& unended);
  Result<void> SubmitSlot(const Workflow& workflow, const SlotState& state);
  Result<void> Update(const Workflow& workflow, const SlotState& state, ScheduledTime now);
  Result<void> UpdateWaiting(const Workflow& workflow, const SlotState& state, ScheduledTime now);
  Result<void> UpdateRunning(const Workflow& workflow, const SlotState& state);
  Result<void> Put(const Workflow& workflow, const SlotState& state, SlotEvent event);
  /// Returns the text of a time. The texts are cached, because most workflows have slots at the
  /// same times.
  const std::string& TextOf(ScheduledTime time);
  void Tell(const Workflow& workflow, const Error& error);
  /// Returns `result`, which comes from the work on one slot. With `slots_apart`, an error that
  /// does not end the whole step is only logged, and the function returns success.
  Result<void> Apart(const Workflow& workflow, Result<void> result);

  const Configuration& configuration_;
  const SchedulerWorld world_;
  const SchedulerRules rules_;
  ScheduleTimes times_;
  Submissions submissions_;
  std::unordered_map<std::int64_t, std::string> texts_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SCHEDULER_H_
