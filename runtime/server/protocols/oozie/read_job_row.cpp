#include "runtime/server/protocols/oozie/read_job_row.h"

namespace hpdl::rt {

Result<JobRow> ReadJobRow(StateDirectory& state, const std::string& id) {
  const Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  const Result<std::unique_ptr<Journal>> journal = state.OpenJob(*root, true);
  HPDL_TRY(journal);
  Result<std::vector<JobRow>> rows = (*journal)->Jobs();
  HPDL_TRY(rows);
  for (JobRow& row : *rows) {
    if (row.id == id) {
      return std::move(row);
    }
  }
  return Error{ErrorClass::kError, "E0604", "Job does not exist [" + id + "]"};
}

}  // namespace hpdl::rt
