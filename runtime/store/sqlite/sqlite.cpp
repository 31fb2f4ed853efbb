#include "runtime/store/sqlite/sqlite.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "runtime/ground/base/percent.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

// The sizes in bytes of a WAL's head and of a frame in the WAL. The journal has SQLite's default
// page size.
constexpr std::int64_t kWalHead = 32, kWalFrame = 24 + 4096;
/// kWalLeft is the number of frames that must be free for a commit. GrowWal() adds kWalFirst frames
/// to a short WAL and kWalMore frames to a longer WAL; a short job needs no more than kWalFirst. A
/// single write of SQLite's file methods must be below 128 KiB.
constexpr std::int64_t kWalLeft = 4, kWalFirst = 16, kWalMore = 31;
static_assert(kWalMore * kWalFrame < 128 << 10);
/// SQLite's own limit: a commit that leaves this number of frames in the WAL also writes the WAL
/// back.
constexpr int kMostWalFrames = 1000;

/// The mmap() of SQLite. First reserves the blocks of a file that will be written through memory,
/// which is the `-shm` file. SQLite itself writes one byte of each 4096 bytes, so with smaller
/// blocks the file has holes. A write into a hole of a full file system ends the process by SIGBUS.
/// A file that has its blocks already, and a file system without fallocate(), get no reservation.
void* MapReserved(void* address, std::size_t size, int protection, int flags, int file,
                  off_t offset) {
  constexpr off_t kBlock = 512;  // the unit of st_blocks
  const off_t end = offset + static_cast<off_t>(size);
  struct stat info{};
  int failed = 0;
  if ((protection & PROT_WRITE) != 0 && (flags & MAP_SHARED) != 0 && fstat(file, &info) == 0 &&
      info.st_blocks * kBlock < end) {
    do {
      failed = fallocate(file, 0, offset, static_cast<off_t>(size)) == 0 ? 0 : errno;
    } while (failed == EINTR);
  }
  if (failed == ENOSPC || failed == EDQUOT || failed == EIO) {
    errno = failed;
    return MAP_FAILED;
  }
  return mmap(address, size, protection, flags, file, offset);
}

/// Sets the options of SQLite that hold for the whole process.
bool SetUpSqlite() {
  // The program never asks for the amount of used memory. Without memory statistics SQLite needs no
  // lock at each allocation.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_vfs* files = sqlite3_vfs_find("unix");
  return files != nullptr &&
         files->xSetSystemCall(files, "mmap", reinterpret_cast<sqlite3_syscall_ptr>(MapReserved)) ==
             SQLITE_OK;
}

}  // namespace

Error SqliteError(int code, int system_errno, std::string_view path, std::string_view message) {
  const int primary = code & 0xff;
  const std::string file(path);
  if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_FORMAT ||
      code == SQLITE_IOERR_SHORT_READ) {
    return {ErrorClass::kCorruptStore, "E0713",
            "the journal " + file + " is damaged: " + std::string(message)};
  }
  // Only SQLITE_IOERR and SQLITE_CANTOPEN set `system_errno`. With other result codes it belongs to
  // an earlier system call.
  if (primary != SQLITE_IOERR && primary != SQLITE_CANTOPEN) {
    system_errno = 0;
  }
  if (primary == SQLITE_FULL || system_errno == ENOSPC || system_errno == EDQUOT) {
    return {ErrorClass::kFatal, "E0713",
            "no space left for " + file + "; make room and resume the job"};
  }
  if (primary == SQLITE_READONLY) {
    return {ErrorClass::kFatal, "E0713", file + " cannot be written: it is read-only"};
  }
  if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED) {
    return {ErrorClass::kFatal, "E0713", file + " is in use by another process"};
  }
  std::string text = file + ": " + std::string(message);
  if (system_errno != 0) {
    text += " (" + std::string(std::strerror(system_errno)) + ")";
  }
  return {ErrorClass::kFatal, "E0713", text};
}

Statement::~Statement() {
  sqlite3_finalize(statement_);
}

Statement& Statement::Bind(std::int64_t value) {
  sqlite3_bind_int64(statement_, next_++, value);
  return *this;
}

Statement& Statement::Bind(std::string_view text) {
  // A null pointer would bind NULL, and the pointer of an empty string_view may be null.
  sqlite3_bind_text64(statement_, next_++, text.empty() ? "" : text.data(), text.size(),
                      SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

Statement& Statement::BindNull() {
  sqlite3_bind_null(statement_, next_++);
  return *this;
}

Result<bool> Statement::Step() {
  next_ = 1;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) {
    return true;
  }
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement_);
    return false;
  }
  Error error = database_->LastError();
  sqlite3_reset(statement_);
  return error;
}

Result<void> Statement::Run() {
  Result<bool> row = Step();
  HPDL_TRY(row);
  if (*row) {
    Reset();
  }
  return {};
}

void Statement::Reset() {
  sqlite3_reset(statement_);
  next_ = 1;
}

std::int64_t Statement::Integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

