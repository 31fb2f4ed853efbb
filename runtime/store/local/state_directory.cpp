#include "runtime/store/local/state_directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/fnv_hash.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/remove_tree.h"
#include "runtime/ground/base/state_mark.h"
#include "runtime/store/file_system.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/local/bell.h"
#include "runtime/store/local/local_catalogue.h"
#include "runtime/store/local/local_lease.h"
#include "runtime/store/local/local_mailbox.h"
#include "runtime/store/locks.h"
#include "runtime/store/own_files.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {
namespace {

/// Removes a file or a directory with its whole content. A missing path is accepted.
Result<void> RemoveAt(const std::string& path) {
  const int error = RemoveTree(AT_FDCWD, path.c_str());
  return error == 0 ? Result<void>() : FileError(path, error);
}

/// The limit of the counter of jobs. Ids have room for numbers below this limit.
constexpr std::int64_t kMostNumber = 999'999'999'999;

/// Returns the number in a file of one line, from 0 up to but not including kMostNumber. Returns
/// nullopt if the file holds another text.
std::optional<std::int64_t> ReadNumber(int file) {
  char text[32];
  const ssize_t size = pread(file, text, sizeof text, 0);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text, text + (size > 0 ? size : 0), number);
  const bool whole = end == text + size - 1 && *end == '\n';
  return size > 0 && error == std::errc() && whole && number >= 0 && number < kMostNumber
             ? std::optional(number)
             : std::nullopt;
}

/// Reads a file of one line: the part of ids that stands for the state directory. Returns "" if the
/// file holds another text.
std::string ReadIdPart(int file) {
  char text[kIdPartSize + 2];
  const ssize_t size = pread(file, text, sizeof text, 0);
  const std::string_view line(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::string_view part = line.substr(0, kIdPartSize);
  return line.size() == kIdPartSize + 1 && line.back() == '\n' && IsIdPart(part) ? std::string(part)
                                                                                 : std::string();
}

/// Returns the version in a file; 0 if there is no file or the file contains no number. The file is
/// empty if the machine stopped while the first program made the file.
Result<std::int64_t> StoredVersion(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0) {
    return 0;
  }
  const Result<int> file = OpenRegular(path, O_RDONLY);
  HPDL_TRY(file);
  const std::int64_t version = ReadNumber(*file).value_or(0);
  close(*file);
  return version;
}

/// A lease whose job has a mark in the catalogue. The destructor calls Settle() before it gives the
/// lease back.
class CataloguedLease final : public Lease {
 public:
  CataloguedLease(std::unique_ptr<Lease> lease, std::shared_ptr<Catalogue> catalogue,
                  std::string root_id)
      : lease_(std::move(lease)), catalogue_(std::move(catalogue)), root_id_(std::move(root_id)) {
    catalogue_->Touch(root_id_);
  }
  ~CataloguedLease() override { catalogue_->Settle(root_id_); }
  CataloguedLease(const CataloguedLease&) = delete;
  CataloguedLease& operator=(const CataloguedLease&) = delete;

 private:
  std::unique_ptr<Lease> lease_;
  std::shared_ptr<Catalogue> catalogue_;
  std::string root_id_;
};

class LocalStateDirectory final : public StateDirectory {
 public:
  explicit LocalStateDirectory(const std::string& path)
      : path_(path), work_(path), catalogue_(std::make_shared<LocalCatalogue>(path)) {}

  Result<void> CheckVersion(bool create);
  Result<void> PutMark();
  const std::string& name() const override { return path_; }
  const LocalWorkFolder& work() const override { return work_; }
  using StateDirectory::NewJobId;
  Result<std::string> NewJobId(std::string_view user, JobType type) override;
  Result<std::unique_ptr<Journal>> CreateJob(std::string_view id) override;
  Result<std::unique_ptr<Journal>> OpenJob(std::string_view id, bool read_only) override;
  bool HasJob(std::string_view root_id) const override;
  Result<std::string> FindRoot(std::string_view id) override;
  Result<std::unique_ptr<Lease>> TakeLease(const std::string& root_id, bool wait) override;
  bool IsRun(const std::string& root_id) const override {
    return LocalLease::IsHeld(JobPath(root_id));
  }
  Result<std::unique_ptr<Lease>> TakeMaking(std::string_view id) override;
  std::unique_ptr<Mailbox> OpenMailbox(std::string_view root_id) override {
    return std::make_unique<LocalMailbox>(JobPath(root_id), BellPath());
  }
  std::unique_ptr<MailboxBell> OpenBell() override {
    return std::make_unique<LocalBell>(BellPath());
  }
  Result<void> RemoveJob(std::string_view id) override;
  Result<void> EmptyTrash() override;
  JournalCheck CheckJob(std::string_view root_id) override {
    return CheckJournal(JournalPath(root_id));
  }
  Result<JournalSalvage> SalvageJob(std::string_view root_id) override {
    return SalvageJournal(JournalPath(root_id));
  }
  LocalCatalogue& catalogue() override { return *catalogue_; }

