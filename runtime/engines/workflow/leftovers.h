#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_LEFTOVERS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_LEFTOVERS_H_

#include <string>

#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_abi.h"

/// Stops the effects outside this machine when their job is killed: applications of a cluster and
/// commands on other machines. These effects would continue without the job's engine. The engine
/// that ends the job calls the executor, which stops the effect.
namespace hpdl::rt {

/// True if the attempt has an effect outside this machine. Its progress then begins with
/// "application_", "remote directory" or "oozie ". Only stdlib/cluster/application.h,
/// stdlib/remote/remote_command.h and sub-workflows of an Oozie server record this progress. When
/// the job is killed, the executor is called again for the attempt. The attempt is then cancelled
/// from the beginning: the cancellation state is set, but no exception is thrown.
bool LivesOutside(const NodeRow& row);

/// Kills a job with RequestKill(). If no engine runs the job and the job has effects outside this
/// machine, an engine in this process first stops these effects.
Result<void> KillJob(const hpdl_program& program, StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_LEFTOVERS_H_
