#include "runtime/store/server_records/server_records.h"

#include "runtime/store/crash_point.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

/// synchronous=EXTRA applies until the database has a WAL. The change to WAL makes and removes a
/// rollback journal. Without EXTRA, a power cut may bring this rollback journal back. SQLite then
/// restores the empty file from it, and throws away the WAL, because the file is empty.
constexpr const char* kServerSchema = R"(
PRAGMA synchronous=EXTRA;
PRAGMA journal_mode=WAL;
PRAGMA synchronous=FULL;
CREATE TABLE IF NOT EXISTS job(
  id TEXT PRIMARY KEY, user TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL,
  program TEXT NOT NULL, properties TEXT, wanted INTEGER NOT NULL, crashes INTEGER NOT NULL,
  mark TEXT NOT NULL) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS job_key ON job(user, key) WHERE key<>'';
CREATE INDEX IF NOT EXISTS job_unsettled ON job(id) WHERE wanted<>0 OR properties IS NOT NULL;
CREATE TABLE IF NOT EXISTS origin(
  id TEXT PRIMARY KEY, user TEXT NOT NULL, external TEXT NOT NULL, parent TEXT NOT NULL)
  WITHOUT ROWID;
DROP INDEX IF EXISTS origin_external;
CREATE INDEX IF NOT EXISTS origin_externals ON origin(external, user) WHERE external<>'';
CREATE INDEX IF NOT EXISTS origin_parent ON origin(parent) WHERE parent<>'';
CREATE TABLE IF NOT EXISTS asked(id TEXT PRIMARY KEY, verb TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS application(hash TEXT PRIMARY KEY, program TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS part(
  application TEXT NOT NULL, place TEXT NOT NULL, hash TEXT NOT NULL,
  PRIMARY KEY(application, place)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS warnings(application TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
)";

constexpr const char* kSelectJob =
    "SELECT id,job.user,key,digest,program,properties,wanted,crashes,mark,coalesce(external,''),"
    "coalesce(parent,'') FROM job LEFT JOIN origin USING(id) WHERE ";

ServedJob JobOf(const Statement& row) {
  ServedJob job;
  int at = 0;
  for (std::string* text : {&job.id, &job.user, &job.key, &job.digest, &job.program}) {
    *text = row.Text(at++);
  }
  if (!row.IsNull(at)) {
    job.properties = row.Text(at);
  }
  job.wanted = row.Integer(++at) != 0;
  job.crashes = row.Integer(++at);
  job.mark = row.Text(++at);
  job.external = row.Text(++at);
  job.parent = row.Text(++at);
  return job;
}

}  // namespace

Result<std::unique_ptr<ServerRecords>> ServerRecords::Open(const StateDirectory& state) {
  const std::string path = state.name() + "/server.db";
  HPDL_TRY(MakePrivateFile(path));
  std::unique_ptr<ServerRecords> records(new ServerRecords);
  Result<std::unique_ptr<Database>> database = Database::Open(path, Database::Mode::kCreate);
  HPDL_TRY(database);
  records->database_ = std::move(*database);
  HPDL_TRY(records->database_->Execute(kServerSchema));
  const std::string select = kSelectJob;
  const std::string find = select + "id=?", find_key = select + "job.user=? AND key=? AND key<>''",
                    any_key = select + "key=? AND key<>'' LIMIT 1",
                    external = select +
                               "external=?1 AND external<>'' AND ?2 IN ('',origin.user) "
                               "ORDER BY id DESC LIMIT 1",
                    open = select + "wanted<>0 OR properties IS NOT NULL ORDER BY id";
  const std::pair<const char*, Statement*> all[] = {
      {"INSERT INTO job VALUES(?,?,?,?,?,?,?,?,?)", &records->add_},
      {"INSERT INTO origin VALUES(?,?,?,?)", &records->add_origin_},
      {find.c_str(), &records->find_},
      {find_key.c_str(), &records->find_key_},
      {any_key.c_str(), &records->find_any_key_},
      {external.c_str(), &records->find_external_},
      {"SELECT id FROM origin WHERE parent=? AND parent<>'' ORDER BY id", &records->children_},
      {open.c_str(), &records->unsettled_},
      {"UPDATE job SET properties=NULL WHERE id=?", &records->made_},
      {"UPDATE job SET properties=NULL,wanted=0 WHERE id=?", &records->over_},
      {"DELETE FROM job WHERE id=?", &records->remove_},
      {"DELETE FROM origin WHERE id=?", &records->remove_origin_},
      {"INSERT INTO job VALUES(?,'','','','',NULL,1,0,'') "
       "ON CONFLICT(id) DO UPDATE SET wanted=1,crashes=0,mark=''",
       &records->want_},
      {"UPDATE job SET wanted=0 WHERE id=?", &records->unwant_},
      {"DELETE FROM job WHERE id=? AND key='' AND properties IS NULL "
       "AND id NOT IN (SELECT id FROM origin) RETURNING id",
       &records->forget_},
      {"UPDATE job SET crashes=?,mark=? WHERE id=?", &records->crash_},
      {"SELECT program FROM application WHERE hash=?", &records->program_},
      {"INSERT INTO application VALUES(?,?) ON CONFLICT(hash) DO UPDATE SET "
       "program=excluded.program",
       &records->put_program_},
      {"DELETE FROM job WHERE id=? AND wanted=0 AND properties IS NULL", &records->settled_},
      {"DELETE FROM application WHERE program=?", &records->drop_program_},
      {"DELETE FROM part WHERE application IN (SELECT hash FROM application WHERE program=?)",
       &records->drop_parts_},
      {"DELETE FROM warnings WHERE application IN (SELECT hash FROM application WHERE program=?)",
       &records->drop_warnings_},
      {"INSERT INTO asked VALUES(?,?) ON CONFLICT(id) DO UPDATE SET verb=excluded.verb",
       &records->ask_},
      {"SELECT verb FROM asked WHERE id=?", &records->asked_of_},
      {"SELECT id,verb FROM asked ORDER BY id", &records->asked_},
      {"DELETE FROM asked WHERE id=?1 AND ?2 IN ('',verb)", &records->clear_asked_},
      {"SELECT place,hash FROM part WHERE application=?", &records->parts_},
      {"INSERT INTO part VALUES(?,?,?)", &records->put_part_},
      {"DELETE FROM part WHERE application=?", &records->remove_parts_},
      {"SELECT text FROM warnings WHERE application=?", &records->warnings_},
      {"INSERT INTO warnings VALUES(?,?)", &records->put_warnings_},
      {"DELETE FROM warnings WHERE application=?", &records->remove_warnings_}};
  for (const auto& [sql, statement] : all) {
    HPDL_TRY(records->database_->Prepare(sql, statement));
  }
  Result<std::unique_ptr<ApplicationRecords>> applications =
      ApplicationRecords::Open(*records->database_);
  HPDL_TRY(applications);
  records->applications_ = std::move(*applications);
  return records;
}

Result<void> ServerRecords::Add(const ServedJob& job) {
  const bool originates = !job.external.empty() || !job.parent.empty();
  if (!originates && job.application.empty()) {
    return CrashPoint::AfterStep(AddRow(job));
  }
  return Together([&]() -> Result<void> {
    HPDL_TRY(AddRow(job));
    if (!job.application.empty()) {
      HPDL_TRY(applications_->AddJob(job.id, job.application));
    }
    if (!originates) {
      return {};
    }
    for (const std::string* text : {&job.id, &job.user, &job.external, &job.parent}) {
      add_origin_.Bind(*text);
    }
    return add_origin_.Run();
  });
}

Result<void> ServerRecords::Together(const std::function<Result<void>()>& changes) {
  HPDL_TRY(database_->Execute("BEGIN IMMEDIATE"));
  Result<void> done = changes();
  if (done) {
    done = database_->Execute("COMMIT");
  }
  if (!done) {
    (void)database_->Execute("ROLLBACK");
  }
  return CrashPoint::AfterStep(done);
}

Result<void> ServerRecords::Noted(const std::function<Result<void>()>& change) {
  HPDL_TRY(database_->Execute("PRAGMA synchronous=NORMAL"));
  const Result<void> done = change();
  HPDL_TRY(database_->Execute("PRAGMA synchronous=FULL"));
  return CrashPoint::AfterStep(done);
}

Result<void> ServerRecords::AddRow(const ServedJob& job) {
  for (const std::string* text : {&job.id, &job.user, &job.key, &job.digest, &job.program}) {
    add_.Bind(*text);
  }
  if (job.properties) {
    add_.Bind(*job.properties);
  } else {
    add_.BindNull();
  }
  return add_.Bind(std::int64_t{job.wanted}).Bind(job.crashes).Bind(job.mark).Run();
}

Result<std::optional<ServedJob>> ServerRecords::One(Statement& statement) {
  const Result<bool> row = statement.Step();
  HPDL_TRY(row);
  if (!*row) {
    return std::optional<ServedJob>();
  }
  std::optional<ServedJob> job = JobOf(statement);
  statement.Reset();
  return job;
}

Result<std::optional<ServedJob>> ServerRecords::Find(std::string_view id) {
  return One(find_.Bind(id));
}

Result<std::optional<ServedJob>> ServerRecords::FindKey(std::string_view user,
                                                        std::string_view key) {
  return One(find_key_.Bind(user).Bind(key));
}

Result<std::optional<ServedJob>> ServerRecords::FindAnyKey(std::string_view key) {
  return One(find_any_key_.Bind(key));
}

Result<std::optional<ServedJob>> ServerRecords::FindExternal(std::string_view user,
                                                             std::string_view external) {
  return One(find_external_.Bind(external).Bind(user));
}

Result<std::vector<std::string>> ServerRecords::Children(std::string_view parent) {
  std::vector<std::string> ids;
  children_.Bind(parent);
  while (true) {
    const Result<bool> row = children_.Step();
    HPDL_TRY(row);
    if (!*row) {
      return ids;
    }
    ids.emplace_back(children_.Text(0));
  }
}

Result<void> ServerRecords::SetMade(std::string_view id) {
  return Noted([&] { return made_.Bind(id).Run(); });
}

Result<void> ServerRecords::SetOver(std::string_view id) {
  return Noted([&]() -> Result<void> {
    HPDL_TRY(over_.Bind(id).Run());
    const Result<bool> gone = forget_.Bind(id).Step();
    HPDL_TRY(gone);
    if (*gone) {
      forget_.Reset();
    }
    return {};
  });
}

Result<void> ServerRecords::Remove(std::string_view id) {
  return Together([&]() -> Result<void> {
    HPDL_TRY(remove_origin_.Bind(id).Run());
    HPDL_TRY(applications_->RemoveJob(id));
    return remove_.Bind(id).Run();
  });
}

Result<void> ServerRecords::SetWanted(std::string_view id, bool wanted) {
  if (wanted) {
    return CrashPoint::AfterStep(want_.Bind(id).Run());
  }
  return Noted([&]() -> Result<void> {
    const Result<bool> gone = forget_.Bind(id).Step();
    HPDL_TRY(gone);
    if (*gone) {
      forget_.Reset();
      return {};
    }
    return unwant_.Bind(id).Run();
  });
}

Result<void> ServerRecords::SetCrashes(std::string_view id, std::int64_t crashes,
                                       std::string_view mark) {
  return CrashPoint::AfterStep(crash_.Bind(crashes).Bind(mark).Bind(id).Run());
}

Result<void> ServerRecords::SetAsked(std::string_view id, std::string_view verb) {
  return CrashPoint::AfterStep(ask_.Bind(id).Bind(verb).Run());
}

Result<void> ServerRecords::ClearAsked(std::string_view id, std::string_view verb) {
  return CrashPoint::AfterStep(clear_asked_.Bind(id).Bind(verb).Run());
}

Result<std::string> ServerRecords::AskedOf(std::string_view id) {
  asked_of_.Bind(id);
  const Result<bool> row = asked_of_.Step();
  HPDL_TRY(row);
  std::string verb(*row ? asked_of_.Text(0) : "");
  asked_of_.Reset();
  return verb;
}

Result<std::map<std::string, std::string>> ServerRecords::Asked() {
  std::map<std::string, std::string> verbs;
  while (true) {
    const Result<bool> row = asked_.Step();
    HPDL_TRY(row);
    if (!*row) {
      return verbs;
    }
    verbs.emplace(asked_.Text(0), asked_.Text(1));
  }
}

Result<std::vector<ServedJob>> ServerRecords::Unsettled() {
  std::vector<ServedJob> jobs;
  while (true) {
    const Result<bool> row = unsettled_.Step();
    HPDL_TRY(row);
    if (!*row) {
      return jobs;
    }
    jobs.push_back(JobOf(unsettled_));
  }
}

Result<std::set<std::string>> ServerRecords::RemoveSettled(const std::vector<std::string>& ids) {
  std::set<std::string> left;
  HPDL_TRY(database_->Execute("BEGIN IMMEDIATE"));
  Result<void> done;
  for (std::size_t i = 0; done && i < ids.size(); ++i) {
    done = settled_.Bind(ids[i]).Run();
    const Result<std::optional<ServedJob>> found = done ? Find(ids[i]) : done.error();
    done = found ? Result<void>() : Result<void>(found.error());
    if (found && *found) {
      left.insert(ids[i]);
    } else if (done) {
      done = remove_origin_.Bind(ids[i]).Run();
      done = done ? applications_->RemoveJob(ids[i]) : done;
    }
  }
  done = done ? database_->Execute("COMMIT") : done;
  if (!done) {
    (void)database_->Execute("ROLLBACK");
    return done.error();
  }
  return left;
}

Result<bool> ServerRecords::DropProgram(std::string_view program) {
  const Result<std::vector<ServedJob>> jobs = Unsettled();
  HPDL_TRY(jobs);
  for (const ServedJob& job : *jobs) {
    if (job.program == program) {
      return false;
    }
  }
  HPDL_TRY(drop_parts_.Bind(program).Run());
  HPDL_TRY(drop_warnings_.Bind(program).Run());
  HPDL_TRY(drop_program_.Bind(program).Run());
  return true;
}

Result<std::string> ServerRecords::FindProgram(std::string_view application) {
  const Result<bool> row = program_.Bind(application).Step();
  HPDL_TRY(row);
  std::string path;
  if (*row) {
    path = program_.Text(0);
    program_.Reset();
  }
  return path;
}

Result<void> ServerRecords::PutProgram(std::string_view application, std::string_view program,
                                       const std::map<std::string, std::string>& parts,
                                       std::string_view warnings) {
  return Together([&]() -> Result<void> {
    HPDL_TRY(remove_warnings_.Bind(application).Run());
    if (!warnings.empty()) {
      HPDL_TRY(put_warnings_.Bind(application).Bind(warnings).Run());
    }
    HPDL_TRY(remove_parts_.Bind(application).Run());
    for (const auto& [place, hash] : parts) {
      HPDL_TRY(put_part_.Bind(application).Bind(place).Bind(hash).Run());
    }
    return put_program_.Bind(application).Bind(program).Run();
  });
}

Result<std::string> ServerRecords::WarningsOf(std::string_view application) {
  const Result<bool> row = warnings_.Bind(application).Step();
  HPDL_TRY(row);
  std::string text;
  if (*row) {
    text = warnings_.Text(0);
    warnings_.Reset();
  }
  return text;
}

Result<std::map<std::string, std::string>> ServerRecords::PartsOf(std::string_view application) {
  std::map<std::string, std::string> parts;
  parts_.Bind(application);
  while (true) {
    const Result<bool> row = parts_.Step();
    HPDL_TRY(row);
    if (!*row) {
      return parts;
    }
    parts.emplace(parts_.Text(0), parts_.Text(1));
  }
}

}  // namespace hpdl::rt
