#ifndef HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_COLUMNS_H_
#define HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_COLUMNS_H_

#include <string>

#include "runtime/store/catalogue.h"
#include "runtime/store/sqlite/rows.h"

/// What the catalogue's writing and its search know of its tables.
namespace hpdl::rt::catalogue {

/// What `tally` counts by, and the way along an index that begins with it.
enum Field : int { kAll, kUser, kGroup, kName, kFields };

/// Root id and the columns of VisitJob().
#define HPDL_JOB_COLUMNS                                                                        \
  "root_id, number, id, parent, parent_node, workflow, dialect, app_name, app_path, user, grp," \
  " state, run, created, started, ended, modified, error_code, error_message, last_error_node," \
  " suspended_by, parked, callback_hash"
inline constexpr const char* kSelect = "SELECT " HPDL_JOB_COLUMNS " FROM job ";

/// The row that a query by kSelect stands at.
inline CatalogueEntry EntryOf(Statement& query) {
  CatalogueEntry entry;
  ColumnReader reader(query);
  reader(entry.root_id);
  VisitJob(entry.job, reader);
  reader(entry.job.parked);
  reader(entry.job.callback_hash);
  return entry;
}

/// What a job is counted under; null for all jobs.
inline const std::string* ValueOf(const JobRow& job, int field) {
  const std::string* const values[] = {nullptr, &job.user, &job.group, &job.app_name};
  return values[field];
}

}  // namespace hpdl::rt::catalogue

#endif  // HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_COLUMNS_H_
