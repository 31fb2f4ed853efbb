#include "runtime/store/sqlite/salvage.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <variant>

#include "runtime/ground/base/new_file.h"
#include "runtime/store/locks.h"
#include "runtime/store/sqlite/rows.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {
namespace {

struct PropertyRow {
  std::int64_t job = 0, run = 0;
  std::string name, value;
};

/// The columns of a row as they are stored, with the row's checksum. Salvage copies the columns
/// without interpreting them.
using PlainRow = std::vector<std::variant<std::int64_t, std::string>>;

/// The sound records of a journal. The maps have the keys of the tables, so a record that is found
/// twice counts once.
struct Records {
  std::int64_t version = 0;
  bool has_facts = false;
  JobFacts facts;
  std::map<std::int64_t, JobRow> jobs;
  std::map<std::tuple<std::int64_t, std::int64_t, std::string>, NodeRow> nodes;
  std::map<std::pair<std::int64_t, std::int64_t>, Properties> properties;
  std::map<std::tuple<std::int64_t, std::int64_t, std::string, std::int64_t, std::int64_t>,
           CallbackRow>
      callbacks;
  std::map<std::int64_t, NotificationRow> notifications;
  std::map<std::pair<std::int64_t, std::int64_t>, JobRow> ended_runs;
  std::map<std::tuple<std::int64_t, std::int64_t, std::string, std::uint32_t>, AttemptRow> attempts;
  std::map<std::string, AnswerRow> answers;
  bool has_coordinator = false;  ///< true if a table of coordinators exists
  /// One map for each table, in the order of kCoordinatorTableNames.
  std::array<std::map<std::int64_t, PlainRow>, store_schema::kCoordinatorTableNames.size()>
      coordinator;
  std::set<std::string> mismatched;  ///< records that do not match their checksums
  std::vector<std::string> problems;

  std::int64_t PropertyCount() const {
    std::int64_t count = 0;
    for (const auto& [run, entries] : properties) {
      count += static_cast<std::int64_t>(entries.size());
    }
    return count;
  }
};

class RecordReader {
 public:
  explicit RecordReader(Database& database) : database_(database) {}

  Records Read() {
    ReadVersion();
    // Each table is read in both directions. A broken page ends the reading in one direction, but
    // the records behind this page can be reached from the end of the table.
    for (const char* order : {"", " DESC"}) {
      const std::string by(order);
      ReadJobs("SELECT * FROM job ORDER BY number" + by);
      ReadNodes("SELECT * FROM node ORDER BY job" + by + ", run" + by + ", node" + by);
      ReadProperties("SELECT * FROM property ORDER BY job" + by + ", run" + by + ", name" + by);
      if (records_.version > 1) {
        ReadCallbacks("SELECT * FROM callback ORDER BY job" + by + ", run" + by + ", node" + by +
                      ", attempt" + by + ", number" + by);
        ReadNotifications("SELECT * FROM notification ORDER BY id" + by);
      }
      if (records_.version > 3) {
        ReadEndedRuns("SELECT * FROM ended_run ORDER BY number" + by + ", run" + by);
        ReadAttempts("SELECT * FROM attempt ORDER BY job" + by + ", run" + by + ", node" + by +
                     ", attempt" + by);
      }
      if (records_.version > 4) {
        ReadAnswers("SELECT * FROM answer ORDER BY message" + by);
      }
      ReadCoordinator(by);
    }
    for (const std::string& record : records_.mismatched) {
      records_.problems.push_back(record + " does not match its checksum");
    }
    return std::move(records_);
  }

 private:
  void ReadVersion() {
    Statement query;
    if (!database_.Prepare("SELECT value FROM meta WHERE key='schema_version'", &query)) {
      records_.problems.push_back(database_.LastError().message);
      return;
    }
    const Result<bool> row = query.Step();
    if (!row) {
      records_.problems.push_back(row.error().message);
    } else if (!*row) {
      records_.problems.push_back("the journal has no record of its version");
    } else {
      records_.version = query.Integer(0);
      query.Reset();
    }
  }

  /// Calls `visit` with each row of a query. If a row cannot be read, notes a problem and stops.
  void Walk(const std::string& sql, const std::function<void(Statement&)>& visit) {
    Statement query;
    if (const Result<void> prepared = database_.Prepare(sql.c_str(), &query); !prepared) {
      Problem(prepared.error().message);
      return;
    }
    while (true) {
      const Result<bool> row = query.Step();
      if (!row) {
        Problem(row.error().message);
        return;
      }
      if (!*row) {
        return;
      }
      visit(query);
    }
  }

