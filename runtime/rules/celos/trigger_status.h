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

/// What a trigger says of a slot, with what its parts say.
struct TriggerStatus {
  std::string_view type;  ///< `AndTrigger`
  bool ready = false;
  std::string description;
  std::vector<TriggerStatus> parts;
};

/// What triggers look at.
struct TriggerWorld {
  SlotReader& slots;
  Files& files;
  StepLog& log;
  ScheduledTime now;
};

/// Asks all parts, whatever the others say; an error of one is that of the whole.
Result<TriggerStatus> DescribeTrigger(const Trigger& trigger, const TriggerWorld& world,
                                      ScheduledTime slot);
/// The same without words.
Result<bool> IsReady(const Trigger& trigger, const TriggerWorld& world, ScheduledTime slot);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_TRIGGER_STATUS_H_
