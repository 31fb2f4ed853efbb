#include "runtime/store/sqlite/sqlite_journal.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <optional>
#include <utility>

#include "runtime/store/crash_point.h"
#include "runtime/store/sqlite/migrate.h"
#include "runtime/store/sqlite/rows.h"
#include "runtime/store/sqlite/schema.h"

namespace hpdl::rt {
namespace {

namespace schema = store_schema;

constexpr const char* kMetaKeys[] = {"program_hash", "compiler_version", "program_path",
                                     "local",        "parallel",         "site_path"};
/// Facts that are stored only if they are set.
constexpr struct {
  const char* key;
  std::string JobFacts::* member;
} kLateFacts[] = {{"callback_listen", &JobFacts::callback_listen},
                  {"callback_address", &JobFacts::callback_address},
                  {"callback_url", &JobFacts::callback_url},
                  {"callback_token", &JobFacts::callback_token},
                  {"salt", &JobFacts::salt},
                  {"park", &JobFacts::park},
                  {"part", &JobFacts::part},
                  {"environment", &JobFacts::environment}};

/// The settings of every connection: commits in the WAL are durable when they return, and
/// uncommitted pages are not written before the commit.
constexpr const char* kPragmas =
    "PRAGMA synchronous=FULL; PRAGMA cache_spill=OFF; PRAGMA temp_store=MEMORY;";

/// True if a WAL with content exists. A process has left it behind or is writing to it now.
bool HasWal(const std::string& path) {
  struct stat info{};
  return stat((path + "-wal").c_str(), &info) == 0 && info.st_size > 0;
}

std::int64_t FactsSum(const JobFacts& facts) {
  RowHash hash;
  hash.Mix(facts.program_hash);
  hash.Mix(facts.compiler_version);
  hash.Mix(facts.program_path);
  hash.Mix(facts.site_path);
  const std::int64_t numbers[] = {facts.local, facts.parallel};
  hash.Mix(numbers, sizeof numbers);
  for (const auto& late : kLateFacts) {
    if (!(facts.*late.member).empty()) {
      hash.Mix(late.key);
      hash.Mix(facts.*late.member);
    }
  }
  return hash.value();
}

}  // namespace

Result<std::unique_ptr<Journal>> SqliteJournal::Create(const std::string& path,
                                                       Committed committed) {
  Result<std::unique_ptr<Database>> database = Database::Open(path, Database::Mode::kCreate);
  HPDL_TRY(database);
  // No other process uses the job yet, so the creation of its tables needs no rollback journal on
  // the disk. One sync at the end replaces the syncs of the schema's transactions. The database
  // file must have content before the WAL is used: SQLite throws away the WAL of an empty file.
  HPDL_TRY((*database)->Execute("PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY; BEGIN;"));
  HPDL_TRY((*database)->Execute(schema::kJournalTables));
  const std::string version = "INSERT INTO meta VALUES('schema_version', " +
                              std::to_string(schema::kJournalVersion) + "); COMMIT;";
  HPDL_TRY((*database)->Execute(version.c_str()));
  HPDL_TRY((*database)->Execute("PRAGMA journal_mode=WAL;"));
  HPDL_TRY((*database)->Execute(kPragmas));
  HPDL_TRY((*database)->Sync());
  std::unique_ptr<SqliteJournal> journal(
      new SqliteJournal(std::move(*database), std::move(committed)));
  HPDL_TRY(journal->RaiseEpoch());
  return std::unique_ptr<Journal>(std::move(journal));
}

Result<std::unique_ptr<Journal>> SqliteJournal::Open(const std::string& path, bool read_only,
                                                     Committed committed) {
  if (access(path.c_str(), F_OK) != 0) {
    return Error{ErrorClass::kCorruptStore, "E0713", "the journal " + path + " is missing"};
  }
  // A WAL needs shared memory, which only a writable connection can create. A reader without write
  // permission can use the shared memory of a running writer. Without a WAL no shared memory is
  // needed.
  const bool writable = access(path.c_str(), W_OK) == 0;
  const bool has_wal = HasWal(path);
  Result<std::unique_ptr<Database>> database = Database::Open(
      path, read_only && !writable ? Database::Mode::kReadOnly : Database::Mode::kReadWrite);
  HPDL_TRY(database);
  if (has_wal && read_only) {
    (*database)->LeaveWal();
  }
  HPDL_TRY((*database)->Execute(kPragmas));
  std::int64_t version = 0;
  Result<std::unique_ptr<SqliteJournal>> known =
      OfKnownVersion(std::move(*database), std::move(committed), &version);
  HPDL_TRY(known);
  std::unique_ptr<SqliteJournal> journal = std::move(*known);
  if (!read_only) {
    HPDL_TRY(journal->database_->Check());
    if (has_wal) {
      HPDL_TRY(journal->database_->WriteBack());
    }
    HPDL_TRY(
        Migrate(*journal->database_, schema::kJournalMigrations, version, schema::kJournalVersion));
    HPDL_TRY(journal->RaiseEpoch());
  }
  return std::unique_ptr<Journal>(std::move(journal));
}

Result<std::unique_ptr<Journal>> SqliteJournal::OpenSettled(const std::string& path) {
  if (HasWal(path) || access(path.c_str(), F_OK) != 0) {
    return Open(path, true);
  }
  Result<std::unique_ptr<Database>> database = Database::Open(path, Database::Mode::kSettled);
  HPDL_TRY(database);
  std::int64_t version = 0;
  Result<std::unique_ptr<SqliteJournal>> journal =
      OfKnownVersion(std::move(*database), {}, &version);
  HPDL_TRY(journal);
  return std::unique_ptr<Journal>(std::move(*journal));
}

Result<std::unique_ptr<SqliteJournal>> SqliteJournal::OfKnownVersion(
    std::unique_ptr<Database> database, Committed committed, std::int64_t* version) {
  std::unique_ptr<SqliteJournal> journal(
      new SqliteJournal(std::move(database), std::move(committed)));
  const Result<std::int64_t> found = journal->Version();
  HPDL_TRY(found);
  *version = *found;
  if (*found > schema::kJournalVersion) {
    return Error{ErrorClass::kFatal, "E0713",
                 "the journal " + journal->database_->path() + " is of version " +
                     std::to_string(*found) +
                     ", but this version of hpdl supports versions only up to " +
                     std::to_string(schema::kJournalVersion)};
  }
  return journal;
}

Result<std::int64_t> SqliteJournal::Version() {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT value FROM meta WHERE key='schema_version'", &query));
  Result<bool> row = query.Step();
  HPDL_TRY(row);
  if (!*row || query.Integer(0) < 1) {
    return Damaged("its version");
  }
  const std::int64_t version = query.Integer(0);
  query.Reset();
  return version;
}

Error SqliteJournal::Damaged(const char* what) const {
  return {ErrorClass::kCorruptStore, "E0713",
          "the journal " + database_->path() + " is damaged: " + what + " cannot be trusted"};
}

Result<void> SqliteJournal::Ready(Statement& statement, const char* sql) {
  return statement.prepared() ? Result<void>() : database_->Prepare(sql, &statement);
}

Result<void> SqliteJournal::Begin() {
  if (dirty_) {
    return {};
  }
  HPDL_TRY(Ready(begin_, "BEGIN IMMEDIATE"));
  HPDL_TRY(begin_.Run());
  if (data_version_ != database_->DataVersion()) {
    if (Result<void> checked = CheckEpoch(); !checked) {
      (void)database_->Execute("ROLLBACK");
      return checked;
    }
  }
  dirty_ = true;
  return {};
}

/// Raises the epoch. All processes see the new epoch at once. If the machine stops, the epoch may
/// be lost, but then all processes have ended too. Therefore the write needs no sync.
Result<void> SqliteJournal::RaiseEpoch() {
  database_->WatchWal();
  HPDL_TRY(database_->Execute("PRAGMA synchronous=NORMAL"));
  {
    Statement raise;
    HPDL_TRY(
        database_->Prepare("INSERT INTO meta VALUES('epoch',1) ON CONFLICT(key) DO UPDATE SET "
                           "value=value+1 RETURNING value",
                           &raise));
    const Result<bool> row = raise.Step();
    HPDL_TRY(row);
    epoch_ = raise.Integer(0);
    HPDL_TRY(raise.Run());
  }
  data_version_ = database_->DataVersion();
  return database_->Execute("PRAGMA synchronous=FULL");
}

/// Checks the epoch within the open transaction, so that no other process can raise it before the
/// commit.
Result<void> SqliteJournal::CheckEpoch() {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT value FROM meta WHERE key='epoch'", &query));
  const Result<bool> row = query.Step();
  HPDL_TRY(row);
  const bool same = *row && query.Integer(0) == epoch_;
  query.Reset();
  if (!same) {
    return Error{ErrorClass::kFatal, kFenced,
                 "another process runs the job of " + database_->path() +
                     " now; this process does not continue it"};
  }
  data_version_ = database_->DataVersion();
  return {};
}

// Checks that the file still has its name. SQLite continues to write to a removed file, but no
// process could find this journal again.
Result<void> SqliteJournal::CheckThere() const {
  const std::string& path = database_->path();
  if (access(path.c_str(), F_OK) != 0 && errno == ENOENT) {
    return Error{ErrorClass::kFatal, "E0607", "the journal was removed while the job ran: " + path};
  }
  return {};
}

Result<void> SqliteJournal::Commit() {
  if (!dirty_) {
    return {};
  }
  HPDL_TRY(Ready(commit_, "COMMIT"));
  CrashPoint::BeforeCommit();
  database_->GrowWal();
  Result<void> done = commit_.Run();
  dirty_ = false;
  const std::vector<JobRow> jobs = std::exchange(put_jobs_, {});
  if (!done) {
    // SQLite rolls back the transaction only after some errors. After other errors the transaction
    // is still open, and the next BEGIN would fail.
    (void)database_->Execute("ROLLBACK");
  } else {
    ++turn_;
    data_version_ = database_->DataVersion();
    CrashPoint::AfterCommit();
  }
  if (!jobs.empty()) {
    committed_(done.ok(), jobs);
  }
  return done;
}

Result<void> SqliteJournal::PutFacts(const JobFacts& facts) {
  HPDL_TRY(Begin());
  HPDL_TRY(Ready(put_meta_, "INSERT OR REPLACE INTO meta VALUES(?,?)"));
  const std::string local = facts.local ? "1" : "0";
  const std::string parallel = std::to_string(facts.parallel);
  const std::string_view values[] = {facts.program_hash, facts.compiler_version,
                                     facts.program_path, local,
                                     parallel,           facts.site_path};
  for (std::size_t i = 0; i < std::size(kMetaKeys); ++i) {
    HPDL_TRY(put_meta_.Bind(kMetaKeys[i]).Bind(values[i]).Run());
  }
  for (const auto& late : kLateFacts) {
    const std::string& value = facts.*late.member;
    if (value.empty()) {
      HPDL_TRY(Ready(drop_meta_, "DELETE FROM meta WHERE key=?"));
      HPDL_TRY(drop_meta_.Bind(late.key).Run());
    } else {
      HPDL_TRY(put_meta_.Bind(late.key).Bind(value).Run());
    }
  }
  return put_meta_.Bind("sum").Bind(FactsSum(facts)).Run();
}

Result<JobFacts> SqliteJournal::Facts() {
  JobFacts facts;
  Result<std::int64_t> version = Version();
  HPDL_TRY(version);
  facts.schema_version = *version;
  // A single statement reads all facts, so that they belong to one commit. Other processes may
  // commit between two statements.
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT key,value FROM meta", &query));
  std::map<std::string, std::string, std::less<>> values;
  std::optional<std::int64_t> sum;
  while (true) {
    const Result<bool> row = query.Step();
    HPDL_TRY(row);
    if (!*row) {
      break;
    }
    if (query.Text(0) == "sum") {
      sum = query.Integer(1);
    } else {
      values.emplace(query.Text(0), query.Text(1));
    }
  }
  facts.program_hash = values["program_hash"];
  facts.compiler_version = values["compiler_version"];
  facts.program_path = values["program_path"];
  facts.local = values["local"] == "1";
  facts.parallel =
      static_cast<std::uint32_t>(std::strtoul(values["parallel"].c_str(), nullptr, 10));
  facts.site_path = values["site_path"];
  for (const auto& late : kLateFacts) {
    facts.*late.member = values[late.key];
  }
  // A journal has no checksum of its facts if the process that created it died before its first
  // commit.
  return sum && *sum != FactsSum(facts) ? Damaged("a general record of the job")
                                        : Result<JobFacts>(std::move(facts));
}

Result<void> SqliteJournal::PutJobRow(const JobRow& row, Statement& statement, const char* sql) {
  HPDL_TRY(Begin());
  HPDL_TRY(Ready(statement, sql));
  ColumnBinder binder(statement);
  VisitJob(row, binder);
  if (&statement == &put_job_) {
    binder.BindSumAndLate(LateColumns(row));
  } else {
    binder.BindSum();
  }
  return statement.Run();
}

Result<void> SqliteJournal::PutJob(const JobRow& row) {
  if (committed_) {
    put_jobs_.push_back(row);
  }
  return PutJobRow(
      row, put_job_,
      "INSERT OR REPLACE INTO job VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
}

Result<void> SqliteJournal::PutEndedRun(const JobRow& row) {
  return PutJobRow(
      row, put_ended_run_,
      "INSERT OR REPLACE INTO ended_run VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
}

Result<void> SqliteJournal::PutAttempt(const AttemptRow& row) {
  HPDL_TRY(Begin());
  HPDL_TRY(Ready(put_attempt_, "INSERT OR REPLACE INTO attempt VALUES(?,?,?,?,?,?,?,?,?,?,?,?)"));
  ColumnBinder binder(put_attempt_);
  VisitAttempt(row, binder);
  binder.BindSum();
  return put_attempt_.Run();
}

Result<void> SqliteJournal::PutAnswer(const AnswerRow& row) {
  HPDL_TRY(Begin());
  HPDL_TRY(Ready(put_answer_, "INSERT OR REPLACE INTO answer VALUES(?,?,?,?,?)"));
  ColumnBinder binder(put_answer_);
  VisitAnswer(row, binder);
  binder.BindSum();
  HPDL_TRY(put_answer_.Run());
  HPDL_TRY(Ready(drop_answers_,
                 "DELETE FROM answer WHERE message IN (SELECT message FROM answer WHERE message<>? "
                 "ORDER BY answered DESC,message DESC LIMIT -1 OFFSET ?)"));
  return drop_answers_.Bind(row.message)
      .Bind(static_cast<std::int64_t>(kMostKeptAnswers) - 1)
      .Run();
}

Result<void> SqliteJournal::PutNode(const NodeRow& row) {
  HPDL_TRY(Begin());
  HPDL_TRY(Ready(
      put_node_,
      "INSERT OR REPLACE INTO node VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  ColumnBinder binder(put_node_);
  VisitNode(row, binder);
  binder.BindSumAndLate(LateColumns(row));
  return put_node_.Run();
}

Result<void> SqliteJournal::PutProperties(std::int64_t job, std::int64_t run,
                                          const Properties& properties) {
  HPDL_TRY(Begin());
  HPDL_TRY(Ready(drop_properties_, "DELETE FROM property WHERE job=? AND run=?"));
  HPDL_TRY(drop_properties_.Bind(job).Bind(run).Run());
  HPDL_TRY(Ready(put_property_, "INSERT INTO property VALUES(?,?,?,?,?)"));
  for (const auto& [name, value] : properties) {
    ColumnBinder binder(put_property_);
    binder(job);
    binder(run);
    binder(name);
    binder(value);
    binder.BindSum();
    HPDL_TRY(put_property_.Run());
  }
  return {};
}

Result<void> SqliteJournal::PutCallback(const CallbackRow& row) {
  HPDL_TRY(Begin());
  HPDL_TRY(Ready(put_callback_, "INSERT OR REPLACE INTO callback VALUES(?,?,?,?,?,?,?,?,?,?)"));
  ColumnBinder binder(put_callback_);
  VisitCallback(row, binder);
  binder.BindSum();
  return put_callback_.Run();
}

Result<void> SqliteJournal::PutNotification(NotificationRow* row) {
  HPDL_TRY(Begin());
  if (row->id == 0) {
    if (!last_notification_) {
      Statement query;
      HPDL_TRY(database_->Prepare("SELECT MAX(id) FROM notification", &query));
      Result<bool> found = query.Step();
      HPDL_TRY(found);
      last_notification_ = *found ? query.Integer(0) : 0;
      query.Reset();
    }
    row->id = ++*last_notification_;
  }
  HPDL_TRY(Ready(put_notification_,
                 "INSERT OR REPLACE INTO notification VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  ColumnBinder binder(put_notification_);
  VisitNotification(std::as_const(*row), binder);
  binder.BindSum();
  return put_notification_.Run();
}

Result<bool> SqliteJournal::HasTablesOf(std::int64_t version) {
  const Result<std::int64_t> own = Version();
  HPDL_TRY(own);
  return *own >= version;
}

template <class Read>
Result<void> SqliteJournal::EachRow(Statement& query, const char* what, Read read) {
  while (true) {
    const Result<bool> more = query.Step();
    HPDL_TRY(more);
    if (!*more) {
      return {};
    }
    ColumnReader reader(query);
    if (!read(reader)) {
      return Damaged(what);
    }
  }
}

Result<NotificationReport> SqliteJournal::Notifications() {
  NotificationReport report;
  const Result<bool> there = HasTablesOf(2);
  HPDL_TRY(there);
  if (!*there) {
    return report;
  }
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT * FROM notification ORDER BY id", &query));
  HPDL_TRY(EachRow(query, "the record of a notification", [&](ColumnReader& reader) {
    NotificationRow row;
    VisitNotification(row, reader);
    if (!reader.Matches() || row.state > NotificationState::kGivenUp) {
      return false;
    }
    if (row.state == NotificationState::kDelivered) {
      ++report.delivered;
    } else {
      ++(row.state == NotificationState::kWaiting ? report.waiting : report.given_up);
      report.undelivered.push_back(std::move(row));
    }
    return true;
  }));
  return report;
}

Result<std::vector<CallbackRow>> SqliteJournal::Callbacks(std::int64_t job, std::int64_t run) {
  std::vector<CallbackRow> rows;
  const Result<bool> there = HasTablesOf(2);
  HPDL_TRY(there);
  if (!*there) {
    return rows;
  }
  Statement query;
  HPDL_TRY(database_->Prepare(
      "SELECT * FROM callback WHERE job=? AND run=? ORDER BY node, attempt, number", &query));
  query.Bind(job).Bind(run);
  HPDL_TRY(EachRow(query, "the record of a callback", [&](ColumnReader& reader) {
    VisitCallback(rows.emplace_back(), reader);
    return reader.Matches();
  }));
  return rows;
}

Result<std::vector<AttemptRow>> SqliteJournal::Attempts(std::int64_t job, std::int64_t run) {
  std::vector<AttemptRow> rows;
  const Result<bool> there = HasTablesOf(4);
  HPDL_TRY(there);
  if (!*there) {
    return rows;
  }
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT * FROM attempt WHERE job=? AND run=? ORDER BY node, attempt",
                              &query));
  query.Bind(job).Bind(run);
  HPDL_TRY(EachRow(query, "the record of an attempt", [&](ColumnReader& reader) {
    VisitAttempt(rows.emplace_back(), reader);
    return reader.Matches() && rows.back().state <= NodeState::kUserRetry;
  }));
  return rows;
}

Result<std::vector<AnswerRow>> SqliteJournal::Answers() {
  std::vector<AnswerRow> rows;
  const Result<bool> there = HasTablesOf(5);
  HPDL_TRY(there);
  if (!*there) {
    return rows;
  }
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT * FROM answer ORDER BY message", &query));
  HPDL_TRY(EachRow(query, "the answer to a message", [&](ColumnReader& reader) {
    VisitAnswer(rows.emplace_back(), reader);
    return reader.Matches();
  }));
  return rows;
}

Result<std::vector<JobRow>> SqliteJournal::Jobs() {
  return JobRows("SELECT * FROM job ORDER BY number", true);
}

Result<std::vector<JobRow>> SqliteJournal::EndedRuns() {
  const Result<bool> there = HasTablesOf(4);
  HPDL_TRY(there);
  return *there ? JobRows("SELECT * FROM ended_run ORDER BY number, run", false)
                : Result<std::vector<JobRow>>(std::vector<JobRow>());
}

Result<std::vector<JobRow>> SqliteJournal::JobRows(const char* sql, bool has_late) {
  Statement query;
  HPDL_TRY(database_->Prepare(sql, &query));
  std::vector<JobRow> rows;
  HPDL_TRY(EachRow(query, "the record of a job", [&](ColumnReader& reader) {
    VisitJob(rows.emplace_back(), reader);
    if (has_late) {
      reader.ReadLate(LateColumns(rows.back()));
    }
    return reader.Matches() && IsKnown(rows.back().state);
  }));
  return rows;
}

Result<std::vector<NodeRow>> SqliteJournal::ReadNodes(Statement& query) {
  std::vector<NodeRow> rows;
  HPDL_TRY(EachRow(query, "the record of a node", [&](ColumnReader& reader) {
    VisitNode(rows.emplace_back(), reader);
    reader.ReadLate(LateColumns(rows.back()));
    return reader.Matches() && rows.back().state <= NodeState::kUserRetry;
  }));
  return rows;
}

Result<std::vector<NodeRow>> SqliteJournal::Nodes(std::int64_t job, std::int64_t run) {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT * FROM node WHERE job=? AND run=?", &query));
  query.Bind(job).Bind(run);
  return ReadNodes(query);
}

Result<std::optional<NodeRow>> SqliteJournal::Node(std::int64_t job, std::int64_t run,
                                                   std::string_view node) {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT * FROM node WHERE job=? AND run=? AND node=?", &query));
  query.Bind(job).Bind(run).Bind(node);
  Result<std::vector<NodeRow>> rows = ReadNodes(query);
  HPDL_TRY(rows);
  return rows->empty() ? std::optional<NodeRow>() : std::move(rows->front());
}

Result<std::int64_t> SqliteJournal::LastSequence() {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT MAX(sequence) FROM node", &query));
  const Result<bool> row = query.Step();
  HPDL_TRY(row);
  const std::int64_t last = *row ? query.Integer(0) : 0;
  query.Reset();
  return last;
}

Result<Properties> SqliteJournal::JobProperties(std::int64_t job, std::int64_t run) {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT * FROM property WHERE job=? AND run=?", &query));
  query.Bind(job).Bind(run);
  Properties properties;
  HPDL_TRY(EachRow(query, "a property of the job", [&](ColumnReader& reader) {
    std::string name, value;
    reader(job);
    reader(run);
    reader(name);
    reader(value);
    const bool fine = reader.Matches();
    properties.emplace(std::move(name), std::move(value));
    return fine;
  }));
  return properties;
}

}  // namespace hpdl::rt
