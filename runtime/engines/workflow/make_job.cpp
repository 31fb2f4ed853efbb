#include "runtime/engines/workflow/make_job.h"

#include <memory>
#include <utility>
#include <vector>

#include "runtime/store/job_ids.h"
#include "runtime/store/lease.h"

namespace hpdl::rt {
namespace {

Result<std::vector<JobRow>> JobsOf(StateDirectory& state, const std::string& id) {
  const Result<std::unique_ptr<Journal>> journal = state.OpenJob(id, true);
  return journal ? (*journal)->Jobs() : Result<std::vector<JobRow>>(journal.error());
}

/// True if the job already exists. Removes an incomplete job whose process died while it made the
/// job. Waits for the lease only if the job's first rows are missing, because a complete job may
/// run for a long time.
Result<bool> IsMade(StateDirectory& state, const std::string& id) {
  if (!IsJobId(id)) {
    return Error{
        ErrorClass::kError, "E0604",
        "'" + id + "' is not a job id; an id has a number and words, such as 0000012-nightly-W"};
  }
  if (!state.HasJob(id)) {
    return false;
  }
  if (const Result<std::vector<JobRow>> made = JobsOf(state, id); made && !made->empty()) {
    return true;
  }
  const Result<std::unique_ptr<Lease>> lease = state.TakeLease(id, true);
  HPDL_TRY(lease);
  const Result<std::vector<JobRow>> jobs = JobsOf(state, id);
  if (jobs && !jobs->empty()) {
    return true;
  }
  if (!jobs && jobs.error().error_class != ErrorClass::kCorruptStore) {
    return jobs.error();
  }
  HPDL_TRY(state.RemoveJob(id));
  return false;
}

}  // namespace

Result<std::string> MakeJob(StateDirectory& state, const NewJob& job, MadeJob* kept) {
  Result<std::string> id = job.id.empty() ? state.NewJobId(job.user, job.type) : job.id;
  HPDL_TRY(id);
  std::unique_ptr<Lease> alone;
  if (!job.id.empty()) {
    Result<std::unique_ptr<Lease>> making = state.TakeMaking(*id);
    HPDL_TRY(making);
    alone = std::move(*making);
    const Result<bool> there = IsMade(state, *id);
    HPDL_TRY(there);
    if (*there) {
      return id;
    }
  }
  Result<std::unique_ptr<Journal>> journal = state.CreateJob(*id);
  HPDL_TRY(journal);
  Result<std::unique_ptr<Lease>> lease = state.TakeLease(*id);
  const Result<void> recorded = lease ? job.record(**journal, *id) : Result<void>(lease.error());
  if (recorded && kept != nullptr) {
    kept->lease = std::move(*lease);
    kept->journal = std::move(*journal);
    return id;
  }
  journal->reset();
  if (!recorded) {
    (void)state.RemoveJob(*id);  // the job was never visible to other processes
    return recorded.error();
  }
  return id;
}

}  // namespace hpdl::rt