 private:
  std::string JobPath(std::string_view root_id) const { return work_.OfJob(root_id); }
  std::string JournalPath(std::string_view root_id) const {
    return JobPath(root_id) + "/journal.db";
  }
  std::string TrashPath() const { return path_ + "/trash"; }
  /// Moves the folder of a job to `to` in the trash. Returns false if the disk has no room for the
  /// new directory entry.
  Result<bool> SetAside(const std::string& from, const std::string& to) const;
  std::string BellPath() const { return path_ + "/bell"; }
  std::int64_t HighestNumber() const;
  Result<std::string> IdPart() const;
  SqliteJournal::Committed ToCatalogue(const std::string& root_id) const;

  const std::string path_;
  const LocalWorkFolder work_;
  const std::shared_ptr<LocalCatalogue> catalogue_;  ///< shared with open journals and leases
};

Error NoSuchJob(std::string_view id) {
  return {ErrorClass::kError, "E0604", "Job does not exist [" + std::string(id) + "]"};
}

Result<void> LocalStateDirectory::CheckVersion(bool create) {
  const std::string file = path_ + "/version";
  const Result<std::int64_t> version = StoredVersion(file);
  HPDL_TRY(version);
  if (*version > store_schema::kDirectoryVersion) {
    return Error{ErrorClass::kFatal, "E0713",
                 "the state directory " + path_ + " is of version " + std::to_string(*version) +
                     ", but this version of hpdl supports versions only up to " +
                     std::to_string(store_schema::kDirectoryVersion)};
  }
  // Several programs may make this file at the same time, and a program may die before it has
  // written all of it. So WriteWhole() puts the complete file at its path in one step.
  const std::string text = std::to_string(store_schema::kDirectoryVersion) + "\n";
  if (*version == 0 && create && !WriteWhole(file, text, 0644)) {
    return FileError("the state directory cannot be written: " + file, errno);
  }
  return {};
}

/// Returns the highest number of a job that has a folder.
std::int64_t LocalStateDirectory::HighestNumber() const {
  std::int64_t highest = 0;
  for (const std::string& name : NamesIn(path_ + "/jobs")) {
    std::int64_t number = 0;
    const bool is_number =
        std::from_chars(name.data(), name.data() + name.size(), number).ec == std::errc();
    if (IsJobId(name) && is_number && number <= kMostNumber) {
      highest = std::max(highest, number);
    }
  }
  return highest;
}

/// Returns the part of ids that stands for this state directory; no other state directory has the
/// same part (job_ids.h). The caller must have the lock of the counter. If the directory has no
/// part yet, because it is new or of an earlier version, this function makes the part. A damaged
/// part is replaced. Everybody may read the file, because the part is in each id.
Result<std::string> LocalStateDirectory::IdPart() const {
  const std::string path = path_ + "/" + kStateMark;
  std::string part;
  if (access(path.c_str(), F_OK) == 0 || errno != ENOENT) {
    const Result<int> file = OpenRegular(path, O_RDONLY);
    HPDL_TRY(file);
    part = ReadIdPart(*file);
    close(*file);
  }
  if (!part.empty()) {
    return part;
  }
  Result<std::string> made = NewIdPart();
  HPDL_TRY(made);
  if (!WriteWhole(path, *made + "\n", 0644)) {
    return FileError(path, errno);
  }
  return made;
}

