#ifndef HPDL_RUNTIME_STORE_SQLITE_SQLITE_H_
#define HPDL_RUNTIME_STORE_SQLITE_SQLITE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

/// Just enough of SQLite for the store, with its errors put into our classes.
namespace hpdl::rt {

/// A prepared statement, kept for the life of its database. Binding is by position, from 1 upwards.
class Statement {
 public:
  Statement() = default;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  /// Texts are not copied: they must live until Step() has returned.
  Statement& Bind(std::int64_t value);
  Statement& Bind(std::string_view text);
  Statement& BindNull();
  /// True: a row is there. False: done, and the statement is ready for the next use.
  Result<bool> Step();
  /// Runs a statement that gives no rows.
  Result<void> Run();
  /// Ends a query before its last row.
  void Reset();

  std::int64_t Integer(int column) const;
  std::string_view Text(int column) const;  ///< valid until the next Step()
  bool IsNull(int column) const;
  bool IsText(int column) const;
  int columns() const;
  bool prepared() const { return statement_ != nullptr; }

 private:
  friend class Database;
  sqlite3_stmt* statement_ = nullptr;
  class Database* database_ = nullptr;
  int next_ = 1;
};

/// A connection. Statements prepared on it must be destroyed before it.
class Database {
 public:
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  enum class Mode : std::uint8_t {
    kCreate,
    kReadWrite,
    kReadOnly,
    kSettled,  ///< read as it lies: nobody writes it, and it has no WAL. Nothing is locked or made
  };
  static Result<std::unique_ptr<Database>> Open(const std::string& path, Mode mode);

  /// How long what is locked by another connection is waited for; 10 s unless told.
  void SetPatience(int milliseconds);
  Result<void> Execute(const char* sql);
  Result<void> Prepare(const char* sql, Statement* statement);
  /// Looks at all pages: kCorruptStore if they do not hang together. A page that cannot be read is
  /// an error of the disk, and no damage.
  Result<void> Check();
  /// Writes what the WAL holds into the database itself, and empties it; both are durable when it
  /// returns. A sync that failed in an earlier process may have left there what only the memory of
  /// the machine has, and what is appended after it would be lost with it; this way it is written
  /// once more, or known to fail.
  Result<void> WriteBack();
  /// From now on GrowWal() makes room in the WAL.
  void WatchWal();
  /// Writes zeros behind what the WAL holds, once little is left of those that it wrote before, so
  /// that the commit writes over them: a sync need not make a new size of the file durable then,
  /// which costs several times as much. Readers of a WAL stop where no frame is. To be called
  /// within a transaction that writes, which keeps others from writing there. A disk that has no
  /// room for it is left to the commit.
  void GrowWal();
  /// Leaves the WAL to the next one that writes. Else the last connection that is closed writes it
  /// back and takes it away.
  void LeaveWal();
  /// What was written is durable when it returns. By SQLite's own descriptor: closing another one
  /// of the file would give back the locks that SQLite has on it.
  Result<void> Sync();
  /// A number that changes with each commit of this connection, and once others have committed: it
  /// is of the last transaction that began.
  std::uint32_t DataVersion() const;
  /// The last failure of this connection as one of our errors.
  Error LastError() const;
  const std::string& path() const { return path_; }

 private:
  Database() = default;
  Result<void> SyncPart(int which);
  static int AfterCommit(void* self, sqlite3* handle, const char* name, int frames);
  sqlite3* handle_ = nullptr;
  std::string path_;
  std::int64_t wal_frames_ = -1;  ///< that it holds; -1: not known
  std::int64_t wal_size_ = 0;     ///< of its file, or less; bytes
};

/// The error for a SQLite result code: broken databases are kCorruptStore, all else is kFatal.
Error SqliteError(int code, int system_errno, std::string_view path, std::string_view message);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_SQLITE_H_
