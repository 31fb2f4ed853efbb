#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/coordinator/coordinator_submit.h"
#include "runtime/engines/coordinator/coordinator_update.h"
#include "runtime/programs/program/command_specs.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/coordinator_commands.h"

namespace hpdl::rt {
namespace {

/// The commands of coordinators and bundles. The operand JOB can also be a workflow job that they
/// have started.
constexpr CommandSpec kCoordinatorCommands[] = {
    {"run", "", "make a job, and run it and the workflows that it starts until the job ends",
     kEndCodes, kRunCoordinatorOptions, RunCommand},
    {"submit", "", "make a job that 'start' runs later, and print its id", "",
     kSubmitCoordinatorOptions, SubmitCommand},
    {"start", "JOB", "run a job until it is over; a bundle does not wait for its kick-off time",
     kEndCodes, kStartOptions, StartCommand},
    {"rerun", "JOB", "run again the ended actions that --action or --date names",
     "For a workflow job that the coordinator has started, the command does the same as in a "
     "program of that workflow.",
     kRerunActionsOptions, RerunCommand},
    {"resume", "JOB", "lift a suspension, and run the job if no process runs it", kEndCodes,
     kResumeOptions, ResumeCommand},
    kWake,
    {"suspend", "JOB", "start no more workflows, and suspend those that run", "", kFormatOptions,
     SuspendCommand},
    {"kill", "JOB",
     "end a job and the workflows that it runs, or only the actions that --action or --date names",
     "", kKillActionsOptions, KillCommand},
    {"change", "JOB", "change the end time, the pause time, the concurrency or the state of a job",
     "", kChangeOptions, ChangeCoordination},
    {"update", "JOB", "replace the definition of the job by the definition in this program",
     "The command first shows the differences between the two definitions. Name, frequency, start, "
     "end "
     "and timezone must be the same. Existing actions stay as they are; the process that runs the "
     "job continues with this program.",
     kUpdateOptions, UpdateCoordination},
    {"ignore", "JOB", "mark failed actions, or a job that is over, as IGNORED", "",
     kKillActionsOptions, IgnoreCoordination},
    {"sla", "JOB WHAT",
     "turn SLA alerts on or off (enable, disable), or change the times of an SLA (change)",
     "The command acts on all present and future actions, or on the actions that --action or "
     "--date names.",
     kSlaOptions, CommandSla},
    kRetry,
    kJobs,
    {"info", "JOB", "show a job and its actions; of a workflow job, its nodes", "", kInfoOptions,
     InfoCommand},
    kLog,
    kToken,
    kGraph,
    kParams,
    kSource,
    kPurge,
    kStore,
    kCompletion,
};

constexpr CoordinationCommands kCommands = {
    kCoordinatorCommands, &RunCoordination,    &SubmitCoordination,   &StartCoordination,
    &WakeCoordination,    &ResumeCoordination, &SuspendCoordination,  &KillCoordination,
    &RerunCoordination,   &ShowCoordination,   &SourceOfCoordination, &GraphOfCoordination,
};

}  // namespace
}  // namespace hpdl::rt

extern "C" const hpdl_coordination hpdl_coordination_engine = {
    &hpdl::rt::SubmitCoordinator,  &hpdl::rt::DryRunCoordinator, &hpdl::rt::UpdateCoordinator,
    &hpdl::rt::ExecuteCoordinator, &hpdl::rt::AskCoordinator,    &hpdl::rt::PartOf,
    &hpdl::rt::kCommands,
};
