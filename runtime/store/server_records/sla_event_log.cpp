#include "runtime/store/server_records/sla_event_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "runtime/store/locks.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

constexpr const char* kEventSchema = R"(
PRAGMA synchronous=FULL;
CREATE TABLE IF NOT EXISTS event(
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL,
  UNIQUE(id, key));
)";

}  // namespace

Result<std::unique_ptr<SlaEventLog>> SlaEventLog::Open(const StateDirectory& state) {
  const std::string path = state.name() + "/sla-events.db";
  const Result<int> file = OpenRegular(path, O_RDWR | O_CREAT);
  HPDL_TRY(file);
  const bool own = ::fchmod(*file, 0600) == 0;
  const int error = errno;
  ::close(*file);
  if (!own) {
    return FileError(path, error);
  }
  Result<std::unique_ptr<Database>> database = Database::Open(path, Database::Mode::kCreate);
  HPDL_TRY(database);
  std::unique_ptr<SlaEventLog> log(new SlaEventLog);
  log->database_ = std::move(*database);
  HPDL_TRY(log->database_->Execute(kEventSchema));
  return log;
}

Result<void> SlaEventLog::Add(std::span<const SlaEventRow> events) {
  Statement known, put;
  HPDL_TRY(database_->Prepare("SELECT 1 FROM event WHERE id=? AND key=?", &known));
  HPDL_TRY(database_->Prepare("INSERT INTO event(id,key,text) VALUES(?,?,?)", &put));
  bool open = false;
  const auto add = [&]() -> Result<void> {
    for (const SlaEventRow& event : events) {
      const Result<bool> found = known.Bind(event.id).Bind(event.key).Step();
      HPDL_TRY(found);
      if (*found) {
        known.Reset();
        continue;
      }
      if (!open) {
        HPDL_TRY(database_->Execute("BEGIN IMMEDIATE"));
        open = true;
      }
      HPDL_TRY(put.Bind(event.id).Bind(event.key).Bind(event.text).Run());
    }
    return open ? database_->Execute("COMMIT") : Result<void>();
  };
  Result<void> added = add();
  if (!added && open) {
    (void)database_->Execute("ROLLBACK");
  }
  return added;
}

Result<std::vector<SlaEventRow>> SlaEventLog::After(std::int64_t after, std::size_t most,
                                                    std::string_view id) {
  Statement query;
  HPDL_TRY(
      database_->Prepare("SELECT number,id,key,text FROM event WHERE number>?1 AND ?2 IN ('',id) "
                         "ORDER BY number LIMIT ?3",
                         &query));
  query.Bind(after).Bind(id).Bind(static_cast<std::int64_t>(most));
  std::vector<SlaEventRow> events;
  for (Result<bool> row = query.Step(); !row || *row; row = query.Step()) {
    HPDL_TRY(row);
    SlaEventRow& event = events.emplace_back();
    event.number = query.Integer(0);
    event.id = query.Text(1);
    event.key = query.Text(2);
    event.text = query.Text(3);
  }
  return events;
}

}  // namespace hpdl::rt
