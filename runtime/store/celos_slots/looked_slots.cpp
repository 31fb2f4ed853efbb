#include "runtime/store/celos_slots/looked_slots.h"

#include <unistd.h>

#include <utility>

#include "runtime/store/own_files.h"

namespace hpdl::rt::celos {
namespace {

/// Returns the status of a file; nullopt if there is no file.
std::optional<struct stat> Look(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 ? std::optional(info) : std::nullopt;
}

bool HasWal(const std::string& path) {
  const std::optional<struct stat> wal = Look(path + "-wal");
  return wal && wal->st_size > 0;
}

bool AreSame(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino && one.st_size == other.st_size &&
         one.st_mtim.tv_sec == other.st_mtim.tv_sec && one.st_mtim.tv_nsec == other.st_mtim.tv_nsec;
}

}  // namespace

Result<std::unique_ptr<LookedSlots>> LookedSlots::Open(const std::string& path, Way way) {
  std::unique_ptr<LookedSlots> looked(new LookedSlots);
  looked->path_ = path;
  HPDL_TRY(RefuseOddFile(path));
  const std::optional<struct stat> info = Look(path);
  if (!info || info->st_size == 0) {
    return looked;
  }
  // A reader of a WAL needs the WAL's index. A process that may write the file can make the index.
  // A process that may only read the file must use an index that a writer has made.
  const bool wal = HasWal(path);
  const bool settled = !wal && way == Way::kAsItLies;
  const bool writable = access(path.c_str(), W_OK) == 0;
  Result<std::unique_ptr<Database>> database =
      Database::Open(path, settled    ? Database::Mode::kSettled
                           : writable ? Database::Mode::kReadWrite
                                      : Database::Mode::kReadOnly);
  HPDL_TRY(database);
  looked->database_ = std::move(*database);
  if (settled) {
    looked->settled_ = info;
  } else if (wal) {
    looked->database_->LeaveWal();
  }
  if (const Result<void> prepared = looked->Prepare(); !prepared && looked->HasStayed()) {
    return prepared.error();
  }
  return looked;
}

Result<void> LookedSlots::Prepare() {
  std::int64_t found = 0;
  {
    Statement version;
    HPDL_TRY(database_->Prepare("PRAGMA user_version", &version));
    HPDL_TRY(version.Step());
    found = version.Integer(0);
  }
  if (found > kSlotsVersion) {
    return Error{ErrorClass::kFatal, "",
                 path_ + " was written by a later version of hpdl; use that version"};
  }
  if (found == 0) {
    database_.reset();  // a process made the file and died before it had written anything into it
    return {};
  }
  return queries_.Prepare(*database_);
}

bool LookedSlots::HasStayed() const {
  if (!settled_) {
    return true;
  }
  const std::optional<struct stat> now = Look(path_);
  return now && AreSame(*now, *settled_) && !HasWal(path_);
}

Result<std::optional<SlotState>> LookedSlots::Find(const SlotId& slot) {
  return queries_.prepared() ? queries_.Find(slot) : std::optional<SlotState>();
}

Result<StoredStates> LookedSlots::Between(const std::string& workflow, ScheduledTime start,
                                          ScheduledTime end) {
  StoredStates stored;
  if (queries_.prepared()) {
    Result<std::vector<SlotState>> states = queries_.Between(workflow, start, end);
    HPDL_TRY(states);
    stored.states = std::move(*states);
  }
  return stored;
}

Result<bool> LookedSlots::IsPaused(const std::string& workflow) {
  return queries_.prepared() ? queries_.IsPaused(workflow) : Result<bool>(false);
}

}  // namespace hpdl::rt::celos
