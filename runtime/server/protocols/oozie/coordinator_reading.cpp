#include "runtime/server/protocols/oozie/coordinator_reading.h"

#include <optional>
#include <utility>

#include "runtime/ground/base/text_parts.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

Error NoJob(const std::string& id) {
  return {ErrorClass::kError, "E0604", "Job does not exist [" + id + "]"};
}

/// Opens the journal of a root job that has the given type. Returns the journal with the job's row.
Result<std::pair<std::unique_ptr<Journal>, JobRow>> OpenRoot(StateDirectory& state,
                                                             const std::string& id, JobType type) {
  if (TypeOfId(id) != type || !state.HasJob(id)) {
    return NoJob(id);
  }
  Result<std::unique_ptr<Journal>> journal = state.OpenJob(id, true);
  HPDL_TRY(journal);
  Result<std::vector<JobRow>> rows = (*journal)->Jobs();
  HPDL_TRY(rows);
  for (JobRow& row : *rows) {
    if (row.number == 0 && row.id == id && TypeOf(row.state) == type) {
      return std::pair(std::move(*journal), std::move(row));
    }
  }
  return NoJob(id);
}

}  // namespace

Result<CoordinatorRead> ReadCoordinator(StateDirectory& state, const std::string& id) {
  auto opened = OpenRoot(state, id, JobType::kCoordinator);
  HPDL_TRY(opened);
  Result<std::optional<CoordinatorRow>> row = opened->first->coordinator().Coordinator();
  HPDL_TRY(row);
  return *row ? Result<CoordinatorRead>(CoordinatorRead{
                    std::move(opened->first), std::move(opened->second), std::move(**row)})
              : NoJob(id);
}

Result<BundleRead> ReadBundle(StateDirectory& state, const std::string& id) {
  auto opened = OpenRoot(state, id, JobType::kBundle);
  HPDL_TRY(opened);
  CoordinatorRecords& records = opened->first->coordinator();
  const Result<std::optional<BundleRow>> row = records.Bundle();
  HPDL_TRY(row);
  Result<std::vector<BundledRow>> coordinators = records.Bundled();
  HPDL_TRY(coordinators);
  return *row ? Result<BundleRead>(BundleRead{std::move(opened->first), std::move(opened->second),
                                              **row, std::move(*coordinators)})
              : NoJob(id);
}

Result<ActionName> ReadActionName(const std::string& id) {
  const std::size_t at = id.find('@');
  const std::optional<std::int64_t> number =
      at == std::string::npos ? std::nullopt : ParseNumber(std::string_view(id).substr(at + 1));
  return number ? Result<ActionName>(ActionName{id.substr(0, at), *number}) : NoJob(id);
}

std::string ActionId(std::string_view job, std::int64_t number) {
  return std::string(job).append("@").append(std::to_string(number));
}

Result<CoordinatorActionRow> ReadAction(const CoordinatorRead& coordinator, std::int64_t number) {
  ActionQuery query;
  query.first = query.last = number;
  Result<std::vector<CoordinatorActionRow>> rows = coordinator.records().Actions(query);
  HPDL_TRY(rows);
  return rows->empty()
             ? Error{ErrorClass::kError, "E0605",
                     "Action does not exist [" + ActionId(coordinator.job.id, number) + "]"}
             : Result<CoordinatorActionRow>(std::move(rows->front()));
}

}  // namespace hpdl::rt