/// Makes the file by which others know the state directory (state_mark.h), if the file is missing.
/// Call this function before the directory gets a database: the mark keeps the files of databases
/// out of applications around the directory. If a process reads such a file without SQLite and
/// closes it, the kernel takes away the process's locks on the database.
Result<void> LocalStateDirectory::PutMark() {
  if (access((path_ + "/" + kStateMark).c_str(), F_OK) == 0 || errno != ENOENT) {
    return {};
  }
  const Result<LockedFile> counter = LockedFile::Await(path_ + "/counter");
  HPDL_TRY(counter);
  const Result<std::string> part = IdPart();
  return part ? Result<void>() : Result<void>(part.error());
}

Result<std::string> LocalStateDirectory::NewJobId(std::string_view user, JobType type) {
  Result<LockedFile> counter = LockedFile::Await(path_ + "/counter");
  HPDL_TRY(counter);
  const Result<std::string> part = IdPart();
  HPDL_TRY(part);
  // The counter is not synced, so a crash may lose numbers. Ids stay different, because they also
  // contain the time. A new or damaged counter continues from the existing jobs.
  const std::optional<std::int64_t> last = ReadNumber(counter->file());
  if (!last && ftruncate(counter->file(), 0) != 0) {
    return FileError(path_ + "/counter", errno);
  }
  const std::int64_t number = (last ? *last : HighestNumber()) + 1;
  const std::string next = std::to_string(number) + "\n";
  if (pwrite(counter->file(), next.data(), next.size(), 0) != static_cast<ssize_t>(next.size())) {
    return FileError(path_ + "/counter", errno);
  }
  return FormatJobId(number, NowMs(), *part, user, type);
}

