#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/workflow/leftovers.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/coordinator_commands.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {

namespace {

template <class Request>
int Ask(Invocation& call, Request request) {
  const Result<OpenedJob> job = OpenWorkflowOf(call, call.line.operands[0]);
  if (!job) {
    return call.Refuse(kExitFailed, job.error());
  }
  if (const Result<void> done = request(*job->state, job->id); !done) {
    return call.Refuse(kExitFailed, done.error());
  }
  SendNotifications(call.program, *job->state, job->id);
  return ReportState(call, *job->state, job->id);
}

}  // namespace

int SuspendCommand(Invocation& call) {
  if (IsForCoordination(call)) {
    return call.program.coordination->commands->suspend(call);
  }
  return Ask(call, RequestSuspend);
}
int KillCommand(Invocation& call) {
  if (IsForCoordination(call)) {
    return call.program.coordination->commands->kill(call);
  }
  return Ask(call, [&](StateDirectory& state, const std::string& id) {
    return KillJob(call.program, state, id);
  });
}

int RetryCommand(Invocation& call) {
  return Ask(call, [&](StateDirectory& state, const std::string& id) {
    return RequestRetry(state, id, call.line.operands[1]);
  });
}

}  // namespace hpdl::rt
