#include "runtime/engine/job_rows.h"

#include <utility>

namespace hpdl::rt {

Result<std::vector<JobRow>> JobRowsOf(Store& store, const std::string& root) {
  Result<std::vector<JobRow>> jobs = store.Jobs();
  if (jobs && jobs->empty()) {
    return Error{ErrorClass::kError, "E0604", "Job does not exist [" + root + "]"};
  }
  return jobs;
}

Result<OpenedJournal> OpenJournal(StateDirectory& state, const std::string& root, bool read_only) {
  Result<std::unique_ptr<Store>> store = state.OpenJob(root, read_only);
  HPDL_TRY(store);
  Result<std::vector<JobRow>> jobs = JobRowsOf(**store, root);
  HPDL_TRY(jobs);
  return OpenedJournal{std::move(*store), std::move(*jobs)};
}

}  // namespace hpdl::rt