std::string_view Statement::Text(int column) const {
  const auto* text = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return {text,
          text == nullptr ? 0 : static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

bool Statement::IsNull(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

bool Statement::IsText(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_TEXT;
}

int Statement::columns() const {
  return sqlite3_column_count(statement_);
}

Result<std::unique_ptr<Database>> Database::Open(const std::string& path, Mode mode) {
  [[maybe_unused]] static const bool is_set_up = SetUpSqlite();
  std::unique_ptr<Database> database(new Database);
  database->path_ = path;
  for (const char* suffix : {"", "-wal", "-shm"}) {
    HPDL_TRY(RefuseOddFile(path + suffix));
  }
  // NOMUTEX: a connection is used by one thread only.
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE;
  if (mode == Mode::kCreate) {
    flags |= SQLITE_OPEN_CREATE;
  } else if (mode != Mode::kReadWrite) {
    flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY;
  }
  std::string name = path;
  if (mode == Mode::kSettled) {
    flags |= SQLITE_OPEN_URI;
    name = "file:" + PercentEncoded(path, kUnreservedMarks) + "?immutable=1";
  }
  if (sqlite3_open_v2(name.c_str(), &database->handle_, flags, nullptr) != SQLITE_OK) {
    return database->LastError();
  }
  sqlite3_extended_result_codes(database->handle_, 1);
  sqlite3_busy_timeout(database->handle_, 10000);
  return database;
}

Database::~Database() {
  sqlite3_close(handle_);
}

void Database::SetPatience(int milliseconds) {
  sqlite3_busy_timeout(handle_, milliseconds);
}

std::uint32_t Database::DataVersion() const {
  std::uint32_t version = 0;
  sqlite3_file_control(handle_, "main", SQLITE_FCNTL_DATA_VERSION, &version);
  return version;
}

Result<void> Database::Execute(const char* sql) {
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    return LastError();
  }
  return {};
}

Result<void> Database::Check() {
  Statement check;
  HPDL_TRY(Prepare("PRAGMA quick_check(1)", &check));
  const Result<bool> row = check.Step();
  HPDL_TRY(row);
  const std::string found(*row ? check.Text(0) : std::string_view());
  if (found == "ok") {
    return {};
  }
  constexpr std::string_view kCode = "error code=";
  const std::size_t at = found.find(kCode);
  const bool unread = found.find("failed to get page") != std::string::npos;
  const int code = at != std::string::npos ? std::atoi(found.c_str() + at + kCode.size())
                   : unread                ? SQLITE_IOERR_READ
                                           : SQLITE_CORRUPT;
  if ((code & 0xff) == SQLITE_IOERR && code != SQLITE_IOERR_SHORT_READ) {
    return SqliteError(code, EIO, path_, "a page cannot be read");
  }
  return SqliteError(SQLITE_CORRUPT, 0, path_, "its structure cannot be trusted");
}

Result<void> Database::WriteBack() {
  HPDL_TRY(Execute("PRAGMA wal_checkpoint(TRUNCATE)"));
  wal_frames_ = std::min<std::int64_t>(wal_frames_, 0);
  wal_size_ = 0;
  return SyncPart(SQLITE_FCNTL_JOURNAL_POINTER);
}

void Database::WatchWal() {
  sqlite3_wal_hook(handle_, &Database::AfterCommit, this);
}

/// Replaces SQLite's own WAL hook: writes the WAL back as that hook does, and also stores the
/// number of frames.
int Database::AfterCommit(void* self, sqlite3* handle, const char* name, int frames) {
  static_cast<Database*>(self)->wal_frames_ = frames;
  if (frames >= kMostWalFrames) {
    (void)sqlite3_wal_checkpoint(handle, name);
  }
  return SQLITE_OK;
}

void Database::GrowWal() {
  const std::int64_t end = kWalHead + wal_frames_ * kWalFrame;
  if (wal_frames_ < 0 || end + kWalLeft * kWalFrame <= wal_size_) {
    return;
  }
  sqlite3_file* file = nullptr;
  sqlite3_file_control(handle_, "main", SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&file));
  sqlite3_int64 size = 0;
  if (file == nullptr || file->pMethods == nullptr ||
      file->pMethods->xFileSize(file, &size) != SQLITE_OK) {
    return;
  }
  wal_size_ = size;
  if (end + kWalLeft * kWalFrame <= wal_size_) {
    return;  // there is room, because a write-back does not shorten the file
  }
  const std::vector<char> zeros((wal_frames_ < kWalFirst ? kWalFirst : kWalMore) * kWalFrame);
  const int bytes = static_cast<int>(zeros.size());
  if (file->pMethods->xWrite(file, zeros.data(), bytes, wal_size_) == SQLITE_OK) {
    wal_size_ += bytes;
  }
}

void Database::LeaveWal() {
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

Result<void> Database::Sync() {
  return SyncPart(SQLITE_FCNTL_FILE_POINTER);
}

Result<void> Database::SyncPart(int which) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(handle_, "main", which, static_cast<void*>(&file));
  errno = 0;
  const int code = file->pMethods->xSync(file, SQLITE_SYNC_FULL);
  return code == SQLITE_OK ? Result<void>() : SqliteError(code, errno, path_, "cannot sync");
}

Result<void> Database::Prepare(const char* sql, Statement* statement) {
  statement->database_ = this;
  if (sqlite3_prepare_v3(handle_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement->statement_,
                         nullptr) != SQLITE_OK) {
    const Error error = LastError();
    // A table or column is missing: the file is a database, but no database of this program.
    if ((sqlite3_errcode(handle_) & 0xff) == SQLITE_ERROR) {
      return Error{ErrorClass::kCorruptStore, "E0713",
                   "the journal " + path_ + " is damaged: " + sqlite3_errmsg(handle_)};
    }
    return error;
  }
  return {};
}

Error Database::LastError() const {
  if (handle_ == nullptr) {
    return SqliteError(SQLITE_NOMEM, 0, path_, "out of memory");
  }
  return SqliteError(sqlite3_extended_errcode(handle_), sqlite3_system_errno(handle_), path_,
                     sqlite3_errmsg(handle_));
}

}  // namespace hpdl::rt
