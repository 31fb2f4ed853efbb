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

/// How far back a step looks.
inline constexpr std::int64_t kWindowHours = 168;

/// Celos' faults, or what is in their place.
struct SchedulerRules {
  WindowStart window_start = WindowStart::kAsCelos;
  FailedStart failed_start = FailedStart::kForgotten;
  /// An error with one slot leaves the others of its workflow alone.
  bool slots_apart = false;
  GoneJob gone_job = GoneJob::kError;
};

/// All that a step asks.
struct SchedulerWorld {
  StepStore& store;
  ExternalService& service;
  Intents& intents;
  PropertySource& properties;
  Files& files;
  StepLog& log;
  WantedKills* kills = nullptr;  ///< null: there are none
};

/// Of the last kWindowHours before `now`, what a workflow looks at.
ScheduledTime WindowStartOf(const Workflow& workflow, ScheduledTime now);

/// The slots of [start, end), the earliest first, and those of `more` times beside them. One that
/// nothing is known of waits.
Result<std::vector<SlotState>> SlotsOf(SlotReader& slots, ScheduleTimes& times,
                                       const Workflow& workflow, ScheduledTime start,
                                       ScheduledTime end,
                                       const std::vector<ScheduledTime>& more = {});

/// Makes steps over all workflows of a configuration.
class Scheduler {
 public:
  /// Both outlive this.
  Scheduler(const Configuration& configuration, const SchedulerWorld& world, SchedulerRules rules);

  /// One step, of these workflows; of all if there are none. What goes wrong with a workflow is
  /// logged. An error is one of Java's that has ended the whole step, or of the store.
  Result<void> Step(ScheduledTime now, const std::set<std::string>& ids);

 private:
  Result<void> StepAll(ScheduledTime now, const std::set<std::string>& ids);
  /// `busy`: slots whose jobs of before may still run.
  Result<void> StepWorkflow(const Workflow& workflow, ScheduledTime now,
                            std::set<ScheduledTime> busy);
  /// Adds those whose submissions have begun and could not be ended.
  Result<void> FinishSubmissions(const Workflow& workflow, std::set<ScheduledTime>* unended);
  Result<void> SubmitSlots(const Workflow& workflow, const std::vector<SlotState>& slots,
                           const std::set<ScheduledTime>& unended);
  Result<void> SubmitSlot(const Workflow& workflow, const SlotState& state);
  Result<void> Update(const Workflow& workflow, const SlotState& state, ScheduledTime now);
  Result<void> UpdateWaiting(const Workflow& workflow, const SlotState& state, ScheduledTime now);
  Result<void> UpdateRunning(const Workflow& workflow, const SlotState& state);
  Result<void> Put(const Workflow& workflow, const SlotState& state, SlotEvent event);
  /// Most workflows have slots of the same times.
  const std::string& TextOf(ScheduledTime time);
  void Tell(const Workflow& workflow, const Error& error);
  /// What an error with one slot is for its workflow.
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