  void ReadJobs(const std::string& sql) {
    Walk(sql, [this](Statement& query) {
      JobRow row;
      ColumnReader reader(query);
      VisitJob(row, reader);
      reader.ReadLate(LateColumns(row));
      if (reader.Matches() && IsKnown(row.state)) {
        records_.jobs.emplace(row.number, std::move(row));
      } else {
        records_.mismatched.insert("job " + std::to_string(row.number));
      }
    });
  }

  /// Reads the tables of coordinators. The first column of each table is the key.
  void ReadCoordinator(const std::string& by) {
    for (std::size_t i = 0; i < records_.coordinator.size(); ++i) {
      const std::string table = store_schema::kCoordinatorTableNames[i];
      bool there = false;
      Walk("SELECT 1 FROM sqlite_schema WHERE type='table' AND name='" + table + "'",
           [&there](Statement&) { there = true; });
      if (!there) {
        continue;
      }
      records_.has_coordinator = true;
      Walk("SELECT * FROM " + table + " ORDER BY rowid" + by,
           [&](Statement& query) { ReadPlain(table, query, &records_.coordinator[i]); });
    }
  }

  void ReadPlain(const std::string& table, Statement& query,
                 std::map<std::int64_t, PlainRow>* rows) {
    PlainRow row;
    RowHash before_sum, hash;
    for (int i = 0; i < query.columns(); ++i) {
      before_sum = hash;
      if (query.IsText(i)) {
        row.emplace_back(std::string(query.Text(i)));
        hash.Mix(query.Text(i));
      } else {
        row.emplace_back(query.Integer(i));
        if (i > 0 || !store_schema::HasOneRow(table)) {
          hash.MixNumber(static_cast<std::uint64_t>(query.Integer(i)));
        }
      }
    }
    const std::int64_t key = query.Integer(0);
    if (query.Integer(query.columns() - 1) == before_sum.value()) {
      rows->emplace(key, std::move(row));
    } else {
      records_.mismatched.insert(table + " " + std::to_string(key));
    }
  }

  void ReadEndedRuns(const std::string& sql) {
    Walk(sql, [this](Statement& query) {
      JobRow row;
      ColumnReader reader(query);
      VisitJob(row, reader);
      if (reader.Matches() && IsKnown(row.state)) {
        records_.ended_runs.emplace(std::make_pair(row.number, row.run), std::move(row));
      } else {
        records_.mismatched.insert("run " + std::to_string(row.run));
      }
    });
  }

  void ReadAnswers(const std::string& sql) {
    Walk(sql, [this](Statement& query) {
      AnswerRow row;
      ColumnReader reader(query);
      VisitAnswer(row, reader);
      if (reader.Matches()) {
        records_.answers.emplace(row.message, row);
      } else {
        records_.mismatched.insert("the answer to message " + row.message);
      }
    });
  }

  void ReadAttempts(const std::string& sql) {
    Walk(sql, [this](Statement& query) {
      AttemptRow row;
      ColumnReader reader(query);
      VisitAttempt(row, reader);
      if (reader.Matches() && row.state <= NodeState::kUserRetry) {
        auto key = std::make_tuple(row.job, row.run, row.node, row.attempt);
        records_.attempts.emplace(std::move(key), std::move(row));
      } else {
        records_.mismatched.insert("an attempt of node " + row.node + " of job " +
                                   std::to_string(row.job));
      }
    });
  }

  void ReadNodes(const std::string& sql) {
    Walk(sql, [this](Statement& query) {
      NodeRow row;
      ColumnReader reader(query);
      VisitNode(row, reader);
      reader.ReadLate(LateColumns(row));
      if (reader.Matches() && row.state <= NodeState::kUserRetry) {
        auto key = std::make_tuple(row.job, row.run, row.node);
        records_.nodes.emplace(std::move(key), std::move(row));
      } else {
        records_.mismatched.insert("node " + row.node + " of job " + std::to_string(row.job) +
                                   ", run " + std::to_string(row.run));
      }
    });
  }

  void ReadProperties(const std::string& sql) {
    Walk(sql, [this](Statement& query) {
      PropertyRow row;
      ColumnReader reader(query);
      reader(row.job);
      reader(row.run);
      reader(row.name);
      reader(row.value);
      if (reader.Matches()) {
        records_.properties[{row.job, row.run}].emplace(std::move(row.name), std::move(row.value));
      } else {
        records_.mismatched.insert("property " + row.name + " of job " + std::to_string(row.job));
      }
    });
  }