bool LocalStateDirectory::HasJob(std::string_view id) const {
  struct stat info{};
  return IsJobId(id) && lstat(JobPath(id).c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

Result<std::unique_ptr<Journal>> LocalStateDirectory::CreateJob(std::string_view id) {
  const std::string directory = JobPath(id);
  // Only this user may see properties, arguments and the secret of callbacks.
  if (mkdir(directory.c_str(), 0700) != 0) {
    return FileError(directory, errno);
  }
  Result<std::unique_ptr<Journal>> journal =
      SqliteJournal::Create(JournalPath(id), ToCatalogue(std::string(id)));
  if (!journal) {
    (void)RemoveAt(directory);
    return journal;
  }
  SyncDirectory(directory);
  SyncDirectory(path_ + "/jobs");
  return journal;
}

Result<std::unique_ptr<Journal>> LocalStateDirectory::OpenJob(std::string_view id, bool read_only) {
  Result<std::string> root = FindRoot(id);
  HPDL_TRY(root);
  return SqliteJournal::Open(JournalPath(*root), read_only,
                             read_only ? SqliteJournal::Committed() : ToCatalogue(*root));
}

Result<std::string> LocalStateDirectory::FindRoot(std::string_view id) {
  if (HasJob(id)) {
    HPDL_TRY(RefuseForeignJob(JobPath(id)));
    return std::string(id);
  }
  if (!IsJobId(id)) {
    return NoSuchJob(id);
  }
  Result<std::string> root = catalogue_->RootOf(id);
  HPDL_TRY(root);
  if (!root->empty() && HasJob(*root)) {
    HPDL_TRY(RefuseForeignJob(JobPath(*root)));
    return root;
  }
  return NoSuchJob(id);
}

SqliteJournal::Committed LocalStateDirectory::ToCatalogue(const std::string& root_id) const {
  return [catalogue = catalogue_, root_id](bool durable, const std::vector<JobRow>& rows) {
    if (durable) {
      catalogue->Put(root_id, rows);
    } else {
      catalogue->Doubt(root_id);
    }
  };
}

Result<std::unique_ptr<Lease>> LocalStateDirectory::TakeLease(const std::string& root_id,
                                                              bool wait) {
  Result<std::unique_ptr<Lease>> lease = LocalLease::Take(JobPath(root_id), wait);
  HPDL_TRY(lease);
  return std::unique_ptr<Lease>(new CataloguedLease(std::move(*lease), catalogue_, root_id));
}

/// The lock of an id is one byte of a file. If two ids share a byte, their makers wait for each
/// other. Older versions lock the whole file.
Result<std::unique_ptr<Lease>> LocalStateDirectory::TakeMaking(std::string_view id) {
  constexpr std::uint64_t kBytes = std::uint64_t{1} << 40;
  FnvHash64 hash;
  hash.Add(id);
  Result<LockedFile> file =
      LockedFile::AwaitByte(path_ + "/making", static_cast<std::int64_t>(hash.value() % kBytes));
  HPDL_TRY(file);
  return std::unique_ptr<Lease>(new LocalLease(std::move(*file)));
}

Result<void> LocalStateDirectory::RemoveJob(std::string_view id) {
  if (!HasJob(id)) {
    return NoSuchJob(id);
  }
  const std::string path = JobPath(id), aside = TrashPath() + "/" + std::string(id);
  HPDL_TRY(RefuseForeignJob(path));
  const Result<bool> moved = SetAside(path, aside);
  HPDL_TRY(moved);
  if (!*moved) {
    HPDL_TRY(RemoveAt(path));
  }
  HPDL_TRY(catalogue_->Forget(std::string(id)));
  return *moved ? RemoveAt(aside) : Result<void>();
}

Result<bool> LocalStateDirectory::SetAside(const std::string& from, const std::string& to) const {
  const bool made = mkdir(TrashPath().c_str(), 0700) == 0 || errno == EEXIST;
  int error = made ? 0 : errno;
  if (made) {
    HPDL_TRY(RefuseForeignJob(TrashPath()));
    HPDL_TRY(RemoveAt(to));
    error = rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
  }
  if (error == 0) {
    SyncDirectory(path_ + "/jobs");  // a power cut after Forget() must not bring the job back
    return true;
  }
  return error == ENOSPC || error == EDQUOT ? Result<bool>(false) : FileError(to, error);
}

Result<void> LocalStateDirectory::EmptyTrash() {
  const std::vector<std::string> names = NamesIn(TrashPath());
  if (!names.empty()) {
    HPDL_TRY(RefuseForeignJob(TrashPath()));
  }
  Result<void> all;
  for (const std::string& name : names) {
    if (Result<void> removed = RemoveAt(TrashPath() + "/" + name); !removed && all) {
      all = std::move(removed);
    }
  }
  return all;
}

}  // namespace

Result<std::unique_ptr<StateDirectory>> StateDirectory::Open(const std::string& path, bool create) {
  if (path.empty()) {
    return Error{ErrorClass::kFatal, "E0713", "the path of the state directory is empty"};
  }
  if (const int error = create ? MakeDirectories(path) : 0; error != 0) {
    return FileError("the state directory cannot be made: " + path, error);
  }
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) {
    return FileError("the state directory " + path + " cannot be read", errno);
  }
  if (!S_ISDIR(info.st_mode)) {
    return FileError("the state directory " + path + " cannot be used", ENOTDIR);
  }
  HPDL_TRY(RefuseNetworkFileSystem(path));
  // Children of a job work in directories of their own, so the path of the state directory must be
  // absolute.
  char* absolute = realpath(path.c_str(), nullptr);
  if (absolute == nullptr) {
    return FileError("the state directory " + path + " cannot be read", errno);
  }
  std::unique_ptr<LocalStateDirectory> directory(new LocalStateDirectory(absolute));
  free(absolute);
  HPDL_TRY(RefuseOpenParents(directory->name()));
  HPDL_TRY(RefuseForeignDirectory(directory->name()));
  HPDL_TRY(directory->CheckVersion(create));
  if (create) {
    if (const int error = MakeDirectories(path + "/jobs"); error != 0) {
      return FileError("the state directory cannot be made: " + path + "/jobs", error);
    }
    if (access((path + "/jobs").c_str(), W_OK) != 0) {
      return FileError("the state directory " + path + " cannot be written", errno);
    }
  }
  if (access((directory->name() + "/jobs").c_str(), F_OK) == 0) {
    HPDL_TRY(RefuseForeignDirectory(directory->name() + "/jobs"));
  }
  if (create) {
    HPDL_TRY(directory->PutMark());
    (void)directory->catalogue().MakeFirst();  // a later query of the catalogue reports the error
  }
  return std::unique_ptr<StateDirectory>(std::move(directory));
}

}  // namespace hpdl::rt
