#include "runtime/rules/celos/wanted_kills.h"

#include <optional>

namespace hpdl::rt::celos {
namespace {

Result<void> KillSlotOf(const WantedKill& kill, SlotStore& store) {
  const Result<std::optional<SlotState>> state = store.Find(kill.slot);
  HPDL_TRY(state);
  const bool lives = *state && (*state)->external_id == kill.id &&
                     OutcomeOf((*state)->status) == SlotOutcome::kIndeterminate;
  if (!lives) {
    return {};
  }
  const Result<SlotState> killed = After(**state, SlotEvent::kKilled);
  HPDL_TRY(killed);
  return store.Put(kill.slot.workflow, *killed);
}

}  // namespace

bool IsUnanswered(const Error& error) {
  const std::string& text = error.message;
  const bool has_code = text.size() > 1 && text[0] == 'E' && text[1] >= '0' && text[1] <= '9';
  return error.error_class == ErrorClass::kTransient || !has_code;
}

Result<std::set<ScheduledTime>> TellKills(const Workflow& workflow, WantedKills& kills,
                                          SlotStore& store, ExternalService& service,
                                          StepLog& log) {
  std::set<ScheduledTime> unended;
  const Result<std::vector<WantedKill>> wanted = kills.KillsOf(workflow.id);
  HPDL_TRY(wanted);
  for (const WantedKill& kill : *wanted) {
    HPDL_TRY(KillSlotOf(kill, store));
    const std::string slot = kill.slot.Text();
    const std::string& now = workflow.service.url;
    Result<void> killed = service.Kill(kill.url, kill.id);
    bool unanswered = !killed && IsUnanswered(killed.error());
    bool known = true;
    if (unanswered && service.AddressOf(now) != kill.url) {
      const Result<void> there = service.Kill(now, kill.id);
      unanswered = !there;
      known = there || !SaysNoJob(there.error());
      killed = there ? there : killed;
    }
    if (unanswered) {
      if (killed.error().code != kLeftForNextStep) {
        log.Problem("The next step of the scheduler repeats the kill of a job: ", slot,
                    " external ID: ", kill.id, ": ", killed.error().message);
      }
      if (known) {
        unended.insert(kill.slot.time);
      }
      continue;
    }
    if (killed || SaysNoJob(killed.error())) {
      log.Info("Killed job of slot: ", slot, " external ID: ", kill.id);
    } else {
      log.Problem("The kill of a job was refused, and the job may still run: ", slot,
                  " external ID: ", kill.id, ": ", killed.error().message);
    }
    HPDL_TRY(kills.RemoveKill(kill));
  }
  return unended;
}

}  // namespace hpdl::rt::celos
