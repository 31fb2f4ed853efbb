#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/sqlite/salvage.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {
namespace {

/// Tests the rows of ended runs, and the rows of attempts that a later attempt followed.
class RunRows : public ::testing::Test {
 protected:
  void SetUp() override {
    auto store = SqliteJournal::Create(journal_);
    ASSERT_TRUE(store) << store.error().message;
    store_ = std::move(*store);
    job_.id = "0000001-261121000000000-hpdl-joe-W";
    ASSERT_TRUE(store_->PutJob(job_));
    ASSERT_TRUE(store_->PutFacts({.program_hash = "abc"}));
    job_.state = JobState::kKilled;
    job_.started_ms = 5;
    job_.ended_ms = 9;
    job_.error_message = "why";
    ASSERT_TRUE(store_->PutEndedRun(job_));
    AttemptRow attempt;
    attempt.node = "a";
    attempt.attempt = 1;
    attempt.sequence = 7;
    attempt.state = NodeState::kUserRetry;
    attempt.error_code = "JA018";
    ASSERT_TRUE(store_->PutAttempt(attempt));
    attempt.attempt = 0;
    attempt.sequence = 3;
    ASSERT_TRUE(store_->PutAttempt(attempt));
    ASSERT_TRUE(store_->Commit());
  }

  void Execute(const char* sql) {
    store_.reset();
    auto database = Database::Open(journal_, Database::Mode::kReadWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE((*database)->Execute(sql));
  }
  std::unique_ptr<Journal> Reopen(bool read_only) {
    store_.reset();
    auto store = SqliteJournal::Open(journal_, read_only);
    EXPECT_TRUE(store) << store.error().message;
    return store ? std::move(*store) : nullptr;
  }

  const testing::TemporaryFolder temporary_;
  const std::string journal_ = temporary_.path() + "/journal.db";
  std::unique_ptr<Journal> store_;
  JobRow job_;
};

TEST_F(RunRows, AreReadAsTheyWereWritten) {
  const auto store = Reopen(true);
  const auto runs = store->EndedRuns();
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 1U);
  EXPECT_EQ(runs->front().ended_ms, 9);
  EXPECT_EQ(runs->front().error_message, "why");
  const auto attempts = store->Attempts(0, 0);
  ASSERT_TRUE(attempts);
  ASSERT_EQ(attempts->size(), 2U);
  EXPECT_EQ((*attempts)[0].sequence, 3);
  EXPECT_EQ((*attempts)[1].attempt, 1U);
  EXPECT_EQ((*attempts)[1].state, NodeState::kUserRetry);
  EXPECT_TRUE(store->Attempts(0, 1)->empty());
}

TEST_F(RunRows, AJournalOfVersion3HasNoneUntilItIsMigrated) {
  Execute(
      "DROP TABLE ended_run; DROP TABLE attempt; DROP TABLE answer;"
      "ALTER TABLE node DROP COLUMN wait; ALTER TABLE job DROP COLUMN parked;"
      "ALTER TABLE job DROP COLUMN callback_hash; UPDATE meta SET value=3 WHERE "
      "key='schema_version'");
  {
    const auto reader = Reopen(true);
    ASSERT_TRUE(reader->EndedRuns());
    EXPECT_TRUE(reader->EndedRuns()->empty());
    EXPECT_TRUE(reader->Attempts(0, 0)->empty());
  }
  const auto writer = Reopen(false);
  ASSERT_TRUE(writer->PutEndedRun(job_));
  ASSERT_TRUE(writer->Commit());
  EXPECT_EQ(writer->EndedRuns()->size(), 1U);
}

TEST_F(RunRows, AChangedOneIsDamage) {
  Execute("UPDATE ended_run SET state=3");
  EXPECT_FALSE(Reopen(true)->EndedRuns());
  Execute("UPDATE attempt SET sequence=4 WHERE attempt=0");
  EXPECT_FALSE(Reopen(true)->Attempts(0, 0));
  const JournalCheck check = CheckJournal(journal_);
  ASSERT_EQ(check.problems.size(), 2U);
  EXPECT_EQ(check.problems[0], "an attempt of node a of job 0 does not match its checksum");
  EXPECT_EQ(check.problems[1], "run 0 does not match its checksum");
}

TEST_F(RunRows, SalvageKeepsThem) {
  Execute("UPDATE attempt SET sequence=4 WHERE attempt=0");
  ASSERT_TRUE(SalvageJournal(journal_));
  const auto store = Reopen(true);
  EXPECT_EQ(store->EndedRuns()->size(), 1U);
  ASSERT_EQ(store->Attempts(0, 0)->size(), 1U);
  EXPECT_EQ(store->Attempts(0, 0)->front().sequence, 7);
}

/// The last rows of a crashed engine are only in the WAL. Without its WAL, the database would look
/// like an older journal.
TEST_F(RunRows, AnInterruptedSalvageLeavesNoOlderJournal) {
  namespace fs = std::filesystem;
  Execute("UPDATE attempt SET sequence=4 WHERE attempt=0");
  const std::string folder = fs::path(journal_).parent_path();
  for (const std::string blocked : {"-wal", "-shm"}) {
    const std::string copy = folder + "/copy" + blocked + ".db";
    {
      const auto writer = Reopen(false);
      ASSERT_TRUE(writer->PutNode({.node = "newest"}));
      ASSERT_TRUE(writer->Commit());
      for (const char* suffix : {"", "-wal", "-shm"}) {
        fs::copy_file(journal_ + suffix, copy + suffix);
      }
    }
    // The second connection keeps the files -wal and -shm alive. The test puts a directory at the
    // new path of the file with the suffix `blocked`. So this file cannot be renamed, and the
    // salvage stops half-way.
    auto reader = Database::Open(copy, Database::Mode::kReadWrite);
    ASSERT_TRUE(reader);
    ASSERT_TRUE((*reader)->Execute("SELECT count(*) FROM node"));
    fs::create_directories(copy + ".damaged" + blocked + "/full");
    ASSERT_FALSE(SalvageJournal(copy));
    EXPECT_FALSE(SqliteJournal::Open(copy, false)) << blocked;
    reader->reset();
    fs::remove_all(copy + ".damaged" + blocked);
    const auto salvaged = SalvageJournal(copy);
    ASSERT_TRUE(salvaged) << salvaged.error().message;
    EXPECT_EQ(salvaged->kept_as, copy + ".damaged");
    EXPECT_TRUE(fs::exists(copy + ".damaged-wal")) << blocked;
    EXPECT_FALSE(fs::exists(copy + "-wal"));
    const auto store = SqliteJournal::Open(copy, false);
    ASSERT_TRUE(store);
    const auto nodes = (*store)->Nodes(0, 0);
    ASSERT_TRUE(nodes);
    EXPECT_TRUE(std::ranges::any_of(*nodes, [](const NodeRow& row) {
      return row.node == "newest";
    })) << blocked;
  }
}

}  // namespace
}  // namespace hpdl::rt
