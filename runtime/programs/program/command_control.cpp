#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/workflow/leftovers.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/coordinator_commands.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {

int ReportState(Invocation& call, StateDirectory& state, const std::string& id) {
  const Result<JobReport> report = LoadJob(state, id, {});
  if (!report) {
    return call.Refuse(kExitFailed, report.error());
  }
  const JobRow& job = report->main.job;
  const std::string_view name = StateName(job.state, job.dialect);
  if (call.json()) {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1}).Member("id", id).Member("status", name);
    call.out.Line(json.EndObject().text());
  } else {
    call.out.Line(id + " " + std::string(name));
  }
  return kExitDone;
}

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
