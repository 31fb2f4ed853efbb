#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/sqlite/salvage.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {
namespace {

/// Tests the answers to messages of the mailbox.
class AnswerRows : public ::testing::Test {
 protected:
  void SetUp() override {
    store_ = std::move(*SqliteJournal::Create(journal_));
    ASSERT_TRUE(store_->PutJob({.id = "0000001-261121000000000-hpdl-joe-W"}));
    ASSERT_TRUE(store_->PutFacts({.program_hash = "abc"}));
    ASSERT_TRUE(store_->PutAnswer({"2-b", 7, "E0727", "not now"}));
    ASSERT_TRUE(store_->PutAnswer({"1-a", 5, {}, {}}));
    ASSERT_TRUE(store_->Commit());
  }

  void Execute(const char* sql) {
    store_.reset();
    auto database = Database::Open(journal_, Database::Mode::kReadWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE((*database)->Execute(sql));
  }
  Result<std::vector<AnswerRow>> Read(bool read_only) {
    store_.reset();
    store_ = std::move(*SqliteJournal::Open(journal_, read_only));
    return store_->Answers();
  }

  const testing::TemporaryFolder temporary_;
  const std::string journal_ = temporary_.path() + "/journal.db";
  std::unique_ptr<Journal> store_;
};

TEST_F(AnswerRows, AreKeptByTheirMessages) {
  ASSERT_TRUE(store_->PutAnswer({"3-c", 9, {}, {}}));  // this row is not committed
  const auto rows = Read(true);
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ((*rows)[0].message, "1-a");
  EXPECT_EQ((*rows)[0].error_code, "");
  EXPECT_EQ((*rows)[1].answered_ms, 7);
  EXPECT_EQ((*rows)[1].error_code, "E0727");
  EXPECT_EQ((*rows)[1].error_message, "not now");
}

TEST_F(AnswerRows, OnlyTheNewestAreKept) {
  for (std::size_t i = 0; i < kMostKeptAnswers; ++i) {
    ASSERT_TRUE(store_->PutAnswer({"3-" + std::to_string(i), static_cast<std::int64_t>(100 + i)}));
  }
  // The message was posted long ago, but its answer is the newest.
  ASSERT_TRUE(store_->PutAnswer({"0-z", 1'000'000}) && store_->Commit());
  const auto rows = Read(true);
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), kMostKeptAnswers);
  EXPECT_EQ(rows->front().message, "0-z");
  EXPECT_EQ((*rows)[1].message, "3-1") << "1-a, 2-b and 3-0 are gone";
}

TEST_F(AnswerRows, ARowIsKeptWhenTheClockWasSetBack) {
  for (std::size_t i = 0; i < kMostKeptAnswers; ++i) {
    ASSERT_TRUE(store_->PutAnswer({"3-" + std::to_string(i), static_cast<std::int64_t>(100 + i)}));
  }
  ASSERT_TRUE(store_->PutAnswer({"4-z", 1}) && store_->Commit());
  const auto rows = Read(true);
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), kMostKeptAnswers);
  EXPECT_EQ(rows->back().message, "4-z");
}

TEST_F(AnswerRows, AJournalOfVersionFourHasNoneAndGetsTheTable) {
  Execute(
      "DROP TABLE answer; ALTER TABLE node DROP COLUMN wait; ALTER TABLE job DROP COLUMN parked;"
      "ALTER TABLE job DROP COLUMN callback_hash; UPDATE meta SET value=4 WHERE "
      "key='schema_version'");
  const auto none = Read(true);
  ASSERT_TRUE(none) << none.error().message;
  EXPECT_TRUE(none->empty());
  EXPECT_TRUE(Read(false));
  ASSERT_TRUE(store_->PutAnswer({"3-c", 9, {}, {}}) && store_->Commit());
  EXPECT_EQ(Read(true)->size(), 1U);
}

TEST_F(AnswerRows, DamageIsFoundAndTheOthersAreSaved) {
  Execute("UPDATE answer SET error_code='' WHERE message='2-b'");
  EXPECT_EQ(Read(true).error().error_class, ErrorClass::kCorruptStore);
  store_.reset();
  const JournalCheck check = CheckJournal(journal_);
  ASSERT_EQ(check.problems.size(), 1U);
  EXPECT_EQ(check.problems[0], "the answer to message 2-b does not match its checksum");
  ASSERT_TRUE(SalvageJournal(journal_));
  const auto rows = Read(false);
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ((*rows)[0].message, "1-a");
}

}  // namespace
}  // namespace hpdl::rt
