#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cerrno>

#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {
namespace {

TEST(SqliteErrors, ClassAndWords) {
  struct Case {
    int code, system_errno;
    ErrorClass error_class;
    const char* message;
  };
  const Case cases[] = {
      {SQLITE_CORRUPT, 0, ErrorClass::kCorruptStore, "the journal /j is damaged: why"},
      {SQLITE_NOTADB, 0, ErrorClass::kCorruptStore, "the journal /j is damaged: why"},
      {SQLITE_FORMAT, 0, ErrorClass::kCorruptStore, "the journal /j is damaged: why"},
      {SQLITE_CORRUPT_INDEX, 0, ErrorClass::kCorruptStore, "the journal /j is damaged: why"},
      {SQLITE_IOERR_SHORT_READ, 0, ErrorClass::kCorruptStore, "the journal /j is damaged: why"},
      {SQLITE_FULL, 0, ErrorClass::kFatal, "no space left for /j; make room and resume the job"},
      {SQLITE_IOERR_WRITE, ENOSPC, ErrorClass::kFatal,
       "no space left for /j; make room and resume the job"},
      {SQLITE_IOERR_WRITE, EDQUOT, ErrorClass::kFatal,
       "no space left for /j; make room and resume the job"},
      {SQLITE_CANTOPEN, ENOSPC, ErrorClass::kFatal,
       "no space left for /j; make room and resume the job"},
      {SQLITE_IOERR_WRITE, EIO, ErrorClass::kFatal, "/j: why (Input/output error)"},
      {SQLITE_IOERR_FSYNC, 0, ErrorClass::kFatal, "/j: why"},
      {SQLITE_CANTOPEN, EACCES, ErrorClass::kFatal, "/j: why (Permission denied)"},
      {SQLITE_READONLY, 0, ErrorClass::kFatal, "/j cannot be written: it is read-only"},
      {SQLITE_BUSY, 0, ErrorClass::kFatal, "/j is in use by another process"},
      {SQLITE_LOCKED, 0, ErrorClass::kFatal, "/j is in use by another process"},
      // With the codes SQLITE_BUSY and SQLITE_CONSTRAINT the errno belongs to an earlier call.
      {SQLITE_BUSY, ENOSPC, ErrorClass::kFatal, "/j is in use by another process"},
      {SQLITE_CONSTRAINT, ENOSPC, ErrorClass::kFatal, "/j: why"},
      {SQLITE_CONSTRAINT, EIO, ErrorClass::kFatal, "/j: why"},
  };
  for (const Case& each : cases) {
    const Error error = SqliteError(each.code, each.system_errno, "/j", "why");
    EXPECT_EQ(error.error_class, each.error_class) << each.code;
    EXPECT_EQ(error.message, each.message) << each.code;
    EXPECT_EQ(error.code, "E0713");
  }
}

}  // namespace
}  // namespace hpdl::rt
