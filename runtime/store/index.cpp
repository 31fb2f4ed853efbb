#include "runtime/store/index.h"

#include <unistd.h>

#include "runtime/store/rows.h"
#include "runtime/store/schema.h"

namespace hpdl::rt {
namespace {

Result<std::int64_t> Version(Database& database) {
  Statement query;
  HPDL_TRY(database.Prepare("PRAGMA user_version", &query));
  Result<bool> row = query.Step();
  if (!row) {
    return row.error();
  }
  const std::int64_t version = query.Integer(0);
  query.Reset();
  return version;
}

}  // namespace

Result<std::unique_ptr<JobIndex>> JobIndex::Open(const std::string& path, bool* fresh) {
  *fresh = false;
  for (int attempt = 0; attempt < 2; ++attempt) {
    Result<std::unique_ptr<Database>> opened = Database::Open(path, Database::Mode::kCreate);
    if (!opened) {
      return opened.error();
    }
    Database& database = **opened;
    Result<void> ready = database.Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;");
    Result<std::int64_t> version = ready ? Version(database) : Result<std::int64_t>(ready.error());
    if (version && *version == store_schema::kIndexVersion) {
      return std::unique_ptr<JobIndex>(new JobIndex(std::move(*opened)));
    }
    if (version && *version == 0) {
      const std::string sql = "BEGIN IMMEDIATE;" + std::string(store_schema::kIndexTables) +
                              "PRAGMA user_version=" + std::to_string(store_schema::kIndexVersion) +
                              ";COMMIT;";
      // Two processes may make it at the same time: the second finds the tables there.
      if (!database.Execute(sql.c_str())) {
        (void)database.Execute("ROLLBACK");
        continue;
      }
      *fresh = true;
      return std::unique_ptr<JobIndex>(new JobIndex(std::move(*opened)));
    }
    if (!version && version.error().error_class != ErrorClass::kCorruptStore) {
      return version.error();
    }
    opened->reset();
    for (const char* suffix : {"", "-wal", "-shm"}) {
      unlink((path + suffix).c_str());
    }
  }
  return Error{ErrorClass::kFatal, "E0713", path + " cannot be made"};
}

Result<void> JobIndex::Remove(std::string_view root_id) {
  Statement drop;
  HPDL_TRY(database_->Prepare("DELETE FROM job WHERE root_id=?", &drop));
  return drop.Bind(root_id).Run();
}

Result<void> JobIndex::Update(const std::string& root_id, const std::vector<JobRow>& jobs) {
  HPDL_TRY(database_->Execute("BEGIN IMMEDIATE"));
  Statement put;
  Result<void> done = database_->Prepare(
      "INSERT OR REPLACE INTO job VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", &put);
  for (const JobRow& row : jobs) {
    if (!done) {
      break;
    }
    ColumnBinder binder(put);
    binder(root_id);
    VisitJob(row, binder);
    done = put.Run();
  }
  if (done) {
    done = database_->Execute("COMMIT");
  }
  if (!done) {
    (void)database_->Execute("ROLLBACK");
  }
  return done;
}

Result<std::vector<IndexEntry>> JobIndex::List() {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT * FROM job ORDER BY root_id, number", &query));
  std::vector<IndexEntry> entries;
  while (true) {
    Result<bool> more = query.Step();
    if (!more) {
      return more.error();
    }
    if (!*more) {
      return entries;
    }
    ColumnReader reader(query);
    IndexEntry& entry = entries.emplace_back();
    reader(entry.root_id);
    VisitJob(entry.job, reader);
  }
}

Result<std::string> JobIndex::FindRoot(std::string_view id) {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT root_id FROM job WHERE id=?", &query));
  Result<bool> row = query.Bind(id).Step();
  if (!row) {
    return row.error();
  }
  std::string root(*row ? query.Text(0) : std::string_view());
  query.Reset();
  return root;
}

}  // namespace hpdl::rt