  void ReadCallbacks(const std::string& sql) {
    Walk(sql, [this](Statement& query) {
      CallbackRow row;
      ColumnReader reader(query);
      VisitCallback(row, reader);
      if (reader.Matches()) {
        auto key = std::make_tuple(row.job, row.run, row.node, row.attempt, row.number);
        records_.callbacks.emplace(std::move(key), std::move(row));
      } else {
        records_.mismatched.insert("a callback of node " + row.node + " of job " +
                                   std::to_string(row.job));
      }
    });
  }

  void ReadNotifications(const std::string& sql) {
    Walk(sql, [this](Statement& query) {
      NotificationRow row;
      ColumnReader reader(query);
      VisitNotification(row, reader);
      if (reader.Matches() && row.id > 0 && row.state <= NotificationState::kGivenUp) {
        records_.notifications.emplace(row.id, std::move(row));
      } else {
        records_.mismatched.insert("notification " + std::to_string(row.id));
      }
    });
  }

  void Problem(const std::string& text) {
    if (seen_.insert(text).second) {
      records_.problems.push_back(text);
    }
  }

  Database& database_;
  Records records_;
  std::set<std::string> seen_;
};

void CheckPages(Database& database, std::vector<std::string>* problems) {
  Statement check;
  if (const Result<void> prepared = database.Prepare("PRAGMA integrity_check(20)", &check);
      !prepared) {
    problems->push_back(prepared.error().message);
    return;
  }
  while (true) {
    const Result<bool> row = check.Step();
    if (!row) {
      problems->push_back(row.error().message);
      return;
    }
    if (!*row) {
      return;
    }
    if (check.Text(0) != "ok") {
      problems->emplace_back(check.Text(0));
    }
  }
}

/// Reads the facts through SqliteJournal, which checks the checksum of the facts. If the facts are
/// damaged, the new journal has no facts. The engine that resumes the job then uses the facts of
/// its own program.
void ReadFacts(const std::string& path, Records* records) {
  const auto journal = SqliteJournal::Open(path, true);
  if (!journal) {
    return;
  }
  Result<JobFacts> facts = (*journal)->Facts();
  records->has_facts = facts.ok();
  if (facts) {
    records->facts = std::move(*facts);
  } else {
    records->problems.push_back(facts.error().message);
  }
}

Result<Records> ReadAll(const std::string& path) {
  const bool writable = ::access(path.c_str(), W_OK) == 0;
  auto database =
      Database::Open(path, writable ? Database::Mode::kReadWrite : Database::Mode::kReadOnly);
  HPDL_TRY(database);
  Records records = RecordReader(**database).Read();
  CheckPages(**database, &records.problems);
  ReadFacts(path, &records);
  if (records.jobs.find(0) == records.jobs.end()) {
    records.problems.emplace_back("the record of the root job is missing");
  }
  return records;
}

/// Adds the tables of coordinators to the journal at `path`.
Result<void> WriteCoordinator(const std::string& path, const Records& records) {
  auto database = Database::Open(path, Database::Mode::kReadWrite);
  HPDL_TRY(database);
  HPDL_TRY((*database)->Execute("BEGIN IMMEDIATE"));
  for (const char* sql : {store_schema::kCoordinatorTables, store_schema::kSlaTable}) {
    HPDL_TRY((*database)->Execute(sql));
  }
  for (std::size_t i = 0; i < records.coordinator.size(); ++i) {
    for (const auto& [key, row] : records.coordinator[i]) {
      std::string sql = std::string("INSERT INTO ") + store_schema::kCoordinatorTableNames[i];
      for (std::size_t column = 0; column < row.size(); ++column) {
        sql += column == 0 ? " VALUES(?" : ",?";
      }
      Statement insert;
      HPDL_TRY((*database)->Prepare((sql + ")").c_str(), &insert));
      for (const auto& column : row) {
        if (const auto* text = std::get_if<std::string>(&column)) {
          insert.Bind(*text);
        } else {
          insert.Bind(std::get<std::int64_t>(column));
        }
      }
      HPDL_TRY(insert.Run());
    }
  }
  return (*database)->Execute("COMMIT");
}

Result<void> WriteJournal(const std::string& path, const Records& records) {
  auto journal = SqliteJournal::Create(path);
  HPDL_TRY(journal);
  if (records.has_facts) {
    HPDL_TRY((*journal)->PutFacts(records.facts));
  }
  for (const auto& [number, row] : records.jobs) {
    HPDL_TRY((*journal)->PutJob(row));
  }
  for (const auto& [key, row] : records.nodes) {
    HPDL_TRY((*journal)->PutNode(row));
  }
  for (const auto& [run, properties] : records.properties) {
    HPDL_TRY((*journal)->PutProperties(run.first, run.second, properties));
  }
  for (const auto& [key, row] : records.callbacks) {
    HPDL_TRY((*journal)->PutCallback(row));
  }
  for (const auto& [id, row] : records.notifications) {
    NotificationRow copy = row;
    HPDL_TRY((*journal)->PutNotification(&copy));
  }
  for (const auto& [key, row] : records.ended_runs) {
    HPDL_TRY((*journal)->PutEndedRun(row));
  }
  for (const auto& [key, row] : records.attempts) {
    HPDL_TRY((*journal)->PutAttempt(row));
  }
  for (const auto& [message, row] : records.answers) {
    HPDL_TRY((*journal)->PutAnswer(row));
  }
  HPDL_TRY((*journal)->Commit());
  journal->reset();
  return records.has_coordinator ? WriteCoordinator(path, records) : Result<void>();
}

bool Exists(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0;
}

std::string DamagedName(const std::string& path, int number) {
  return path + ".damaged" + (number == 1 ? "" : "." + std::to_string(number));
}

/// Returns the number of damaged journals that have already been put aside.
int CountDamaged(const std::string& path) {
  int count = 0;
  while (Exists(DamagedName(path, count + 1))) {
    ++count;
  }
  return count;
}

/// Puts the damaged journal aside and the new journal in its place. `fresh` must be complete. The
/// database file is renamed first, because a database without its WAL would look like a sound
/// journal of an earlier time. So after an interruption the journal is missing, and the next call
/// continues.
Result<JournalSalvage> Exchange(const std::string& path, const std::string& fresh) {
  const int kept = CountDamaged(path);
  const std::string name = DamagedName(path, Exists(path) ? kept + 1 : kept);
  for (const char* suffix : {"", "-wal", "-shm"}) {
    if (std::rename((path + suffix).c_str(), (name + suffix).c_str()) != 0 && errno != ENOENT) {
      return FileError(path + suffix, errno);
    }
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0) {
    return FileError(path, errno);
  }
  SyncDirectory(path.substr(0, path.rfind('/')));
  const JournalCheck check = CheckJournal(path);
  return JournalSalvage{check.jobs, check.nodes, check.properties, 0, name};
}

void RemoveDatabase(const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm"}) {
    ::unlink((path + suffix).c_str());
  }
}

}  // namespace

