#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_LEFTOVERS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_LEFTOVERS_H_

#include <string>

#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_abi.h"

/// Effects of a killed job that go on without its engine and are not children of this machine:
/// applications of a cluster, commands on other machines. Whoever ends the job lets the executor
/// end them.
namespace hpdl::rt {

/// Whether the attempt has such an effect: its progress begins with "application_", "remote
/// directory" or "oozie ", which only the frames of stdlib/cluster/application.h and
/// stdlib/remote/remote_command.h and sub-workflows of an Oozie server record. Its executor is
/// called once more when the job is killed: resumed, and with the cancellation in its state already
/// (nothing is thrown for it).
bool LivesOutside(const NodeRow& row);

/// RequestKill(), and where no engine runs the job and it has such effects, first an engine of this
/// process that ends them.
Result<void> KillJob(const hpdl_program& program, StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_LEFTOVERS_H_
