#include "runtime/engines/workflow/execute.h"

#include "runtime/engines/workflow/job_rows.h"
#include "runtime/engines/workflow/loop.h"
#include "runtime/engines/workflow/make_job.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/lease_to_run.h"

namespace hpdl::rt {

Result<JobState> ExecuteWith(const hpdl_program& program, StateDirectory& state,
                             const std::string& id, ProgressSink* sink, const ExecuteHooks& hooks) {
  if (hooks.made != nullptr && hooks.made->journal != nullptr) {
    const std::unique_ptr<Lease> lease = std::move(hooks.made->lease);
    Loop loop(program, state, std::move(hooks.made->journal), id, sink, hooks);
    return loop.Run();
  }
  Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  if (*root != id) {
    return Error{ErrorClass::kError, "E0718",
                 "job " + id + " is a sub-workflow job; give the id of its root job, " + *root};
  }
  const Result<std::unique_ptr<Lease>> lease = TakeLeaseToRun(state, id, hooks.woken);
  HPDL_TRY(lease);
  Result<std::unique_ptr<Journal>> journal = state.OpenJob(id, false);
  HPDL_TRY(journal);
  if (hooks.woken) {
    const Result<std::vector<JobRow>> jobs = JobRowsOf(**journal, id);
    HPDL_TRY(jobs);
    const JobRow& row = jobs->front();
    if (row.state != JobState::kRunning && !(IsEnd(row.state) && row.parked)) {
      return row.state;  // the job's state was changed meanwhile by a request
    }
  }
  // The loop is declared after the lease, so the journal is closed before another process may run
  // the job.
  Loop loop(program, state, std::move(*journal), id, sink, hooks);
  return loop.Run();
}

Result<JobState> Execute(const hpdl_program& program, StateDirectory& state, const std::string& id,
                         ProgressSink* sink, const EngineOptions& options) {
  ExecuteHooks hooks;
  static_cast<EngineOptions&>(hooks) = options;
  return ExecuteWith(program, state, id, sink, hooks);
}

void SendNotifications(const hpdl_program& program, StateDirectory& state, const std::string& id) {
  const Result<std::string> root = state.FindRoot(id);
  if (!root) {
    return;
  }
  {
    const Result<std::unique_ptr<Journal>> journal = state.OpenJob(*root, true);
    const Result<NotificationReport> report =
        journal ? (*journal)->Notifications() : Result<NotificationReport>(journal.error());
    const bool may_tell = report && (report->waiting != 0 || program.sla != nullptr);
    if (!may_tell) {
      return;
    }
  }
  ExecuteHooks hooks;
  hooks.only_send = true;
  (void)ExecuteWith(program, state, *root, nullptr, hooks);
}

}  // namespace hpdl::rt