JournalCheck CheckJournal(const std::string& path) {
  JournalCheck check;
  if (::access(path.c_str(), R_OK) != 0) {
    check.problems.push_back(FileError(path, errno).message);
    return check;
  }
  Result<Records> records = ReadAll(path);
  if (!records) {
    check.problems.push_back(records.error().message);
    return check;
  }
  check.version = records->version;
  check.jobs = static_cast<std::int64_t>(records->jobs.size());
  check.nodes = static_cast<std::int64_t>(records->nodes.size());
  check.properties = records->PropertyCount();
  check.problems = std::move(records->problems);
  return check;
}

Result<JournalSalvage> SalvageJournal(const std::string& path) {
  const std::string fresh = path + ".salvage";
  if (!Exists(path) && Exists(fresh)) {
    return Exchange(path, fresh);  // an earlier call was interrupted
  }
  if (::access(path.c_str(), R_OK) != 0) {
    return FileError(path, errno);
  }
  Result<Records> records = ReadAll(path);
  HPDL_TRY(records);
  if (records->version > store_schema::kJournalVersion) {
    return Error{ErrorClass::kFatal, "E0713", path + " is of a newer version; use a newer program"};
  }
  if (records->problems.empty()) {
    return Error{ErrorClass::kError, "", path + " is sound; there is nothing to salvage"};
  }
  if (records->jobs.find(0) == records->jobs.end()) {
    return Error{ErrorClass::kCorruptStore, "E0713",
                 "the record of the root job in " + path + " cannot be read; nothing was changed"};
  }
  RemoveDatabase(fresh);
  if (Result<void> written = WriteJournal(fresh, *records); !written) {
    RemoveDatabase(fresh);
    return written.error();
  }
  SyncDirectory(path.substr(0, path.rfind('/')));
  // The new journal has no WAL any more: SQLite removed the WAL when the connection was closed.
  Result<JournalSalvage> salvaged = Exchange(path, fresh);
  if (salvaged) {
    salvaged->lost = static_cast<std::int64_t>(records->mismatched.size());
  }
  return salvaged;
}

}  // namespace hpdl::rt
