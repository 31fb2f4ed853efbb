#ifndef HPDL_RUNTIME_RULES_CELOS_WANTED_KILLS_H_
#define HPDL_RUNTIME_RULES_CELOS_WANTED_KILLS_H_

#include <set>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/rules/celos/slot_store.h"
#include "runtime/rules/celos/step_log.h"

namespace hpdl::rt::celos {

/// A person's request to kill a slot. The service of the slot's job has not responded to the
/// request yet.
struct WantedKill {
  SlotId slot;
  std::string url;  ///< URL of the service
  std::string id;   ///< id of the job

  auto operator<=>(const WantedKill&) const = default;
};

/// Stores kills that are not answered yet. The stored kills survive a crash. A change is durable
/// when its call returns.
class WantedKills {
 public:
  virtual ~WantedKills() = default;
  virtual Result<void> PutKill(const WantedKill& kill) = 0;
  virtual Result<void> RemoveKill(const WantedKill& kill) = 0;
  virtual Result<std::vector<WantedKill>> KillsOf(const std::string& workflow) = 0;
};

/// True if Oozie has not answered: the service was not reached, its response was lost, or another
/// program responded instead of Oozie. False if Oozie has refused. The message of a refusal begins
/// with an error code of Oozie.
bool IsUnanswered(const Error& error);

/// Handles each stored kill of a workflow. First sets the slot to KILLED, because the program may
/// have crashed after it stored the kill and before it changed the slot. Then sends the kill to its
/// service, and removes the kill if it is answered. If the service does not answer and the workflow
/// now has a different service, the new service also gets the kill: the service may have moved.
/// Returns the times of the slots whose jobs may still run. These slots must not get a second job.
Result<std::set<ScheduledTime>> TellKills(const Workflow& workflow, WantedKills& kills,
                                          SlotStore& store, ExternalService& service, StepLog& log);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_WANTED_KILLS_H_
