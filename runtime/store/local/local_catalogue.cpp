#include "runtime/store/local/local_catalogue.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <optional>
#include <utility>

#include "runtime/ground/base/local_files.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/local/local_lease.h"
#include "runtime/store/local/local_work_folder.h"
#include "runtime/store/locks.h"
#include "runtime/store/own_files.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {
namespace {

constexpr const char* kFolder = "catalogue-";
/// The mark of a job that does not exist is kept for this number of seconds, because a process may
/// still be making the job.
constexpr std::time_t kMakingSeconds = 60;

/// Returns the mode of a new file: `shared` if a group may write the state directory, otherwise
/// `own`.
mode_t ModeOfShared(const std::string& state_path, mode_t own, mode_t shared) {
  struct stat info{};
  return stat(state_path.c_str(), &info) == 0 && (info.st_mode & S_IWGRP) != 0 ? shared : own;
}

/// Makes a mark or renews the time of an existing mark.
void MakeMark(const std::string& path, mode_t mode) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode);
  if (file >= 0) {
    (void)futimens(file, nullptr);
    close(file);
  }
}

/// Returns the time when a mark was made; nullopt if there is no mark.
std::optional<timespec> TimeOfMark(const std::string& path) {
  struct stat info{};
  return lstat(path.c_str(), &info) == 0 ? std::optional(info.st_ctim) : std::nullopt;
}

bool IsSame(const timespec& a, const std::optional<timespec>& b) {
  return b && a.tv_sec == b->tv_sec && a.tv_nsec == b->tv_nsec;
}

/// Returns the job rows in a journal. Returns no rows for a damaged journal and for a journal of
/// another user, so that the catalogue can still show the other jobs. The command `info` reports
/// the fault of the journal. Returns other errors, because a later call may succeed. If an engine
/// begins to write the journal during this call, the engine marks the job, and a later call reads
/// the journal again.
Result<std::vector<JobRow>> RowsOf(const std::string& job_path) {
  if (!RefuseForeignJob(job_path)) {
    return std::vector<JobRow>();
  }
  const std::string path = job_path + "/journal.db";
  const Result<std::unique_ptr<Journal>> journal = LocalLease::IsHeld(job_path)
                                                       ? SqliteJournal::Open(path, true)
                                                       : SqliteJournal::OpenSettled(path);
  Result<std::vector<JobRow>> rows =
      journal ? (*journal)->Jobs() : Result<std::vector<JobRow>>(journal.error());
  const bool damaged = !rows && rows.error().error_class == ErrorClass::kCorruptStore;
  return damaged ? std::vector<JobRow>() : rows;
}

}  // namespace

LocalCatalogue::LocalCatalogue(std::string state_path)
    : state_path_(std::move(state_path)),
      path_(state_path_ + "/" + kFolder + std::to_string(store_schema::kCatalogueVersion)) {}

std::string LocalCatalogue::JobPath(const std::string& root_id) const {
  return LocalWorkFolder(state_path_).OfJob(root_id);
}

Result<void> LocalCatalogue::MakeFolder() {
  const mode_t mode = ModeOfShared(state_path_, 0700, 0770);
  for (const std::string& path : {path_, path_ + "/changed"}) {
    if (mkdir(path.c_str(), 0700) == 0) {
      (void)chmod(path.c_str(), mode);
    } else if (errno != EEXIST) {
      return FileError(path, errno);
    }
    HPDL_TRY(RefuseForeignDirectory(path));
  }
  return {};
}

bool LocalCatalogue::IsCurrent() const {
  struct stat info{};
  return table_ != nullptr && stat(DatabasePath().c_str(), &info) == 0 && info.st_dev == device_ &&
         info.st_ino == inode_;
}

