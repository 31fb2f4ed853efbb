#include "runtime/engines/workflow/job_rows.h"

#include <utility>

namespace hpdl::rt {

Result<std::vector<JobRow>> JobRowsOf(Journal& journal, const std::string& root) {
  Result<std::vector<JobRow>> jobs = journal.Jobs();
  if (jobs && jobs->empty()) {
    return Error{ErrorClass::kError, "E0604", "Job does not exist [" + root + "]"};
  }
  return jobs;
}

Result<OpenedJournal> OpenJournal(StateDirectory& state, const std::string& root, bool read_only) {
  Result<std::unique_ptr<Journal>> journal = state.OpenJob(root, read_only);
  HPDL_TRY(journal);
  Result<std::vector<JobRow>> jobs = JobRowsOf(**journal, root);
  HPDL_TRY(jobs);
  return OpenedJournal{std::move(*journal), std::move(*jobs)};
}

}  // namespace hpdl::rt
