#include "runtime/store/celos_slots/slot_database.h"

#include <limits>
#include <set>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/random.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/store/crash_point.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::int64_t kDayOfMarkMs = 86'400'000;

/// The settings of a connection.
constexpr const char* kSettings = "PRAGMA synchronous=FULL";

/// synchronous=EXTRA applies until the database has a WAL;
/// runtime/store/server_records/server_records.cpp says why. The columns with times have
/// milliseconds since 1970.
constexpr const char* kTables = R"(
PRAGMA synchronous=EXTRA;
PRAGMA journal_mode=WAL;
PRAGMA synchronous=FULL;
CREATE TABLE IF NOT EXISTS slot(
  workflow TEXT NOT NULL, time INTEGER NOT NULL, status TEXT NOT NULL, external_id TEXT,
  retry_count INTEGER NOT NULL, PRIMARY KEY(workflow, time)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mark(
  workflow TEXT NOT NULL, time INTEGER NOT NULL, marked INTEGER NOT NULL,
  PRIMARY KEY(workflow, time)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS paused(workflow TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS register(
  bucket TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY(bucket, key))
  WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS submission(
  workflow TEXT NOT NULL, time INTEGER NOT NULL, url TEXT NOT NULL, key TEXT NOT NULL,
  user TEXT NOT NULL, begun INTEGER NOT NULL, PRIMARY KEY(workflow, time)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS kept_text(
  name TEXT NOT NULL, part TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY(name, part))
  WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS wanted_kill(
  workflow TEXT NOT NULL, time INTEGER NOT NULL, url TEXT NOT NULL, external_id TEXT NOT NULL,
  PRIMARY KEY(workflow, time, url, external_id)) WITHOUT ROWID;
PRAGMA user_version=2;
)";

Submission SubmissionOf(const Statement& row) {
  return {{std::string(row.Text(0)), {row.Integer(1)}},
          std::string(row.Text(2)),
          std::string(row.Text(3)),
          std::string(row.Text(4)),
          row.Integer(5)};
}

Statement& BindKill(const WantedKill& kill, Statement* statement) {
  statement->Bind(kill.slot.workflow).Bind(kill.slot.time.ms);
  return statement->Bind(kill.url).Bind(kill.id);
}

/// True if this process has not opened the file before.
bool IsFirstOpen(const std::string& path) {
  static std::mutex mutex;
  static std::set<std::string> opened;
  const std::lock_guard lock(mutex);
  return opened.insert(path).second;
}

bool AreSame(const Submission& one, const Submission& other) {
  return one.url == other.url && one.key == other.key && one.user == other.user;
}

Error OtherHere(const std::string& what) {
  return JavaException(kIllegalState, what + " exists already and is different");
}

}  // namespace

Result<std::unique_ptr<SlotDatabase>> SlotDatabase::Open(const std::string& path) {
  HPDL_TRY(MakePrivateFile(path));
  Result<std::unique_ptr<Database>> database = Database::Open(path, Database::Mode::kCreate);
  HPDL_TRY(database);
  std::unique_ptr<SlotDatabase> opened(new SlotDatabase);
  opened->database_ = std::move(*database);
  HPDL_TRY(opened->Prepare());
  HPDL_TRY(opened->ReadSubmissions());
  return opened;
}

Result<void> SlotDatabase::Prepare() {
  bool older = false;
  {
    Statement version;
    HPDL_TRY(database_->Prepare("PRAGMA user_version", &version));
    HPDL_TRY(version.Step());
    if (version.Integer(0) > kSlotsVersion) {
      return Error{ErrorClass::kFatal, "",
                   database_->path() + " was written by a later version of hpdl; use that version"};
    }
    older = version.Integer(0) < kSlotsVersion;
  }
  if (IsFirstOpen(database_->path()) || older) {
    HPDL_TRY(database_->Check());
  }
  HPDL_TRY(database_->Execute(older ? kTables : kSettings));
  HPDL_TRY(queries_.Prepare(*database_));
  const std::pair<const char*, Statement*> all[] = {
      {"INSERT OR REPLACE INTO slot VALUES(?,?,?,?,?)", &put_},
      {"INSERT OR IGNORE INTO paused VALUES(?)", &pause_},
      {"DELETE FROM paused WHERE workflow=?", &unpause_},
      {"SELECT time FROM mark WHERE workflow=? ORDER BY time", &marks_},
      {"INSERT OR REPLACE INTO mark VALUES(?,?,?)", &mark_},
      {"DELETE FROM mark WHERE workflow=? AND marked<?", &unmark_},
      {"INSERT OR REPLACE INTO submission VALUES(?,?,?,?,?,?)", &put_submission_},
      {"DELETE FROM submission WHERE workflow=? AND time=?", &remove_submission_},
      {"SELECT workflow,time,url,key,user,begun FROM submission ORDER BY 1,2", &submissions_query_},
      {"SELECT value FROM register WHERE bucket=? AND key=?", &get_},
      {"SELECT key,value FROM register WHERE bucket=? ORDER BY key", &all_},
      {"INSERT OR REPLACE INTO register VALUES(?,?,?)", &put_register_},
      {"DELETE FROM register WHERE bucket=? AND key=?", &remove_register_},
      {"SELECT workflow,time,status,external_id,retry_count FROM slot ORDER BY 1,2",
       &states_query_},
      {"SELECT workflow,time,marked FROM mark ORDER BY 1,2", &marks_query_},
      {"SELECT workflow FROM paused ORDER BY 1", &paused_query_},
      {"SELECT bucket,key,value FROM register ORDER BY 1,2", &registers_query_},
      {"SELECT name,part,text FROM kept_text ORDER BY 1,2", &texts_query_},
      {"INSERT INTO kept_text VALUES(?,?,?)", &put_text_},
      {"DELETE FROM kept_text WHERE name=?", &remove_texts_},
      {"INSERT OR REPLACE INTO wanted_kill VALUES(?,?,?,?)", &put_kill_},
      {"DELETE FROM wanted_kill WHERE workflow=? AND time=? AND url=? AND external_id=?",
       &remove_kill_},
      {"SELECT workflow,time,url,external_id FROM wanted_kill WHERE workflow=? ORDER BY 2,3,4",
       &kills_}};
  for (const auto& [sql, statement] : all) {
    HPDL_TRY(database_->Prepare(sql, statement));
  }
  return {};
}

Result<void> SlotDatabase::ReadSubmissions() {
  return EachRow(submissions_query_, [&]() -> Result<void> {
    Submission submission = SubmissionOf(submissions_query_);
    submissions_.insert_or_assign(submission.slot, std::move(submission));
    return {};
  });
}

Result<void> SlotDatabase::Together(const std::function<Result<void>()>& changes) {
  Result<void> done = database_->Execute("BEGIN IMMEDIATE");
  if (!done) {
    return StoreError(done.error());
  }
  done = changes();
  if (done) {
    done = database_->Execute("COMMIT");
  }
  if (!done) {
    (void)database_->Execute("ROLLBACK");
    recent_.Forget();  // the changes of a failed commit may be stored
    return StoreError(done.error());
  }
  CrashPoint::AfterServerStep();
  return {};
}

Result<std::optional<SlotState>> SlotDatabase::Find(const SlotId& slot) {
  const std::lock_guard lock(mutex_);
  if (std::optional<std::optional<SlotState>> known = recent_.Find(slot)) {
    return std::move(*known);
  }
  return queries_.Find(slot);
}

Result<StoredStates> SlotDatabase::Between(const std::string& workflow, ScheduledTime start,
                                           ScheduledTime end) {
  const std::lock_guard lock(mutex_);
  Result<std::vector<SlotState>> states = recent_.Between(
      workflow, start, end,
      [&](ScheduledTime from, ScheduledTime to) { return queries_.Between(workflow, from, to); });
  HPDL_TRY(states);
  return StoredStates{std::move(*states), {}};
}

Result<bool> SlotDatabase::IsPaused(const std::string& workflow) {
  const std::lock_guard lock(mutex_);
  return queries_.IsPaused(workflow);
}

Result<void> SlotDatabase::PutRow(const SlotId& slot, const SlotState& state) {
  put_.Bind(slot.workflow).Bind(slot.time.ms).Bind(NameOf(state.status));
  if (state.external_id) {
    put_.Bind(*state.external_id);
  } else {
    put_.BindNull();
  }
  return put_.Bind(std::int64_t{state.retry_count}).Run();
}

Result<void> SlotDatabase::Put(const std::string& workflow, const SlotState& state) {
  return PutAll({{{workflow, state.time}, state}});
}

Result<void> SlotDatabase::PutAll(const std::map<SlotId, SlotState>& states) {
  if (states.empty()) {
    return {};
  }
  const std::lock_guard lock(mutex_);
  HPDL_TRY(Together([&]() -> Result<void> {
    for (const auto& [slot, state] : states) {
      HPDL_TRY(PutRow(slot, state));
    }
    return {};
  }));
  for (const auto& [slot, state] : states) {
    recent_.Put(slot.workflow, state);
  }
  return {};
}

Result<std::vector<ScheduledTime>> SlotDatabase::TakeMarks(const std::string& workflow,
                                                           ScheduledTime now) {
  const std::lock_guard lock(mutex_);
  Result<std::vector<ScheduledTime>> times = MarksLocked(workflow);
  if (times && !times->empty()) {
    // A crash may undo this removal of old marks. The next call then finds the marks again, and
    // removes them again.
    unmark_.Bind(workflow).Bind(now.ms - kMarkDays * kDayOfMarkMs);
    if (const Result<void> done = unmark_.Run(); !done) {
      return StoreError(done.error());
    }
  }
  return times;
}

Result<std::vector<ScheduledTime>> SlotDatabase::Marks(const std::string& workflow) {
  const std::lock_guard lock(mutex_);
  return MarksLocked(workflow);
}

Result<std::vector<ScheduledTime>> SlotDatabase::MarksLocked(const std::string& workflow) {
  std::vector<ScheduledTime> times;
  marks_.Bind(workflow);
  HPDL_TRY(EachRow(marks_, [&]() -> Result<void> {
    times.push_back({marks_.Integer(0)});
    return {};
  }));
  return times;
}

Result<void> SlotDatabase::Mark(const SlotId& slot, ScheduledTime now) {
  const std::lock_guard lock(mutex_);
  return Together([&] { return mark_.Bind(slot.workflow).Bind(slot.time.ms).Bind(now.ms).Run(); });
}

Result<void> SlotDatabase::SetPaused(const std::string& workflow, bool paused) {
  const std::lock_guard lock(mutex_);
  return Together([&] { return (paused ? pause_ : unpause_).Bind(workflow).Run(); });
}

Result<void> SlotDatabase::PutRow(const Submission& submission) {
  put_submission_.Bind(submission.slot.workflow).Bind(submission.slot.time.ms);
  put_submission_.Bind(submission.url).Bind(submission.key).Bind(submission.user);
  return put_submission_.Bind(submission.begun_ms).Run();
}

Result<void> SlotDatabase::Put(const Submission& submission) {
  const std::lock_guard lock(mutex_);
  HPDL_TRY(Together([&] { return PutRow(submission); }));
  submissions_.insert_or_assign(submission.slot, submission);
  return {};
}

Result<void> SlotDatabase::Remove(const SlotId& slot) {
  const std::lock_guard lock(mutex_);
  if (!submissions_.contains(slot)) {
    return {};
  }
  HPDL_TRY(
      Together([&] { return remove_submission_.Bind(slot.workflow).Bind(slot.time.ms).Run(); }));
  submissions_.erase(slot);
  return {};
}

std::vector<Submission> SlotDatabase::Of(const std::string& workflow) {
  const std::lock_guard lock(mutex_);
  std::vector<Submission> found;
  auto at = submissions_.lower_bound({workflow, {std::numeric_limits<std::int64_t>::min()}});
  for (; at != submissions_.end() && at->first.workflow == workflow; ++at) {
    found.push_back(at->second);
  }
  return found;
}

Result<void> SlotDatabase::PutKill(const WantedKill& kill) {
  const std::lock_guard lock(mutex_);
  return Together([&] { return BindKill(kill, &put_kill_).Run(); });
}

Result<void> SlotDatabase::RemoveKill(const WantedKill& kill) {
  const std::lock_guard lock(mutex_);
  return Together([&] { return BindKill(kill, &remove_kill_).Run(); });
}

Result<std::vector<WantedKill>> SlotDatabase::KillsOf(const std::string& workflow) {
  const std::lock_guard lock(mutex_);
  std::vector<WantedKill> wanted;
  kills_.Bind(workflow);
  HPDL_TRY(EachRow(kills_, [&]() -> Result<void> {
    wanted.push_back({{std::string(kills_.Text(0)), {kills_.Integer(1)}},
                      std::string(kills_.Text(2)),
                      std::string(kills_.Text(3))});
    return {};
  }));
  return wanted;
}

std::string SlotDatabase::NewKey() {
  const Result<std::string> random = RandomHex();
  return "celos-" + (random ? *random : std::to_string(rt::NowMs()));
}

std::int64_t SlotDatabase::NowMs() {
  return rt::NowMs();
}

Result<std::optional<std::string>> SlotDatabase::Get(const std::string& bucket,
                                                     const std::string& key) {
  const std::lock_guard lock(mutex_);
  std::optional<std::string> value;
  get_.Bind(bucket).Bind(key);
  HPDL_TRY(EachRow(get_, [&]() -> Result<void> {
    value = get_.Text(0);
    return {};
  }));
  return value;
}

Result<std::map<std::string, std::string>> SlotDatabase::All(const std::string& bucket) {
  const std::lock_guard lock(mutex_);
  std::map<std::string, std::string> values;
  all_.Bind(bucket);
  HPDL_TRY(EachRow(all_, [&]() -> Result<void> {
    values.emplace(all_.Text(0), all_.Text(1));
    return {};
  }));
  return values;
}

Result<void> SlotDatabase::Put(const std::string& bucket, const std::string& key,
                               std::string_view json) {
  const std::lock_guard lock(mutex_);
  return Together([&] { return put_register_.Bind(bucket).Bind(key).Bind(json).Run(); });
}

Result<void> SlotDatabase::Remove(const std::string& bucket, const std::string& key) {
  const std::lock_guard lock(mutex_);
  return Together([&] { return remove_register_.Bind(bucket).Bind(key).Run(); });
}

Result<std::vector<std::string>> SlotDatabase::Keys(const std::string& bucket,
                                                    std::string_view prefix) {
  const Result<std::map<std::string, std::string>> values = All(bucket);
  HPDL_TRY(values);
  std::vector<std::string> keys;
  for (const auto& [key, value] : *values) {
    if (key.starts_with(prefix)) {
      keys.push_back(key);
    }
  }
  return keys;
}

Result<KeptTexts> SlotDatabase::ReadTexts() {
  const std::lock_guard lock(mutex_);
  KeptTexts texts;
  HPDL_TRY(EachRow(texts_query_, [&]() -> Result<void> {
    texts[std::string(texts_query_.Text(0))].emplace(texts_query_.Text(1), texts_query_.Text(2));
    return {};
  }));
  return texts;
}

Result<void> SlotDatabase::PutTexts(const KeptTexts& texts) {
  const std::lock_guard lock(mutex_);
  return Together([&]() -> Result<void> {
    for (const auto& [name, parts] : texts) {
      HPDL_TRY(remove_texts_.Bind(name).Run());
      for (const auto& [part, text] : parts) {
        HPDL_TRY(put_text_.Bind(name).Bind(part).Bind(text).Run());
      }
    }
    return {};
  });
}

Result<StoredSlots> SlotDatabase::Read() {
  const std::lock_guard lock(mutex_);
  StoredSlots all;
  HPDL_TRY(EachRow(states_query_, [&]() -> Result<void> {
    Result<SlotState> state = SlotStateOf(states_query_, 1);
    HPDL_TRY(state);
    const SlotId slot{std::string(states_query_.Text(0)), state->time};
    all.states.insert_or_assign(slot, std::move(*state));
    return {};
  }));
  HPDL_TRY(EachRow(marks_query_, [&]() -> Result<void> {
    const SlotId slot{std::string(marks_query_.Text(0)), {marks_query_.Integer(1)}};
    all.marks[slot] = {marks_query_.Integer(2)};
    return {};
  }));
  HPDL_TRY(EachRow(paused_query_, [&]() -> Result<void> {
    all.paused.emplace_back(paused_query_.Text(0));
    return {};
  }));
  HPDL_TRY(EachRow(registers_query_, [&]() -> Result<void> {
    all.registers[{std::string(registers_query_.Text(0)), std::string(registers_query_.Text(1))}] =
        registers_query_.Text(2);
    return {};
  }));
  for (const auto& [slot, submission] : submissions_) {
    all.submissions.push_back(submission);
  }
  return all;
}

Result<void> SlotDatabase::AddAll(const StoredSlots& more) {
  for (const auto& [slot, state] : more.states) {
    const Result<std::optional<SlotState>> found = queries_.Find(slot);
    HPDL_TRY(found);
    if (*found && **found != state) {
      return OtherHere("the slot " + slot.Text());
    }
    HPDL_TRY(*found ? Result<void>() : PutRow(slot, state));
  }
  for (const auto& [slot, marked] : more.marks) {
    HPDL_TRY(mark_.Bind(slot.workflow).Bind(slot.time.ms).Bind(marked.ms).Run());
  }
  for (const std::string& workflow : more.paused) {
    HPDL_TRY(pause_.Bind(workflow).Run());
  }
  for (const auto& [name, value] : more.registers) {
    std::optional<std::string> found;
    get_.Bind(name.first).Bind(name.second);
    HPDL_TRY(EachRow(get_, [&]() -> Result<void> {
      found = get_.Text(0);
      return {};
    }));
    if (found && *found != value) {
      return OtherHere("the register " + name.first + "/" + name.second);
    }
    HPDL_TRY(put_register_.Bind(name.first).Bind(name.second).Bind(value).Run());
  }
  for (const Submission& submission : more.submissions) {
    const auto found = submissions_.find(submission.slot);
    if (found != submissions_.end() && !AreSame(found->second, submission)) {
      return OtherHere("a submission of " + submission.slot.Text());
    }
    HPDL_TRY(PutRow(submission));
  }
  return {};
}

Result<void> SlotDatabase::Add(const StoredSlots& more) {
  const std::lock_guard lock(mutex_);
  recent_.Forget();
  HPDL_TRY(Together([&] { return AddAll(more); }));
  for (const Submission& submission : more.submissions) {
    submissions_.insert_or_assign(submission.slot, submission);
  }
  return {};
}

}  // namespace hpdl::rt::celos
