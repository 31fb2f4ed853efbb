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

/// The code of an error: there is no such slot. Its message is Celos' whole answer.
inline constexpr std::string_view kSlotNotFound = "not found";

/// Has a slot run again, or one of any time that the schedule has, whether it has run or not. `now`
/// is the time of the mark.
Result<void> RerunSlot(const Workflow& workflow, ScheduledTime time, ScheduledTime now,
                       ScheduleTimes& times, SlotStore& store, StepLog& log);

/// Kills the slot's job, if it has one, and then the slot. Times that have not come can be killed
/// as well. A kill that the service does not answer is put to `kills`, and the slot is killed;
/// null: it is an error.
Result<void> KillSlot(const Workflow& workflow, ScheduledTime time, ScheduleTimes& times,
                      SlotStore& store, ExternalService& service, StepLog& log, GoneJob gone_job,
                      WantedKills* kills = nullptr);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SLOT_COMMANDS_H_
