#include "runtime/store/server_records/application_records.h"

#include <utility>

#include "runtime/store/crash_point.h"

namespace hpdl::rt {
namespace {

constexpr const char* kSchema = R"(
CREATE TABLE IF NOT EXISTS deployed(
  name TEXT PRIMARY KEY, owner TEXT NOT NULL, folder TEXT NOT NULL, state INTEGER NOT NULL,
  files INTEGER NOT NULL, bytes INTEGER NOT NULL, created INTEGER NOT NULL,
  modified INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS deployed_job(
  id TEXT PRIMARY KEY, application TEXT NOT NULL, ended INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS deployed_job_open ON deployed_job(application, id) WHERE ended=0;
)";

/// Parameters: ?1 is the state (-1: any state), ?2 is the owner ("": any owner), ?3 is the text
/// ("": any application).
constexpr const char* kWhere =
    " FROM deployed WHERE ?1 IN (-1,state) AND ?2 IN ('',owner) AND "
    "(?3='' OR instr(lower(name),lower(?3))>0)";

DeployedApplication ApplicationOf(const Statement& row) {
  DeployedApplication one;
  one.name = row.Text(0);
  one.owner = row.Text(1);
  one.folder = row.Text(2);
  one.state = static_cast<ApplicationState>(row.Integer(3));
  one.files = row.Integer(4);
  one.bytes = row.Integer(5);
  one.created_ms = row.Integer(6);
  one.modified_ms = row.Integer(7);
  return one;
}

void Bind(const ApplicationFilter& filter, Statement* statement) {
  statement->Bind(filter.state ? static_cast<std::int64_t>(*filter.state) : -1);
  statement->Bind(filter.owner).Bind(filter.text);
}

}  // namespace

Result<std::unique_ptr<ApplicationRecords>> ApplicationRecords::Open(Database& database) {
  HPDL_TRY(database.Execute(kSchema));
  std::unique_ptr<ApplicationRecords> records(new ApplicationRecords);
  const std::string list = std::string("SELECT *") + kWhere + " ORDER BY name LIMIT ?4 OFFSET ?5",
                    count = std::string("SELECT count(*)") + kWhere;
  const std::pair<const char*, Statement*> all[] = {
      {"INSERT INTO deployed VALUES(?,?,?,?,?,?,?,?) ON CONFLICT(name) DO NOTHING RETURNING name",
       &records->add_},
      {"SELECT * FROM deployed WHERE name=?", &records->find_},
      {list.c_str(), &records->list_},
      {count.c_str(), &records->count_},
      {"UPDATE deployed SET state=?,modified=? WHERE name=?", &records->state_},
      {"DELETE FROM deployed WHERE name=?", &records->remove_},
      {"INSERT OR REPLACE INTO deployed_job VALUES(?,?,0)", &records->add_job_},
      {"DELETE FROM deployed_job WHERE id=?", &records->remove_job_},
      {"SELECT application FROM deployed_job WHERE id=?", &records->of_job_},
      {"SELECT id FROM deployed_job WHERE application=? AND ended=0 AND id>? ORDER BY id LIMIT ?",
       &records->open_jobs_},
      {"UPDATE deployed_job SET ended=? WHERE id=?", &records->ended_}};
  for (const auto& [sql, statement] : all) {
    HPDL_TRY(database.Prepare(sql, statement));
  }
  return records;
}

Result<bool> ApplicationRecords::Add(const DeployedApplication& application) {
  add_.Bind(application.name).Bind(application.owner).Bind(application.folder);
  add_.Bind(static_cast<std::int64_t>(application.state)).Bind(application.files);
  add_.Bind(application.bytes).Bind(application.created_ms).Bind(application.modified_ms);
  const Result<bool> row = add_.Step();
  HPDL_TRY(row);
  if (!*row) {
    return false;
  }
  const Result<bool> end = add_.Step();  // ends the statement, which commits the row
  HPDL_TRY(end);
  CrashPoint::AfterServerStep();
  return true;
}

Result<std::optional<DeployedApplication>> ApplicationRecords::Find(std::string_view name) {
  const Result<bool> row = find_.Bind(name).Step();
  HPDL_TRY(row);
  if (!*row) {
    return std::optional<DeployedApplication>();
  }
  std::optional<DeployedApplication> found = ApplicationOf(find_);
  find_.Reset();
  return found;
}

Result<std::vector<DeployedApplication>> ApplicationRecords::List(const ApplicationFilter& filter,
                                                                  std::int64_t offset,
                                                                  std::int64_t limit) {
  std::vector<DeployedApplication> all;
  Bind(filter, &list_);
  list_.Bind(limit).Bind(offset);
  while (true) {
    const Result<bool> row = list_.Step();
    HPDL_TRY(row);
    if (!*row) {
      return all;
    }
    all.push_back(ApplicationOf(list_));
  }
}

Result<std::int64_t> ApplicationRecords::Count(const ApplicationFilter& filter) {
  Bind(filter, &count_);
  const Result<bool> row = count_.Step();
  HPDL_TRY(row);
  const std::int64_t count = *row ? count_.Integer(0) : 0;
  count_.Reset();
  return count;
}

Result<void> ApplicationRecords::SetState(std::string_view name, ApplicationState state,
                                          std::int64_t now_ms) {
  return CrashPoint::AfterStep(
      state_.Bind(static_cast<std::int64_t>(state)).Bind(now_ms).Bind(name).Run());
}

Result<void> ApplicationRecords::Remove(std::string_view name) {
  return CrashPoint::AfterStep(remove_.Bind(name).Run());
}

Result<void> ApplicationRecords::AddJob(std::string_view id, std::string_view application) {
  return add_job_.Bind(id).Bind(application).Run();
}

Result<void> ApplicationRecords::RemoveJob(std::string_view id) {
  return remove_job_.Bind(id).Run();
}

Result<std::string> ApplicationRecords::OfJob(std::string_view id) {
  const Result<bool> row = of_job_.Bind(id).Step();
  HPDL_TRY(row);
  std::string name;
  if (*row) {
    name = of_job_.Text(0);
    of_job_.Reset();
  }
  return name;
}

Result<std::vector<std::string>> ApplicationRecords::OpenJobs(std::string_view application,
                                                              std::string_view after,
                                                              std::int64_t most) {
  std::vector<std::string> ids;
  open_jobs_.Bind(application).Bind(after).Bind(most);
  while (true) {
    const Result<bool> row = open_jobs_.Step();
    HPDL_TRY(row);
    if (!*row) {
      return ids;
    }
    ids.emplace_back(open_jobs_.Text(0));
  }
}

Result<void> ApplicationRecords::SetEnded(std::string_view id, bool ended) {
  return CrashPoint::AfterStep(ended_.Bind(std::int64_t{ended}).Bind(id).Run());
}

}  // namespace hpdl::rt
