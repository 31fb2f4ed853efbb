#ifndef HPDL_RUNTIME_RULES_CELOS_SCHEDULER_H_
#define HPDL_RUNTIME_RULES_CELOS_SCHEDULER_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
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

/// A slot whose state cannot be read.
struct UnreadableSlot {
  ScheduledTime time;
  Error error;  ///< its message begins with the path of the file
};

/// The slots of a workflow in a window.
struct ListedSlots {
  std::vector<SlotState> states;           ///< the earliest first
  std::vector<UnreadableSlot> unreadable;  ///< the earliest first
  std::vector<Error> problems;             ///< one for each part of the store that cannot be read
};

/// Returns the slots in [start, end) and the slots at the times `more`. A slot without a stored
/// state is WAITING.
Result<ListedSlots> SlotsOf(SlotReader& slots, ScheduleTimes& times, const Workflow& workflow,
                            ScheduledTime start, ScheduledTime end,
                            const std::vector<ScheduledTime>& more = {});

/// The number of slots that a step tries to submit in the place of slots that the service refuses.
inline constexpr int kMostInPlace = 20;

/// Runs steps over all workflows of a configuration.
class Scheduler {
 public:
  /// `configuration` and the objects of `world` must outlive this object.
  Scheduler(const Configuration& configuration, const SchedulerWorld& world);

  /// Runs one step for the workflows `ids`, or for all workflows if `ids` is empty. Logs the errors
  /// of a workflow. An error with one slot, or with one part of the store, does not affect the
  /// other slots. Returns an error only if the states cannot be written, or if a Java error has
  /// ended the whole step.
  Result<void> Step(ScheduledTime now, const std::set<std::string>& ids);

 private:
  Result<void> StepAll(ScheduledTime now, const std::set<std::string>& ids);
  /// Runs one step for one workflow, unless it is paused.
  Result<void> StepUnlessPaused(const Workflow& workflow, ScheduledTime now);
  /// Runs one step for one workflow. `busy` contains the times of the slots that may still have a
  /// running job.
  Result<void> StepWorkflow(const Workflow& workflow, ScheduledTime now,
                            std::set<ScheduledTime> busy);
  /// Finishes the submissions that earlier steps have begun. If a submission cannot be finished,
  /// adds the time of its slot to `unended`.
  Result<void> FinishSubmissions(const Workflow& workflow, std::set<ScheduledTime>* unended);
  /// Submits as many READY slots as the strategy has places for. A slot that is refused gives its
  /// place to the next slot, so it does not stop the workflow.
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
  /// Logs an error of a workflow. `what` is the slot that has the error, or empty.
  void Tell(const Workflow& workflow, std::string_view what, const Error& error);
  /// Returns `result`, which comes from the work on one slot. An error that does not end the whole
  /// step is only logged, and the function returns success.
  Result<void> Apart(const Workflow& workflow, ScheduledTime slot, Result<void> result);

  const Configuration& configuration_;
  const SchedulerWorld world_;
  ScheduleTimes times_;
  Submissions submissions_;
  std::unordered_map<std::int64_t, std::string> texts_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SCHEDULER_H_
