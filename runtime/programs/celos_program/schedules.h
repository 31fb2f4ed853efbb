#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SCHEDULES_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SCHEDULES_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "runtime/engines/celos_service/oozie_web_service.h"
#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/programs/celos_program/outside.h"
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

/// What the scripts of the program have defined. Workflows that slots start in the program have the
/// service kOwnService.
struct DefinedScripts {
  Configuration configuration;
  std::map<std::string, OwnStart> starts;  ///< by id
};
/// An error: the program is damaged.
Result<DefinedScripts> ReadDefined(const hpdl_celos& celos);

/// What a program does with slots beside Celos' rules: its faults are mended.
inline constexpr SchedulerRules kProgramRules{WindowStart::kWholeSeconds, FailedStart::kRepeated,
                                              /*slots_apart=*/true, GoneJob::kEnded};

/// Where the states of the slots of one program are in a state directory: `celos/NAME` in it.
std::string PlaceOf(const StateDirectory& state, const hpdl_celos& celos);
/// Makes the folder if it is missing.
Result<std::string> MakePlace(const StateDirectory& state, const hpdl_celos& celos);

/// These states. Who has one of these has them alone, so it is to be had for a moment only.
class SlotsInHand {
 public:
  /// Waits for others. `place`: PlaceOf().
  static Result<SlotsInHand> Take(const std::string& place);
  SlotDatabase& database() { return *database_; }

 private:
  SlotsInHand(LockedFile lock, std::unique_ptr<SlotDatabase> database)
      : lock_(std::move(lock)), database_(std::move(database)) {}
  LockedFile lock_;
  std::unique_ptr<SlotDatabase> database_;
};

/// All that steps of the scheduler, and requests for single slots, work with.
class Schedules {
 public:
  /// How they work.
  struct Settings {
    RunOptions run;  ///< how jobs run
    OozieWebService::Limits oozies;
  };
  /// What it is given outlives the result.
  static Result<std::unique_ptr<Schedules>> Open(const hpdl_program& program,
                                                 const hpdl_celos& celos, StateDirectory& state,
                                                 Settings settings, StepLog& log);
  ~Schedules();
  Schedules(const Schedules&) = delete;
  Schedules& operator=(const Schedules&) = delete;

  const Configuration& configuration() const { return defined_.configuration; }
  const std::string& place() const { return place_; }
  /// One step, of these workflows; of all if there are none.
  Result<void> Step(ScheduledTime now, const std::set<std::string>& ids);
  Result<void> Rerun(const Workflow& workflow, ScheduledTime time);
  Result<void> Kill(const Workflow& workflow, ScheduledTime time);
  /// Whether processes of jobs have ended since the last call.
  bool Reap() { return own_.Reap(); }

 private:
  Schedules(const hpdl_program& program, const hpdl_celos& celos, StateDirectory& state,
            Settings settings, StepLog& log, Site site, DefinedScripts defined, std::string place);

  StateDirectory& state_;
  StepLog& log_;
  const Site site_;
  Outside outside_;
  DefinedScripts defined_;
  const std::string place_;
  std::unique_ptr<PropertySource> properties_;
  std::unique_ptr<ExternalService> others_;
  OwnWorkflows own_;
  std::unique_ptr<Services> services_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_SCHEDULES_H_
