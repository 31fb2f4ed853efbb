#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SCHEDULES_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SCHEDULES_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "runtime/engines/celos_service/oozie_web_service.h"
#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/programs/celos_program/celos_world.h"
#include "runtime/programs/celos_program/services.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/scheduler.h"
#include "runtime/rules/celos/step_log.h"
#include "runtime/rules/celos/step_view.h"
#include "runtime/store/celos_slots/slot_database.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/locks.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt::celos {

/// The definitions in the scripts of the program. If the slots of a Celos workflow start a workflow
/// that is compiled into the program, the Celos workflow has the service kOwnService.
struct DefinedScripts {
  Configuration configuration;
  std::map<std::string, OwnStart> starts;  ///< the key is the id of the script's workflow
};
/// Reads the definitions. An error means that the program is damaged.
Result<DefinedScripts> ReadDefined(const hpdl_celos& celos);

/// Returns the folder with the states of the slots of one program: `celos/NAME` in the state
/// directory.
std::string PlaceOf(const StateDirectory& state, const hpdl_celos& celos);
/// Does the same as PlaceOf() and makes the folder if it is missing.
Result<std::string> MakePlace(const StateDirectory& state, const hpdl_celos& celos);

/// The locked states of one program's slots. Only one process can hold the lock, so an object
/// should live only for a moment.
class SlotsInHand {
 public:
  /// Takes the lock and opens the database; waits while another process holds the lock. `place` is
  /// the result of PlaceOf().
  static Result<SlotsInHand> Take(const std::string& place);
  SlotDatabase& database() { return *database_; }

 private:
  SlotsInHand(LockedFile lock, std::unique_ptr<SlotDatabase> database)
      : lock_(std::move(lock)), database_(std::move(database)) {}
  LockedFile lock_;
  std::unique_ptr<SlotDatabase> database_;
};

/// Runs the steps of the scheduler and carries out requests for single slots.
class Schedules {
 public:
  /// The options of Open().
  struct Settings {
    RunOptions run;  ///< the options of jobs
    OozieWebService::Limits oozies;
  };
  /// Opens the scheduler of a program. The arguments passed by reference must outlive the result.
  static Result<std::unique_ptr<Schedules>> Open(const hpdl_program& program,
                                                 const hpdl_celos& celos, StateDirectory& state,
                                                 Settings settings, StepLog& log);
  ~Schedules();
  Schedules(const Schedules&) = delete;
  Schedules& operator=(const Schedules&) = delete;

  const Configuration& configuration() const { return defined_.configuration; }
  const std::string& place() const { return place_; }
  /// Runs one step for the workflows in `ids`. If `ids` is empty, runs the step for all workflows.
  Result<void> Step(ScheduledTime now, const std::set<std::string>& ids);
  Result<void> Rerun(const Workflow& workflow, ScheduledTime time);
  Result<void> Kill(const Workflow& workflow, ScheduledTime time);
  /// True if processes of jobs have ended since the last call.
  bool Reap() { return own_.Reap(); }

 private:
  Schedules(const hpdl_program& program, const hpdl_celos& celos, StateDirectory& state,
            Settings settings, StepLog& log, Site site, DefinedScripts defined, std::string place);

  StateDirectory& state_;
  StepLog& log_;
  const Site site_;
  CelosWorld world_;
  DefinedScripts defined_;
  const std::string place_;
  std::unique_ptr<PropertySource> properties_;
  std::unique_ptr<ExternalService> others_;
  OwnWorkflows own_;
  std::unique_ptr<Services> services_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SCHEDULES_H_
