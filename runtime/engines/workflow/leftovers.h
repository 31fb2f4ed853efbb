#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_LEFTOVERS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_LEFTOVERS_H_

#include <string>

#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_abi.h"

/// Effects of a killed job that go on without its engine and are not child processes of this
/// machine: applications of a cluster and commands on other machines. The engine that ends the job
/// calls the executor, and the executor ends the effect.
namespace hpdl::rt {

/// True if the attempt has an effect outside this machine. Its progress then begins with
/// "application_", "remote directory" or "oozie ". Only the frames of stdlib/cluster/application.h
/// and stdlib/remote/remote_command.h and sub-workflows of an Oozie server record such a progress.
/// When the job is killed, the executor is called once more. This attempt is resumed and already
/// cancelled: its cancellation state is set, but no exception ends it.
bool LivesOutside(const NodeRow& row);

/// Kills a job with RequestKill(). If no engine runs the job and it has effects outside this
/// machine, an engine in this process ends these effects first.
Result<void> KillJob(const hpdl_program& program, StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_LEFTOVERS_H_
