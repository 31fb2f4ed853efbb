#include "runtime/store/sqlite/catalogue_table.h"

#include <utility>

#include "runtime/ground/base/boot_id.h"
#include "runtime/store/sqlite/catalogue_columns.h"
#include "runtime/store/sqlite/schema.h"

namespace hpdl::rt {
namespace {

using catalogue::EntryOf;
using catalogue::kSelect;

constexpr int kNeverMs = 0;
constexpr int kLongMs = 120'000;  ///< the time limit of Wait::kLong; another program can read
                                  ///< 100,000 journals in this time
constexpr const char* kPut = "INSERT OR REPLACE INTO job(" HPDL_JOB_COLUMNS
                             ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

/// Returns the id of the machine's current boot. SetFilled() stores this id in `meta`.
const std::string& Boot() {
  static const std::string boot = BootId() + "\n";
  return boot;
}

}  // namespace

CatalogueTable::Writing::~Writing() {
  if (open_) {
    (void)database_.Execute("ROLLBACK");
  }
}

CatalogueTable::Reading::~Reading() {
  if (open_) {
    (void)database_.Execute("COMMIT");
  }
}

Result<void> CatalogueTable::Reading::Begin() {
  HPDL_TRY(database_.Execute("BEGIN"));
  open_ = true;
  return {};
}

Result<void> CatalogueTable::Writing::Begin() {
  HPDL_TRY(database_.Execute("BEGIN IMMEDIATE"));
  open_ = true;
  return {};
}

Result<void> CatalogueTable::Writing::Commit() {
  HPDL_TRY(database_.Execute("COMMIT"));
  open_ = false;
  return {};
}

Result<std::unique_ptr<CatalogueTable>> CatalogueTable::Open(const std::string& path, Wait wait) {
  Result<std::unique_ptr<Database>> database = Database::Open(path, Database::Mode::kReadWrite);
  HPDL_TRY(database);
  (*database)->SetPatience(wait == Wait::kLong ? kLongMs : kNeverMs);
  HPDL_TRY((*database)->Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"));
  return std::unique_ptr<CatalogueTable>(new CatalogueTable(std::move(*database)));
}

void CatalogueTable::SetWait(Wait wait) {
  database_->SetPatience(wait == Wait::kLong ? kLongMs : kNeverMs);
}

Result<bool> CatalogueTable::IsFilled() {
  Statement version;
  HPDL_TRY(database_->Prepare("PRAGMA user_version", &version));
  Result<bool> row = version.Step();
  HPDL_TRY(row);
  const bool made = version.Integer(0) == store_schema::kCatalogueVersion;
  version.Reset();
  if (!made) {
    return false;
  }
  Statement boot;
  HPDL_TRY(database_->Prepare("SELECT value FROM meta WHERE key='boot'", &boot));
  row = boot.Step();
  HPDL_TRY(row);
  const bool filled = *row && boot.Text(0) == Boot();
  boot.Reset();
  return filled;
}

Result<void> CatalogueTable::Clear() {
  HPDL_TRY(database_->Execute(store_schema::kCatalogueTables));
  return database_->Execute("DELETE FROM meta; DELETE FROM job; DELETE FROM tally;");
}

Result<void> CatalogueTable::SetFilled() {
  Statement put;
  HPDL_TRY(database_->Prepare("INSERT INTO meta VALUES('boot', ?)", &put));
  HPDL_TRY(put.Bind(Boot()).Run());
  const std::string version =
      "PRAGMA user_version=" + std::to_string(store_schema::kCatalogueVersion);
  return database_->Execute(version.c_str());
}

/// Prepares a statement once for the life of the database.
Result<void> CatalogueTable::Prepare(const char* sql, Statement* statement) {
  return statement->prepared() ? Result<void>() : database_->Prepare(sql, statement);
}

/// Adds a root job to the counts (`by` is 1) or subtracts it from them (`by` is -1).
Result<void> CatalogueTable::Tally(const JobRow& row, std::int64_t by) {
  HPDL_TRY(Prepare("INSERT OR IGNORE INTO tally VALUES(?,?,?,0)", &make_tally_));
  HPDL_TRY(Prepare("UPDATE tally SET jobs=jobs+? WHERE field=? AND value=? AND state=?", &tally_));
  for (int field = catalogue::kAll; field < catalogue::kFields; ++field) {
    const std::string* value = catalogue::ValueOf(row, field);
    const std::string_view text = value == nullptr ? std::string_view() : *value;
    const auto state = static_cast<std::int64_t>(row.state);
    if (by > 0) {
      HPDL_TRY(make_tally_.Bind(field).Bind(text).Bind(state).Run());
    }
    HPDL_TRY(tally_.Bind(by).Bind(field).Bind(text).Bind(state).Run());
  }
  return {};
}

Result<void> CatalogueTable::Put(const std::string& root_id, const std::vector<JobRow>& rows) {
  HPDL_TRY(Prepare("SELECT user, grp, app_name, state FROM job WHERE root_id=? AND number=0",
                   &find_root_));
  HPDL_TRY(Prepare(kPut, &put_));
  for (const JobRow& row : rows) {
    if (row.number == 0) {
      Result<bool> known = find_root_.Bind(root_id).Step();
      HPDL_TRY(known);
      if (*known) {
        JobRow before;
        before.user = find_root_.Text(0);
        before.group = find_root_.Text(1);
        before.app_name = find_root_.Text(2);
        before.state = static_cast<JobState>(find_root_.Integer(3));
        find_root_.Reset();
        HPDL_TRY(Tally(before, -1));
      }
      HPDL_TRY(Tally(row, 1));
    }
    ColumnBinder binder(put_);
    binder(root_id);
    VisitJob(row, binder);
    binder(row.parked);
    binder(row.callback_hash);
    HPDL_TRY(put_.Run());
  }
  return {};
}

Result<void> CatalogueTable::Remove(const std::string& root_id) {
  Statement find, drop;
  HPDL_TRY(
      database_->Prepare((std::string(kSelect) + "WHERE root_id=? AND number=0").c_str(), &find));
  Result<bool> known = find.Bind(root_id).Step();
  HPDL_TRY(known);
  if (*known) {
    const CatalogueEntry entry = EntryOf(find);
    find.Reset();
    HPDL_TRY(Tally(entry.job, -1));
  }
  HPDL_TRY(database_->Prepare("DELETE FROM job WHERE root_id=?", &drop));
  return drop.Bind(root_id).Run();
}

Result<std::vector<CatalogueEntry>> CatalogueTable::AllOf(Statement& query) {
  std::vector<CatalogueEntry> entries;
  while (true) {
    const Result<bool> more = query.Step();
    HPDL_TRY(more);
    if (!*more) {
      return entries;
    }
    entries.push_back(EntryOf(query));
  }
}

Result<std::vector<CatalogueEntry>> CatalogueTable::Beginning(const std::string& prefix) {
  // Ids are ASCII, so 0x7f comes after every character that can follow the prefix.
  const std::string end = prefix + "\x7f";
  Statement query;
  HPDL_TRY(database_->Prepare((std::string(kSelect) + "WHERE id>=? AND id<? ORDER BY id").c_str(),
                              &query));
  return AllOf(query.Bind(prefix).Bind(end));
}

Result<std::vector<CatalogueEntry>> CatalogueTable::Parked(const ParkedPlace& after,
                                                           std::size_t most) {
  Statement query;
  const std::string sql =
      std::string(kSelect) +
      "INDEXED BY job_parked WHERE parked IS NOT NULL AND (modified, id)>(?, ?) "
      "ORDER BY modified, id LIMIT ?";
  HPDL_TRY(database_->Prepare(sql.c_str(), &query));
  const auto limit = static_cast<std::int64_t>(most);
  return AllOf(query.Bind(after.modified_ms).Bind(after.id).Bind(limit));
}

Result<std::vector<JobStateNow>> CatalogueTable::States(const std::vector<std::string>& ids,
                                                        std::int64_t changed_from_ms) {
  std::vector<JobStateNow> states;
  const auto take = [&](Statement& query) -> Result<void> {
    while (true) {
      const Result<bool> more = query.Step();
      HPDL_TRY(more);
      if (!*more) {
        return {};
      }
      states.push_back({std::string(query.Text(0)), static_cast<JobState>(query.Integer(1))});
    }
  };
  // This index has all columns that the query reads, so the table itself is not read.
  Statement changed, one;
  HPDL_TRY(database_->Prepare(
      "SELECT id, state FROM job INDEXED BY job_modified WHERE number=0 AND modified>=?",
      &changed));
  HPDL_TRY(take(changed.Bind(changed_from_ms)));
  HPDL_TRY(database_->Prepare("SELECT id, state FROM job WHERE id=?", &one));
  for (const std::string& id : ids) {
    HPDL_TRY(take(one.Bind(id)));
  }
  return states;
}

Result<std::string> CatalogueTable::RootOf(std::string_view id) {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT root_id FROM job WHERE id=?", &query));
  Result<bool> row = query.Bind(id).Step();
  HPDL_TRY(row);
  std::string root(*row ? query.Text(0) : std::string_view());
  query.Reset();
  return root;
}

}  // namespace hpdl::rt
