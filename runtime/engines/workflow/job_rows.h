#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_ROWS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_ROWS_H_

#include <memory>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Returns the rows of all jobs in the journal of the root job `root`. The first row is the row of
/// the root job. Returns "E0604" if there are no rows.
Result<std::vector<JobRow>> JobRowsOf(Journal& journal, const std::string& root);

/// An open journal and its jobs.
struct OpenedJournal {
  std::unique_ptr<Journal> journal;
  std::vector<JobRow> jobs;  ///< the root job first; never empty
  const JobRow& root() const { return jobs.front(); }
};
Result<OpenedJournal> OpenJournal(StateDirectory& state, const std::string& root, bool read_only);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_ROWS_H_
