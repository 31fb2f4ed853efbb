#include "runtime/rules/celos/schedule_times.h"
#include "runtime/rules/celos/slot_commands.h"
#include "runtime/rules/celos/trigger_status.h"
#include "runtime/server/protocols/celos/jackson_json.h"
#include "runtime/server/protocols/celos/resources.h"
#include "runtime/server/protocols/celos/slot_file.h"

namespace hpdl::rt::celos {
namespace {

JsonValue TriggerJson(const TriggerStatus& status) {
  JsonValue parts = JsonValue::Array();
  for (const TriggerStatus& part : status.parts) {
    parts.Add(TriggerJson(part));
  }
  JsonValue json = JsonValue::Object();
  json.Set("type", JsonValue::Of(status.type)).Set("ready", JsonValue::Of(status.ready));
  json.Set("description", JsonValue::Of(status.description));
  json.Set("subStatuses", std::move(parts));
  return json;
}

// A slot that a request wants to change.
struct NamedSlot {
  FoundWorkflow found;
  ScheduledTime time;
};

Result<NamedSlot> SlotNamed(const Exchange& exchange) {
  const Result<ScheduledTime> time = exchange.SlotTime();
  HPDL_TRY(time);
  const Result<std::string> id = exchange.Id();
  HPDL_TRY(id);
  const Result<FoundWorkflow> found = FindWorkflow(exchange, *id);
  HPDL_TRY(found);
  return NamedSlot{*found, *time};
}

Result<std::string> Nothing(const Result<void>& done) {
  return done ? Result<std::string>(std::string()) : done.error();
}

}  // namespace

Result<std::string> GetSlotState(Exchange& exchange) {
  const Result<std::string> id = exchange.Id();
  HPDL_TRY(id);
  HPDL_TRY(CheckWorkflowId(*id));
  const Result<ScheduledTime> time = exchange.SlotTime();
  HPDL_TRY(time);
  SteppedStore::View view(exchange.world.slots);
  const Result<std::optional<SlotState>> state = view.Find({*id, *time});
  HPDL_TRY(state);
  if (!*state) {
    return JavaException(kNotThere, "Slot not found: " + *id);
  }
  return JsonOf(**state).Pretty();
}

Result<std::string> GetTriggerStatus(Exchange& exchange) {
  const Result<std::string> id = exchange.Id();
  HPDL_TRY(id);
  const Result<FoundWorkflow> found = FindWorkflow(exchange, *id);
  HPDL_TRY(found);
  const Result<ScheduledTime> time = exchange.SlotTime();
  HPDL_TRY(time);
  SteppedStore::View view(exchange.world.slots);
  const TriggerWorld asked{view, exchange.world.files, exchange.world.log, exchange.Now()};
  const Result<TriggerStatus> status = DescribeTrigger(*found->workflow->trigger, asked, *time);
  HPDL_TRY(status);
  return TriggerJson(*status).Pretty();
}

Result<std::string> PostRerun(Exchange& exchange) {
  const Result<NamedSlot> slot = SlotNamed(exchange);
  HPDL_TRY(slot);
  CelosWorld& world = exchange.world;
  ScheduleTimes times(*slot->found.definitions->configuration);
  SteppedStore::Change change(world.slots);
  return Nothing(
      RerunSlot(*slot->found.workflow, slot->time, exchange.Now(), times, change, world.log));
}

Result<std::string> PostKill(Exchange& exchange) {
  const Result<NamedSlot> slot = SlotNamed(exchange);
  HPDL_TRY(slot);
  CelosWorld& world = exchange.world;
  ScheduleTimes times(*slot->found.definitions->configuration);
  SteppedStore::Change change(world.slots);
  return Nothing(
      KillSlot(*slot->found.workflow, slot->time, times, change, world.service, world.log));
}

}  // namespace hpdl::rt::celos
