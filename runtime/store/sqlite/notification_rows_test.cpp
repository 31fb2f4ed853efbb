#include <gtest/gtest.h>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/sqlite/salvage.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {
namespace {

class NotificationRows : public ::testing::Test {
 protected:
  void SetUp() override {
    journal_ = root_ + "/journal.db";
    store_ = std::move(*SqliteJournal::Create(journal_));
    JobRow job;
    job.id = "0000001-261121000000000-hpdl-joe-W";
    ASSERT_TRUE(store_->PutJob(job));
    ASSERT_TRUE(store_->PutFacts({.program_hash = "abc"}));
  }

  NotificationRow Put(const std::string& status) {
    NotificationRow row;
    row.run = 2;
    row.hook = 1;
    row.node = "first";
    row.status = status;
    row.url = "http://h/?s=" + status;
    row.target = "http://h";
    EXPECT_TRUE(store_->PutNotification(&row));
    return row;
  }
  void Reopen(bool read_only = false) {
    ASSERT_TRUE(store_->Commit());
    store_.reset();
    auto store = SqliteJournal::Open(journal_, read_only);
    ASSERT_TRUE(store) << store.error().message;
    store_ = std::move(*store);
  }
  void Execute(const char* sql) {
    store_.reset();
    auto database = Database::Open(journal_, Database::Mode::kReadWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE((*database)->Execute(sql));
  }

  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
  std::string journal_;
  std::unique_ptr<Journal> store_;
};

TEST_F(NotificationRows, IdsGoOnAndDeliveredOnesAreOnlyCounted) {
  NotificationRow first = Put("S:RUNNING");
  NotificationRow second = Put("T:end");
  EXPECT_EQ(first.id, 1);
  EXPECT_EQ(second.id, 2);
  first.state = NotificationState::kDelivered;
  ASSERT_TRUE(store_->PutNotification(&first));
  second.state = NotificationState::kGivenUp;
  second.tries = 4;
  second.error = "status 500";
  ASSERT_TRUE(store_->PutNotification(&second));
  Reopen();
  EXPECT_EQ(Put("S:KILLED").id, 3);
  const auto report = store_->Notifications();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->delivered, 1);
  EXPECT_EQ(report->waiting, 1);
  EXPECT_EQ(report->given_up, 1);
  ASSERT_EQ(report->undelivered.size(), 2U);
  EXPECT_EQ(report->undelivered[0].id, 2);
  EXPECT_EQ(report->undelivered[0].tries, 4);
  EXPECT_EQ(report->undelivered[0].error, "status 500");
  EXPECT_EQ(report->undelivered[1].url, "http://h/?s=S:KILLED");
  EXPECT_EQ(report->undelivered[1].run, 2);
  EXPECT_EQ(report->undelivered[1].node, "first");
}

TEST_F(NotificationRows, AnUncommittedOneIsGone) {
  Reopen();
  Put("lost");
  store_.reset();
  store_ = std::move(*SqliteJournal::Open(journal_, false));
  EXPECT_TRUE(store_->Notifications()->undelivered.empty());
}

TEST_F(NotificationRows, AJournalOfVersionOneHasNoneAndGetsTheTable) {
  Reopen();
  Execute(
      "DROP TABLE notification; DROP TABLE callback; DROP TABLE ended_run; DROP TABLE attempt; "
      "DROP TABLE answer; "
      "ALTER TABLE node DROP COLUMN token;"
      "ALTER TABLE node DROP COLUMN error_class; ALTER TABLE node DROP COLUMN wait;"
      "ALTER TABLE job DROP COLUMN parked; ALTER TABLE job DROP COLUMN callback_hash; UPDATE meta "
      "SET value=1 WHERE "
      "key='schema_version'");
  store_ = std::move(*SqliteJournal::Open(journal_, true));
  auto report = store_->Notifications();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->waiting, 0);
  const auto callbacks = store_->Callbacks(0, 0);
  ASSERT_TRUE(callbacks) << callbacks.error().message;
  EXPECT_TRUE(callbacks->empty());
  store_ = std::move(*SqliteJournal::Open(journal_, false));
  EXPECT_EQ(Put("T:end").id, 1);
}

TEST_F(NotificationRows, DamageIsFoundAndTheOthersAreSaved) {
  Put("one");
  Put("two");
  Reopen();
  Execute("UPDATE notification SET status='two?' WHERE id=2");
  store_ = std::move(*SqliteJournal::Open(journal_, true));
  const auto report = store_->Notifications();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().error_class, ErrorClass::kCorruptStore);
  store_.reset();
  const JournalCheck check = CheckJournal(journal_);
  ASSERT_EQ(check.problems.size(), 1U);
  EXPECT_EQ(check.problems[0], "notification 2 does not match its checksum");
  const auto salvaged = SalvageJournal(journal_);
  ASSERT_TRUE(salvaged) << salvaged.error().message;
  EXPECT_EQ(salvaged->lost, 1);
  store_ = std::move(*SqliteJournal::Open(journal_, false));
  ASSERT_EQ(store_->Notifications()->undelivered.size(), 1U);
  EXPECT_EQ(store_->Notifications()->undelivered[0].status, "one");
}

}  // namespace
}  // namespace hpdl::rt
