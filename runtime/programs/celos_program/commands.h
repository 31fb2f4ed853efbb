#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_COMMANDS_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_COMMANDS_H_

#include "runtime/programs/program/invocation.h"

/// Commands of a program made from Celos scripts. If the operand JOB of a command is the id of a
/// workflow of the scripts, the command acts on this workflow.
namespace hpdl::rt::celos {

int RunSchedules(Invocation& call);
int StepSchedules(Invocation& call);
int ShowSchedules(Invocation& call);
int ShowTrigger(Invocation& call);
int RerunSlotOrJob(Invocation& call);
int KillSlotOrJob(Invocation& call);
int SuspendWorkflowOrJob(Invocation& call);
int ResumeWorkflowOrJob(Invocation& call);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_COMMANDS_H_
