#include "runtime/rules/celos/slot_commands.h"

#include <optional>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

Result<void> CheckScheduled(const Workflow& workflow, ScheduledTime time, ScheduleTimes& times) {
  const Result<bool> scheduled = times.Has(workflow, time);
  HPDL_TRY(scheduled);
  if (!*scheduled) {
    return JavaException(kSlotNotFound, "Slot is not found: " + SlotId{workflow.id, time}.Text());
  }
  return {};
}

}  // namespace

Result<void> RerunSlot(const Workflow& workflow, ScheduledTime time, ScheduledTime now,
                       ScheduleTimes& times, SlotStore& store, StepLog& log) {
  HPDL_TRY(CheckScheduled(workflow, time, times));
  const SlotId slot{workflow.id, time};
  const Result<std::optional<SlotState>> state = store.Find(slot);
  HPDL_TRY(state);
  if (!*state) {
    return store.Mark(slot, now);
  }
  log.Info("Scheduling Slot for rerun: ", slot.Text());
  const Result<SlotState> waiting = After(**state, SlotEvent::kRerun);
  HPDL_TRY(waiting);
  // Because of the rerun mark, the scheduler also handles a slot that is older than the scheduler's
  // window.
  HPDL_TRY(store.Mark(slot, now));
  return store.Put(workflow.id, *waiting);
}

Result<void> KillSlot(const Workflow& workflow, ScheduledTime time, ScheduleTimes& times,
                      SlotStore& store, ExternalService& service, StepLog& log,
                      WantedKills* kills) {
  HPDL_TRY(CheckScheduled(workflow, time, times));
  const SlotId slot{workflow.id, time};
  const Result<std::optional<SlotState>> state = store.Find(slot);
  HPDL_TRY(state);
  log.Info("Killing slot: ", slot.Text());
  if (!*state) {
    return store.Put(workflow.id, {time, SlotStatus::kKilled, std::nullopt, 0});
  }
  if ((*state)->external_id) {
    const std::string& id = *(*state)->external_id;
    Result<void> done = service.Kill(workflow.service.url, id);
    const bool over = done || SaysNoJob(done.error());
    if (!over && (kills == nullptr || !IsUnanswered(done.error()))) {
      return done;
    }
    if (!over) {
      log.Problem("The service has not answered, so each step of the scheduler repeats the kill: ",
                  slot.Text(), " external ID: ", id, ": ", done.error().message);
      HPDL_TRY(kills->PutKill({slot, service.AddressOf(workflow.service.url), id}));
    }
  }
  const Result<SlotState> killed = After(**state, SlotEvent::kKilled);
  HPDL_TRY(killed);
  return store.Put(workflow.id, *killed);
}

}  // namespace hpdl::rt::celos
