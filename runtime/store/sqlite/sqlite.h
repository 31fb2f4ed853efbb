#ifndef HPDL_RUNTIME_STORE_SQLITE_SQLITE_H_
#define HPDL_RUNTIME_STORE_SQLITE_SQLITE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

/// The part of SQLite that the store needs. SQLite's errors become errors of this program's
/// classes.
namespace hpdl::rt {

/// A prepared statement. It must be destroyed before its database. Bind() binds the parameters one
/// after another, the first parameter first.
class Statement {
 public:
  Statement() = default;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  /// Binds the next parameter. Texts are not copied: they must live until Step() has returned.
  Statement& Bind(std::int64_t value);
  Statement& Bind(std::string_view text);
  Statement& BindNull();
  /// Runs the statement up to its next row. Returns true if there is a row. Returns false if the
  /// statement is done; it can then be used again.
  Result<bool> Step();
  /// Runs a statement that returns no rows.
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
    kSettled,  ///< reads a file that has no WAL and that no process writes; takes no locks and
               ///< creates no files
  };
  static Result<std::unique_ptr<Database>> Open(const std::string& path, Mode mode);

  /// Sets how long to wait for a lock that another connection has. The default is 10 s.
  void SetPatience(int milliseconds);
  Result<void> Execute(const char* sql);
  Result<void> Prepare(const char* sql, Statement* statement);
  /// Checks the structure of all pages. The error is kCorruptStore if the structure is broken. A
  /// page that cannot be read is a disk error, not damage.
  Result<void> Check();
  /// Copies the content of the WAL into the database file and empties the WAL. Both changes are
  /// durable when the function returns. After a failed sync in an earlier process, the WAL may hold
  /// frames that exist only in the machine's memory. A power cut would lose these frames and all
  /// frames that were appended after them. This function makes these frames durable, or it reports
  /// the failure.
  Result<void> WriteBack();
  /// Starts to count the frames of the WAL. After this call GrowWal() can make room in the WAL.
  void WatchWal();
  /// Appends zeros to the WAL file when little room is left, so that the next commit overwrites
  /// them. The file then keeps its size. A sync after a change of the size would take several times
  /// as long. Readers of a WAL stop at the first place without a frame. Must be called within a
  /// write transaction, because this transaction keeps other processes from writing to the WAL. If
  /// the disk has no space for the zeros, the function does nothing, and the commit reports the
  /// error.
  void GrowWal();
  /// Leaves the WAL to the next connection that writes. Without this call, the last connection that
  /// is closed writes the WAL back and removes it.
  void LeaveWal();
  /// Makes written data durable before it returns. Uses SQLite's own descriptor: closing another
  /// descriptor of the same file would release SQLite's locks on it.
  Result<void> Sync();
  /// Returns a number that changes with each commit of this connection and after commits of other
  /// connections. The number describes the database as the transaction that began last sees it.
  std::uint32_t DataVersion() const;
  /// Returns the last failure of this connection as an error of this program.
  Error LastError() const;
  const std::string& path() const { return path_; }

 private:
  Database() = default;
  Result<void> SyncPart(int which);
  static int AfterCommit(void* self, sqlite3* handle, const char* name, int frames);
  sqlite3* handle_ = nullptr;
  std::string path_;
  std::int64_t wal_frames_ = -1;  ///< number of frames in the WAL; -1: unknown
  std::int64_t wal_size_ = 0;     ///< in bytes; the WAL file has at least this size
};

/// Returns the error for a SQLite result code. A broken database is kCorruptStore, every other
/// failure is kFatal.
Error SqliteError(int code, int system_errno, std::string_view path, std::string_view message);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_SQLITE_H_
