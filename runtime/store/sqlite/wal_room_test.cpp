#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/sqlite/sqlite.h"
#include "runtime/store/sqlite/testing/faulty_disk.h"

namespace hpdl::rt {
namespace {

using testing::FaultyDisk;

constexpr std::uintmax_t kFrame = 24 + 4096;

/// Tests a database whose WAL has free room after its last frame.
class WalRoomTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Open();
    // The table must be created before the WAL is used: SQLite throws away the WAL of an empty
    // file.
    ASSERT_TRUE(database_->Execute("CREATE TABLE t(n INTEGER); PRAGMA journal_mode=WAL;"));
  }
  void Open() {
    database_.reset();
    auto database = Database::Open(path_, Database::Mode::kCreate);
    ASSERT_TRUE(database) << database.error().message;
    database_ = std::move(*database);
    ASSERT_TRUE(database_->Execute("PRAGMA synchronous=FULL"));
    database_->WatchWal();
  }
  /// Adds a row. Returns true if it is durable.
  bool Add() {
    if (!database_->Execute("BEGIN IMMEDIATE; INSERT INTO t VALUES(1)")) {
      return false;
    }
    database_->GrowWal();
    const bool done = database_->Execute("COMMIT").ok();
    if (!done) {
      (void)database_->Execute("ROLLBACK");
    }
    return done;
  }
  std::int64_t Rows() {
    Statement query;
    EXPECT_TRUE(database_->Prepare("SELECT count(*) FROM t", &query));
    const Result<bool> row = query.Step();
    const std::int64_t rows = row && *row ? query.Integer(0) : -1;
    query.Reset();
    return rows;
  }
  std::uintmax_t WalSize() const { return std::filesystem::file_size(path_ + "-wal"); }

  const testing::TemporaryFolder temporary_;
  std::string path_ = temporary_.path() + "/watched.db";
  std::optional<FaultyDisk> disk_{"watched"};
  std::unique_ptr<Database> database_;
};

TEST_F(WalRoomTest, FewCommitsChangeTheSizeOfTheFile) {
  int changes = 0;
  for (std::uintmax_t frames = 1, before = 0; frames <= 300; ++frames, before = WalSize()) {
    ASSERT_TRUE(Add());
    changes += WalSize() == before ? 0 : 1;
    EXPECT_LT(WalSize(), (frames + 40) * kFrame);
  }
  EXPECT_LE(changes, 2 + 300 / 30);
  ASSERT_TRUE(database_->WriteBack());
  EXPECT_EQ(WalSize(), 0);
  ASSERT_TRUE(Add());
  EXPECT_EQ(Rows(), 301);
}

TEST_F(WalRoomTest, ItIsWrittenBackLikeAnyOther) {
  for (int i = 0; i < 2500; ++i) {
    ASSERT_TRUE(Add());
  }
  EXPECT_LT(WalSize(), 1100 * kFrame);
  EXPECT_EQ(Rows(), 2500);
}

TEST_F(WalRoomTest, ADiskThatHasNoRoomForItIsLeftToTheCommit) {
  for (const auto fault : {FaultyDisk::Fault::kWriteError, FaultyDisk::Fault::kNoSpace,
                           FaultyDisk::Fault::kShortWrite}) {
    ASSERT_TRUE(Add());
    ASSERT_TRUE(database_->WriteBack());
    const std::int64_t before = Rows();
    ASSERT_TRUE(database_->Execute("BEGIN IMMEDIATE; INSERT INTO t VALUES(1)"));
    disk_->FailAt(fault, 1, false);
    database_->GrowWal();
    EXPECT_TRUE(disk_->failed());
    disk_->Mend();
    EXPECT_TRUE(database_->Execute("COMMIT"));
    for (int i = 0; i < 50; ++i) {
      ASSERT_TRUE(Add());
    }
    EXPECT_EQ(Rows(), before + 51);
  }
}

TEST_F(WalRoomTest, WhatIsCommittedSurvivesWhereverTheMachineStops) {
  for (long n = 1; n <= 180; n += 2) {
    database_.reset();
    disk_.emplace("watched");
    path_ = temporary_.path() + "/watched" + std::to_string(n);
    SetUp();
    database_->SetPatience(0);
    disk_->StopAt(n);
    std::int64_t committed = 0;
    while (Add()) {
      ASSERT_LT(++committed, n);
    }
    EXPECT_TRUE(disk_->failed());
    database_->LeaveWal();
    database_.reset();
    disk_->LosePower(FaultyDisk::kSurvivors[n % 3], static_cast<std::uint64_t>(n));
    disk_->Mend();
    Open();
    const std::int64_t found = Rows();
    EXPECT_GE(found, committed) << n;
    EXPECT_LE(found, committed + 1) << n << ": the one that was not answered";
    EXPECT_TRUE(Add());
    EXPECT_EQ(Rows(), found + 1);
  }
}

}  // namespace
}  // namespace hpdl::rt
