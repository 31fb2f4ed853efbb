#ifndef HPDL_RUNTIME_RULES_CELOS_TRIGGER_STATUS_H_
#define HPDL_RUNTIME_RULES_CELOS_TRIGGER_STATUS_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/files.h"
#include "runtime/rules/celos/slot_store.h"
#include "runtime/rules/celos/step_log.h"

namespace hpdl::rt::celos {

/// The result of a trigger for a slot. `parts` has the results of the triggers that are nested in
/// the trigger.
struct TriggerStatus {
  std::string_view type;  ///< name of the trigger's class, such as `AndTrigger`
  bool ready = false;
  std::string description;
  std::vector<TriggerStatus> parts;
};

/// The objects that triggers use.
struct TriggerWorld {
  SlotReader& slots;
  Files& files;
  StepLog& log;
  ScheduledTime now;
};

/// Evaluates a trigger and all triggers that are nested in it, even if the result is already
/// certain. If a nested trigger fails, the whole trigger fails with the same error.
Result<TriggerStatus> DescribeTrigger(const Trigger& trigger, const TriggerWorld& world,
                                      ScheduledTime slot);
/// Returns true if the trigger is ready. Does not describe the trigger. Fails in the same cases as
/// DescribeTrigger().
Result<bool> IsReady(const Trigger& trigger, const TriggerWorld& world, ScheduledTime slot);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_TRIGGER_STATUS_H_
