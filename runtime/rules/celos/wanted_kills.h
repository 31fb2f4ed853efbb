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

/// A person has killed a slot, and the service of its job has not answered yet.
struct WantedKill {
  SlotId slot;
  std::string url;  ///< of the service
  std::string id;   ///< of the job

  auto operator<=>(const WantedKill&) const = default;
};

/// Keeps these where a crash does not reach them. What is put or removed is durable when the call
/// returns.
class WantedKills {
 public:
  virtual ~WantedKills() = default;
  virtual Result<void> PutKill(const WantedKill& kill) = 0;
  virtual Result<void> RemoveKill(const WantedKill& kill) = 0;
  virtual Result<std::vector<WantedKill>> KillsOf(const std::string& workflow) = 0;
};

/// Whether nobody has answered for Oozie: it was not reached, not heard, or something else answered
/// in its place. Refusals have a code of Oozie's.
bool IsUnanswered(const Error& error);

/// Tells the kills of a workflow that are wanted to their services, and forgets those that are
/// answered. Where nobody answers, the service that the workflow has by now may know the job: one
/// that has moved. Slots are killed, should a crash have come before that. Gives those whose jobs
/// may still run: they must have no other one.
Result<std::set<ScheduledTime>> TellKills(const Workflow& workflow, WantedKills& kills,
                                          SlotStore& store, ExternalService& service, StepLog& log);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_WANTED_KILLS_H_
