#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATION_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/coordinator/coordinator_request.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt {
class PartOfProgram;
struct UpdateOptions;         // defined in coordinator_update.h
struct CoordinationCommands;  // defined in runtime/programs/program/coordinator_commands.h
}  // namespace hpdl::rt

/// The engine that runs coordinators and bundles. Only emitted code of a coordinator or a bundle
/// refers to `hpdl_coordination_engine`, so no other program links it. The functions correspond to
/// the functions for workflows in engine.h. Programs of Celos scripts use `hpdl_celos_schedules`
/// instead, which has only part_of() and commands.
struct hpdl_coordination {
  /// Makes a job in state PREP and returns its id.
  hpdl::rt::Result<std::string> (*submit)(const hpdl_program& program,
                                          hpdl::rt::StateDirectory& state,
                                          const hpdl::rt::RunOptions& options);
  /// Makes the checks of submit() without making a job. Returns a text that describes the job's
  /// actions. If `resolved` is true, checks the data of the first actions and returns the text of
  /// Oozie's reply.
  hpdl::rt::Result<std::string> (*dry_run)(const hpdl_program& program,
                                           const hpdl::rt::RunOptions& options, bool resolved);
  /// Replaces the definition of a coordinator's job by the definition in `program`. Returns the
  /// differences in Oozie's format.
  hpdl::rt::Result<std::string> (*update)(const hpdl_program& program,
                                          hpdl::rt::StateDirectory& state, const std::string& id,
                                          const hpdl::rt::UpdateOptions& options);
  /// Runs a job until the job is over or parked, or until the process receives a signal. A parked
  /// job waits without a process. Returns the state of the job.
  hpdl::rt::Result<hpdl::rt::JobState> (*execute)(const hpdl_program& program,
                                                  hpdl::rt::StateDirectory& state,
                                                  const std::string& id,
                                                  hpdl::rt::ProgressSink* sink,
                                                  const hpdl::rt::EngineOptions& options);
  /// Sends the request to the process that runs the job. If no process runs the job, this process
  /// carries out the request. Returns the numbers of the affected actions.
  hpdl::rt::Result<std::vector<std::int64_t>> (*ask)(const hpdl_program& program,
                                                     hpdl::rt::StateDirectory& state,
                                                     const hpdl::rt::CoordinatorRequest& request);
  /// Returns the part of the program that a job uses. `part` is JobFacts::part of the job (see
  /// PartOf()).
  std::unique_ptr<hpdl::rt::PartOfProgram> (*part_of)(const hpdl_program& program,
                                                      std::string_view part);
  const hpdl::rt::CoordinationCommands* commands;
};

extern "C" const hpdl_coordination hpdl_coordination_engine;

namespace hpdl::rt {

/// One coordinator of a bundle's program, with its workflow as the first workflow. The
/// coordinator's jobs run as if the program had no other coordinator. The class is also used for a
/// program of one coordinator whose workflow is not the first workflow. Borrows from `program`.
class PartOfProgram {
 public:
  PartOfProgram(const hpdl_program& program, const hpdl_coordinator& coordinator);
  /// Makes a part with one workflow of a program of Celos scripts. The workflow's jobs run as if
  /// the program had no other workflow.
  PartOfProgram(const hpdl_program& program, std::uint32_t workflow);
  PartOfProgram(const PartOfProgram&) = delete;
  PartOfProgram& operator=(const PartOfProgram&) = delete;
  const hpdl_program& program() const { return part_; }

 private:
  explicit PartOfProgram(const hpdl_program& program);
  void PutFirst(std::uint32_t workflow);

  hpdl_program part_;
  hpdl_coordinator coordinator_{};
  std::vector<hpdl_workflow> workflows_;
  std::vector<hpdl_sub> subs_;
  std::vector<hpdl_agreement> agreements_;
};

/// ExecuteCoordinator() and AskCoordinator() implement hpdl_coordination::execute and
/// hpdl_coordination::ask.
Result<JobState> ExecuteCoordinator(const hpdl_program& program, StateDirectory& state,
                                    const std::string& id, ProgressSink* sink,
                                    const EngineOptions& options);
Result<std::vector<std::int64_t>> AskCoordinator(const hpdl_program& program, StateDirectory& state,
                                                 const CoordinatorRequest& request);

/// Returns the part of the program that a job uses, or null if the job uses the whole program.
/// `part` is JobFacts::part of the job.
std::unique_ptr<PartOfProgram> PartOf(const hpdl_program& program, std::string_view part);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATION_H_
