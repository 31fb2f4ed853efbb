#ifndef HPDL_RUNTIME_RULES_CELOS_SLOT_COMMANDS_H_
#define HPDL_RUNTIME_RULES_CELOS_SLOT_COMMANDS_H_

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/rules/celos/schedule_times.h"
#include "runtime/rules/celos/slot_store.h"
#include "runtime/rules/celos/step_log.h"
#include "runtime/rules/celos/wanted_kills.h"

namespace hpdl::rt::celos {

/// The error code for a slot that does not exist. As in Celos, the message of this error is the
/// whole response.
inline constexpr std::string_view kSlotNotFound = "not found";

/// Lets a slot run again. `time` may be any time of the schedule, even if its slot has never run.
/// The store gets a mark for this rerun with the time `now`.
Result<void> RerunSlot(const Workflow& workflow, ScheduledTime time, ScheduledTime now,
                       ScheduleTimes& times, SlotStore& store, StepLog& log);

/// Kills the slot's job, if the slot has a job, and sets the slot to KILLED. A slot in the future
/// can be killed too. If the service does not respond, the function stores the kill in `kills` and
/// sets the slot to KILLED. If `kills` is null, a missing response is an error.
Result<void> KillSlot(const Workflow& workflow, ScheduledTime time, ScheduleTimes& times,
                      SlotStore& store, ExternalService& service, StepLog& log,
                      WantedKills* kills = nullptr);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SLOT_COMMANDS_H_