/// Opens the table. With Wait::kLong, also creates the database file if it does not exist.
Result<void> LocalCatalogue::Open(CatalogueTable::Wait wait) {
  if (IsCurrent()) {
    table_->SetWait(wait);
    return {};
  }
  table_.reset();
  filled_ = false;
  if (wait == CatalogueTable::Wait::kLong) {
    const mode_t mode = ModeOfShared(state_path_, 0600, 0660);
    const int made =
        open(DatabasePath().c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (made >= 0) {
      (void)fchmod(made, mode);
      close(made);
    }
  }
  Result<std::unique_ptr<CatalogueTable>> table = CatalogueTable::Open(DatabasePath(), wait);
  HPDL_TRY(table);
  struct stat info{};
  if (stat(DatabasePath().c_str(), &info) != 0) {
    return FileError(DatabasePath(), errno);
  }
  table_ = std::move(*table);
  device_ = info.st_dev;
  inode_ = info.st_ino;
  return {};
}

Result<bool> LocalCatalogue::IsFilled() {
  if (!filled_) {
    const Result<bool> filled = table_->IsFilled();
    HPDL_TRY(filled);
    filled_ = *filled;
  }
  return filled_;
}

void LocalCatalogue::Touch(const std::string& root_id) {
  if (!MakeFolder()) {
    return;
  }
  if (TimeOfMark(MarkPath(root_id))) {
    Doubt(root_id);  // an engine died or found the table busy, so rows that it put may be missing
                     // from the table
  }
  const mode_t mode = ModeOfShared(state_path_, 0600, 0660);
  for (const std::string& name : NamesIn(state_path_)) {
    if (name.starts_with(kFolder)) {
      MakeMark(state_path_ + "/" + name + "/changed/" + root_id, mode);
    }
  }
}

void LocalCatalogue::Put(const std::string& root_id, const std::vector<JobRow>& rows) {
  std::map<std::int64_t, JobRow>& missed = missed_[root_id];
  for (const JobRow& row : rows) {
    missed[row.number] = row;
  }
  // The first row of a new job stays in `missed_`, so that the table is written once and not twice.
  // The row goes into the table with the job's next row, or when the process that made the job
  // gives back the lease.
  if (rows.size() == 1 && rows[0].number == 0 && rows[0].state == JobState::kPrep) {
    return;
  }
  if (PutMissed(root_id)) {
    missed_.erase(root_id);
  }
}

Result<void> LocalCatalogue::PutMissed(const std::string& root_id) {
  HPDL_TRY(Open(CatalogueTable::Wait::kNever));
  CatalogueTable::Writing writing(*table_);
  HPDL_TRY(writing.Begin());
  if (const Result<bool> filled = IsFilled(); !filled || !*filled) {
    return filled ? Error{ErrorClass::kTransient, "", "not filled"} : filled.error();
  }
  std::vector<JobRow> rows;
  for (const auto& [number, row] : missed_[root_id]) {
    rows.push_back(row);
  }
  HPDL_TRY(table_->Put(root_id, rows));
  return writing.Commit();
}

void LocalCatalogue::Settle(const std::string& root_id) {
  if (missed_.contains(root_id)) {
    Put(root_id, {});
  }
  const bool doubted = doubted_.erase(root_id) != 0;
  if (missed_.erase(root_id) == 0 && !doubted) {
    (void)unlink(MarkPath(root_id).c_str());
  }
}

/// Reads one journal into the table, or removes its rows from the table if the journal is gone.
/// `*read` is false if the journal could not be read now.
Result<void> LocalCatalogue::Read(const std::string& root_id, bool* read) {
  *read = true;
  struct stat info{};
  if (lstat(JobPath(root_id).c_str(), &info) != 0) {
    return table_->Remove(root_id);
  }
  const Result<std::vector<JobRow>> rows = RowsOf(JobPath(root_id));
  *read = rows.ok();
  return rows ? table_->Put(root_id, *rows) : Result<void>();
}

Result<void> LocalCatalogue::Fill() {
  CatalogueTable::Writing writing(*table_);
  HPDL_TRY(writing.Begin());
  if (const Result<bool> filled = IsFilled(); filled && *filled) {
    return {};  // a second program has filled the table meanwhile
  }
  HPDL_TRY(table_->Clear());
  for (const std::string& name : NamesIn(state_path_ + "/jobs")) {
    if (!IsJobId(name)) {
      continue;
    }
    bool read = false;
    HPDL_TRY(Read(name, &read));
    // A program that took the lease before the catalogue's folder existed may not have marked the
    // job.
    if (!read || LocalLease::IsHeld(JobPath(name))) {
      MakeMark(MarkPath(name), ModeOfShared(state_path_, 0600, 0660));
    }
  }
  HPDL_TRY(table_->SetFilled());
  return writing.Commit();
}

Result<void> LocalCatalogue::Rebuild() {
  HPDL_TRY(MakeFolder());
  const Result<LockedFile> alone = LockedFile::Await(path_ + "/lock");
  HPDL_TRY(alone);
  table_.reset();
  for (const char* suffix : {"", "-wal", "-shm"}) {
    unlink((DatabasePath() + suffix).c_str());
  }
  HPDL_TRY(Open(CatalogueTable::Wait::kLong));
  return Fill();
}

Result<void> LocalCatalogue::MakeReady() {
  HPDL_TRY(MakeFolder());
  Result<void> opened = Open(CatalogueTable::Wait::kLong);
  if (opened) {
    const Result<bool> filled = IsFilled();
    opened = !filled ? Result<void>(filled.error()) : *filled ? Result<void>() : Fill();
  }
  return !opened && opened.error().error_class == ErrorClass::kCorruptStore ? Rebuild() : opened;
}

Result<void> LocalCatalogue::TakeMark(const std::string& root_id) {
  const std::string mark = MarkPath(root_id);
  const std::optional<timespec> made = TimeOfMark(mark);
  if (!made || LocalLease::IsHeld(JobPath(root_id))) {
    return {};
  }
  struct stat info{};
  const bool has_job = lstat(JobPath(root_id).c_str(), &info) == 0;
  bool read = false;
  {
    CatalogueTable::Writing writing(*table_);
    HPDL_TRY(writing.Begin());
    HPDL_TRY(Read(root_id, &read));
    HPDL_TRY(writing.Commit());
  }
  const bool is_new = std::time(nullptr) - made->tv_sec < kMakingSeconds;
  if (read && (has_job || !is_new) && IsSame(*made, TimeOfMark(mark))) {
    (void)unlink(mark.c_str());
    if (LocalLease::IsHeld(
            JobPath(root_id))) {  // a process took the lease meanwhile, and needs the mark
      MakeMark(mark, ModeOfShared(state_path_, 0600, 0660));
    }
  }
  return {};
}

Result<void> LocalCatalogue::TakeMarks() {
  for (const std::string& name : NamesIn(path_ + "/changed")) {
    if (IsJobId(name)) {
      HPDL_TRY(TakeMark(name));
    }
  }
  return {};
}

/// Answers a question from all journals. If the table is damaged, makes a new table.
template <class Question>
auto LocalCatalogue::Ask(const Question& question) -> decltype(question()) {
  for (int tries = 0;; ++tries) {
    HPDL_TRY(MakeReady());
    const Result<void> taken = TakeMarks();
    auto answer = taken ? question() : decltype(question())(taken.error());
    if (answer || answer.error().error_class != ErrorClass::kCorruptStore || tries > 0) {
      return answer;
    }
    HPDL_TRY(Rebuild());
  }
}

Result<CataloguePage> LocalCatalogue::Find(const JobFilter& filter, const PageRequest& page) {
  return Ask([&] { return table_->Find(filter, page); });
}

Result<std::map<JobState, std::int64_t>> LocalCatalogue::Count(const JobFilter& filter) {
  return Ask([&] { return table_->Count(filter); });
}

Result<std::vector<CatalogueEntry>> LocalCatalogue::Parked(const ParkedPlace& after,
                                                           std::size_t most) {
  return Ask([&] { return table_->Parked(after, most); });
}

Result<std::vector<JobStateNow>> LocalCatalogue::States(const std::vector<std::string>& ids,
                                                        std::int64_t changed_from_ms) {
  return Ask([&] { return table_->States(ids, changed_from_ms); });
}

Result<std::vector<CatalogueEntry>> LocalCatalogue::Beginning(const std::string& prefix) {
  return Ask([&] { return table_->Beginning(prefix); });
}

Result<std::string> LocalCatalogue::RootOf(std::string_view id) {
  return Ask([&] { return table_->RootOf(id); });
}

Result<void> LocalCatalogue::Forget(const std::string& root_id) {
  HPDL_TRY(MakeReady());
  CatalogueTable::Writing writing(*table_);
  HPDL_TRY(writing.Begin());
  HPDL_TRY(table_->Remove(root_id));
  HPDL_TRY(writing.Commit());
  (void)unlink(MarkPath(root_id).c_str());
  return {};
}

Result<void> LocalCatalogue::MakeFirst() {
  struct stat info{};
  const bool is_there = stat(DatabasePath().c_str(), &info) == 0;
  return is_there || HasNames(state_path_ + "/jobs") ? Result<void>() : MakeReady();
}

}  // namespace hpdl::rt
