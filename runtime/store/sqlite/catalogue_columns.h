#ifndef HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_COLUMNS_H_
#define HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_COLUMNS_H_

#include <string>

#include "runtime/store/catalogue.h"
#include "runtime/store/sqlite/rows.h"

/// Names of the catalogue's tables and columns that both writing and searching use.
namespace hpdl::rt::catalogue {

/// The fields by which `tally` counts jobs. Each field also stands for the index that begins with
/// it.
enum Field : int { kAll, kUser, kGroup, kName, kFields };

/// The root id and the columns that VisitJob() visits.
#define HPDL_JOB_COLUMNS                                                                        \
  "root_id, number, id, parent, parent_node, workflow, dialect, app_name, app_path, user, grp," \
  " state, run, created, started, ended, modified, error_code, error_message, last_error_node," \
  " suspended_by, parked, callback_hash"
inline constexpr const char* kSelect = "SELECT " HPDL_JOB_COLUMNS " FROM job ";

/// Returns the current row of a query that began with kSelect.
inline CatalogueEntry EntryOf(Statement& query) {
  CatalogueEntry entry;
  ColumnReader reader(query);
  reader(entry.root_id);
  VisitJob(entry.job, reader);
  reader(entry.job.parked);
  reader(entry.job.callback_hash);
  return entry;
}

/// Returns the value of a field under which a job is counted; null for kAll.
inline const std::string* ValueOf(const JobRow& job, int field) {
  const std::string* const values[] = {nullptr, &job.user, &job.group, &job.app_name};
  return values[field];
}

}  // namespace hpdl::rt::catalogue

#endif  // HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_COLUMNS_H_
