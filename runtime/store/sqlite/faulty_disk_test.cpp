#include "runtime/store/sqlite/testing/faulty_disk.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {
namespace {

using testing::FaultyDisk;
using Fault = FaultyDisk::Fault;
using Survivors = FaultyDisk::Survivors;

/// Tests the faulty disk itself and the store's behaviour on it.
class FaultyDiskTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Open();
    // The table must be created before the WAL is used: SQLite throws away the WAL of an empty
    // file. With synchronous=EXTRA the removal of the rollback journal is durable; otherwise the
    // next start would undo everything.
    Must("PRAGMA synchronous=EXTRA; CREATE TABLE t(n INTEGER); PRAGMA journal_mode=WAL;");
  }
  void Open() {
    database_.reset();
    auto database = Database::Open(path_, Database::Mode::kCreate);
    ASSERT_TRUE(database) << database.error().message;
    database_ = std::move(*database);
    Must("PRAGMA synchronous=FULL;");
  }
  void Must(const char* sql) {
    const Result<void> done = database_->Execute(sql);
    ASSERT_TRUE(done) << done.error().message;
  }
  std::string Complaint(const char* sql) {
    const Result<void> done = database_->Execute(sql);
    return done ? "" : done.error().message;
  }
  /// Returns the number of rows in the table; -1 if it cannot be read.
  std::int64_t Rows() {
    Statement query;
    if (!database_->Prepare("SELECT count(*) FROM t", &query)) {
      return -1;
    }
    const Result<bool> row = query.Step();
    const std::int64_t rows = row && *row ? query.Integer(0) : -1;
    query.Reset();
    return rows;
  }
  /// Kills the process, but not the machine: the WAL is not written back.
  void Die() {
    database_->LeaveWal();
    Open();
  }

  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/watched.db";
  FaultyDisk disk_{"watched"};
  std::unique_ptr<Database> database_;
};

constexpr const char* kInsert = "INSERT INTO t VALUES(1)";

TEST_F(FaultyDiskTest, EachFaultIsSaidAndNothingIsDone) {
  Must(kInsert);
  for (const Fault fault : {Fault::kWriteError, Fault::kNoSpace, Fault::kShortWrite}) {
    disk_.FailAt(fault, 1, false);
    const std::string said = Complaint(kInsert);
    const char* wanted = fault == Fault::kWriteError ? "disk I/O error" : "no space left for";
    EXPECT_NE(said.find(wanted), std::string::npos) << said;
    EXPECT_TRUE(disk_.failed());
    disk_.Mend();
    EXPECT_EQ(Rows(), 1);
  }
  disk_.FailAt(Fault::kFailedSync, 1, false);
  EXPECT_NE(Complaint(kInsert), "");
  Die();
  disk_.FailAt(Fault::kReadError, 1, false);
  EXPECT_EQ(Rows(), -1);
}

TEST_F(FaultyDiskTest, ALastingFaultLastsUntilItIsMended) {
  disk_.FailAt(Fault::kWriteError, 2, true);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(Complaint(kInsert), "");
  }
  disk_.Mend();
  Must(kInsert);
  EXPECT_EQ(Rows(), 1);
}

TEST_F(FaultyDiskTest, WhatIsCommittedSurvivesAndWhatIsNotGoesWithThePower) {
  for (const Survivors survivors : FaultyDisk::kSurvivors) {
    const std::int64_t before = Rows();
    Must(kInsert);
    Must("PRAGMA synchronous=OFF;");
    Must(kInsert);
    database_->LeaveWal();
    database_.reset();
    disk_.LosePower(survivors, 7);
    Open();
    EXPECT_EQ(Rows(), before + 1) << static_cast<int>(survivors);
  }
}

TEST_F(FaultyDiskTest, AStoppedMachineDoesNothingMore) {
  disk_.StopAt(2);
  EXPECT_NE(Complaint(kInsert), "");
  EXPECT_NE(Complaint(kInsert), "");
  database_->LeaveWal();
  database_.reset();
  disk_.LosePower(Survivors::kAllTorn, 1);
  disk_.Mend();
  Open();
  EXPECT_EQ(Rows(), 0);
}

TEST_F(FaultyDiskTest, WhatIsCommittedSurvivesManyStopsOfOneMachine) {
  std::int64_t least = 0;
  for (const Survivors survivors : FaultyDisk::kSurvivors) {
    for (long stop = 1; stop < 60; ++stop) {
      disk_.StopAt(stop);
      std::int64_t committed = least;
      for (int i = 0; i < 10 && Complaint(kInsert).empty(); ++i) {
        ++committed;
      }
      database_->LeaveWal();
      database_.reset();
      disk_.LosePower(survivors, static_cast<std::uint64_t>(stop));
      disk_.Mend();
      Open();
      const std::int64_t rows = Rows();
      ASSERT_TRUE(rows == committed || rows == committed + 1)
          << rows << " of " << committed << ", stopped at " << stop << ", "
          << static_cast<int>(survivors);
      least = rows;
    }
  }
}

TEST_F(FaultyDiskTest, AfterAFailedSyncOnlyWritingBackMakesItDurable) {
  for (const bool writes_back : {false, true}) {
    Must(kInsert);  // the fault below must hit the sync of a commit, but the first commit to a WAL
                    // also syncs the WAL's head
    const std::int64_t before = Rows();
    disk_.FailAt(Fault::kFailedSync, 1, false);
    EXPECT_NE(Complaint(kInsert), "");
    disk_.Mend();
    Die();
    EXPECT_EQ(Rows(), before + 1) << "it is in the page cache";
    if (writes_back) {
      const Result<void> done = database_->WriteBack();
      ASSERT_TRUE(done) << done.error().message;
    }
    Must(kInsert);
    EXPECT_EQ(Rows(), before + 2);
    database_->LeaveWal();
    database_.reset();
    disk_.LosePower(Survivors::kSynced, 1);
    Open();
    EXPECT_EQ(Rows(), writes_back ? before + 2 : before);
  }
}

TEST_F(FaultyDiskTest, APageThatCannotBeReadIsNoDamage) {
  for (int i = 0; i < 10; ++i) {
    Must("INSERT INTO t SELECT randomblob(3000)");
  }
  Must("PRAGMA wal_checkpoint(TRUNCATE)");
  for (const long n : {1, 2, 3, 5, 8}) {
    Open();
    disk_.FailAt(Fault::kReadError, n, false);
    const Result<void> checked = database_->Check();
    ASSERT_TRUE(disk_.failed()) << n;
    disk_.Mend();
    ASSERT_FALSE(checked) << n;
    EXPECT_EQ(checked.error().error_class, ErrorClass::kFatal) << checked.error().message;
    EXPECT_TRUE(database_->Check());
  }
}

TEST_F(FaultyDiskTest, ACopyHasWhatIsSynced) {
  const testing::TemporaryFolder other;
  Must(kInsert);
  Must("PRAGMA synchronous=OFF;");
  Must(kInsert);
  disk_.CopySynced(temporary_.path(), other.path());
  const auto copy = Database::Open(other.path() + "/watched.db", Database::Mode::kReadWrite);
  ASSERT_TRUE(copy);
  Statement query;
  ASSERT_TRUE((*copy)->Prepare("SELECT count(*) FROM t", &query));
  ASSERT_TRUE(query.Step());
  EXPECT_EQ(query.Integer(0), 1);
}

}  // namespace
}  // namespace hpdl::rt
