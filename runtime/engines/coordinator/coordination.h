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
struct UpdateOptions;         // coordinator_update.h
struct CoordinationCommands;  // runtime/programs/program/coordinator_commands.h
}  // namespace hpdl::rt

/// What runs coordinators and bundles. Emitted code names `hpdl_coordination_engine` in programs
/// that are one, so that no other program has it. The calls are those of engine.h for workflows.
/// In programs of Celos' scripts it is `hpdl_celos_schedules`, which has part_of() and commands.
struct hpdl_coordination {
  /// Makes a job in state PREP and gives its id.
  hpdl::rt::Result<std::string> (*submit)(const hpdl_program& program,
                                          hpdl::rt::StateDirectory& state,
                                          const hpdl::rt::RunOptions& options);
  /// Checks as submit() does, and makes nothing: what the job would do, for people. `resolved`: the
  /// text that Oozie answers, for which the data of the first actions is looked at.
  hpdl::rt::Result<std::string> (*dry_run)(const hpdl_program& program,
                                           const hpdl::rt::RunOptions& options, bool resolved);
  /// Puts the definition of the program in the place of that which a coordinator's job has. Gives
  /// what differs, as Oozie says it.
  hpdl::rt::Result<std::string> (*update)(const hpdl_program& program,
                                          hpdl::rt::StateDirectory& state, const std::string& id,
                                          const hpdl::rt::UpdateOptions& options);
  /// Runs a job until it is over, or parked, or a signal comes. Gives the state that it is in.
  hpdl::rt::Result<hpdl::rt::JobState> (*execute)(const hpdl_program& program,
                                                  hpdl::rt::StateDirectory& state,
                                                  const std::string& id,
                                                  hpdl::rt::ProgressSink* sink,
                                                  const hpdl::rt::EngineOptions& options);
  /// Asks the process that runs the job, or does it here. Gives the numbers of the actions that are
  /// meant.
  hpdl::rt::Result<std::vector<std::int64_t>> (*ask)(const hpdl_program& program,
                                                     hpdl::rt::StateDirectory& state,
                                                     const hpdl::rt::CoordinatorRequest& request);
  /// What a job of the program is run by (PartOf).
  std::unique_ptr<hpdl::rt::PartOfProgram> (*part_of)(const hpdl_program& program,
                                                      std::string_view part);
  const hpdl::rt::CoordinationCommands* commands;
};

extern "C" const hpdl_coordination hpdl_coordination_engine;

namespace hpdl::rt {

/// One coordinator of the program of a bundle, with the workflow that it starts as the first one:
/// its jobs are run as if there were nothing else. Also a program of one coordinator whose workflow
/// is not the first. Borrows from `program`.
class PartOfProgram {
 public:
  PartOfProgram(const hpdl_program& program, const hpdl_coordinator& coordinator);
  /// One workflow of the program of scripts, as if the program were that one.
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

/// hpdl_coordination::execute and ask.
Result<JobState> ExecuteCoordinator(const hpdl_program& program, StateDirectory& state,
                                    const std::string& id, ProgressSink* sink,
                                    const EngineOptions& options);
Result<std::vector<std::int64_t>> AskCoordinator(const hpdl_program& program, StateDirectory& state,
                                                 const CoordinatorRequest& request);

/// The part that a job is of (JobFacts::part); null: it is the program as it is.
std::unique_ptr<PartOfProgram> PartOf(const hpdl_program& program, std::string_view part);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATION_H_
