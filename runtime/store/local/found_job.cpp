#include "runtime/store/local/found_job.h"

#include <utility>
#include <vector>

#include "runtime/store/journal.h"

namespace hpdl::rt {

Result<FoundJob> FindJob(StateDirectory& state, const std::string& id) {
  const auto journal = state.OpenJob(id, true);
  HPDL_TRY(journal);
  const Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  Result<JobFacts> facts = (*journal)->Facts();
  HPDL_TRY(facts);
  FoundJob found;
  found.facts = std::move(*facts);
  for (const JobRow& job : *jobs) {
    if (job.number == 0) {
      found.root = job;
    }
    if (job.id == id) {
      found.job = job;
    }
  }
  return found.job.id.empty() || found.root.id.empty()
             ? Error{ErrorClass::kError, "E0604", "Job does not exist [" + id + "]"}
             : Result<FoundJob>(std::move(found));
}

}  // namespace hpdl::rt
