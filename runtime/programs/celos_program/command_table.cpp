#include "runtime/engines/coordinator/coordination.h"
#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/celos_program/commands.h"
#include "runtime/programs/celos_program/named_slots.h"
#include "runtime/programs/celos_program/own_workflows.h"
#include "runtime/programs/program/command_specs.h"
#include "runtime/programs/program/coordinator_commands.h"

/// The table of the scripts from which this program was made.
extern "C" const hpdl_celos HPDL_CELOS_SYMBOL;

namespace hpdl::rt::celos {
namespace {

constexpr OptionSpec kEvery = {"every", "SECONDS",
                               "make a step every SECONDS seconds (default: 60)"};
constexpr OptionSpec kVerbose = {"verbose", "", "also print what each slot waits for"};
constexpr OptionSpec kTime = {"time", "TIME",
                              "look at the slots as if the time were TIME (default: now)"};
constexpr OptionSpec kOnly = {"workflow", "ID,...", "look only at these workflows of the scripts"};
constexpr OptionSpec kBegin = {
    "start", "TIME", "show the slots of a workflow from this time on (default: the last 7 days)"};
constexpr OptionSpec kEnd = {"end", "TIME",
                             "show the slots of a workflow before this time (default: now)"};
constexpr OptionSpec kParallelHere = {"parallel", "N",
                                      "run at most N local processes of a job at a time (default: "
                                      "the number of cores)"};

constexpr OptionSpec kSettle = {
    "settle", "SECONDS",
    "wait this long for an interrupted submission to reach its Oozie server (default: 20)"};

constexpr OptionSpec kAnswer = {"answer", "SECONDS",
                                "wait this long for an answer of an Oozie server; without an "
                                "answer, the step does not ask this server again "
                                "(default: 60)"};

constexpr const OptionSpec* kRunSchedulesOptions[] = {&kEvery, &kVerbose, &kSettle,      &kAnswer,
                                                      &kSite,  &kLocal,   &kParallelHere};
constexpr const OptionSpec* kStepOptions[] = {&kTime,   &kOnly, &kVerbose, &kSettle,
                                              &kAnswer, &kSite, &kLocal,   &kParallelHere};
constexpr const OptionSpec* kInfoSchedulesOptions[] = {&kBegin, &kEnd, &kRun, &kFormat};
constexpr const OptionSpec* kTriggerOptions[] = {&kSite, &kFormat};
constexpr const OptionSpec* kKillSlotOptions[] = {&kSite, &kFormat};
constexpr const OptionSpec* kResumeSchedulesOptions[] = {&kLocal,       &kProgress, &kPark,
                                                         &kKeepProgram, &kAsk,      &kFormat};

constexpr std::string_view kWorkflowWords =
    "JOB is a workflow of the scripts, with the TIME of one of its slots, or a job that a slot has "
    "started.";

constexpr CommandSpec kScheduleCommands[] = {
    {"run", "", "submit slots as they become ready, until a signal comes",
     "A signal can end this command at any time, and the next 'run' continues from there. Each "
     "slot has one "
     "job. Exit code: 2 refused, 128 + N signal N ended this process.",
     kRunSchedulesOptions, RunSchedules},
    {"step", "", "look at all slots once, and submit those that are ready",
     "'run' does this every minute. Jobs that the step starts go on after the step has ended.",
     kStepOptions, StepSchedules},
    {"info", "[JOB]", "show the workflows, the slots of a workflow, or a job and its nodes",
     "JOB is a workflow of the scripts, or a job that a slot has started.", kInfoSchedulesOptions,
     ShowSchedules},
    {"trigger", "WORKFLOW TIME", "show what a slot waits for: each part of its trigger", "",
     kTriggerOptions, ShowTrigger},
    {"rerun", "JOB [TIME]",
     "run a slot again; or run an ended job again, without the nodes that --skip or --failed "
     "leaves out",
     kWorkflowWords, kRerunOptions, RerunSlotOrJob},
    {"kill", "JOB [TIME]", "end a slot and its job, or a job and what it runs", kWorkflowWords,
     kKillSlotOptions, KillSlotOrJob},
    {"suspend", "JOB", "stop looking at the slots of a workflow, or start no more actions of a job",
     "JOB is a workflow of the scripts, or a job that a slot has started. Celos calls a suspended "
     "workflow paused.",
     kFormatOptions, SuspendWorkflowOrJob},
    {"resume", "JOB", "go on with a workflow, or with a job after a suspension or a crash",
     "JOB is a workflow of the scripts, or a job that a slot has started.", kResumeSchedulesOptions,
     ResumeWorkflowOrJob},
    kStart,
    kWake,
    kRetry,
    kJobs,
    kLog,
    kToken,
    kPurge,
    kStore,
    kCompletion,
};

std::string Title(const hpdl_program& /*program*/) {
  return "Workflows of Celos " + OneLine(ToView(HPDL_CELOS_SYMBOL.name));
}

constexpr CoordinationCommands kCommands = {
    kScheduleCommands, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr,           nullptr, nullptr, nullptr, nullptr, &Title,  &IsWorkflow,
};

}  // namespace
}  // namespace hpdl::rt::celos

extern "C" const hpdl_coordination hpdl_celos_schedules = {
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    &hpdl::rt::celos::WorkflowOf,
    &hpdl::rt::celos::kCommands,
};
