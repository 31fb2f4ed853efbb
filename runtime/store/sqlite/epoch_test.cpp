#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/sqlite/sqlite_journal.h"

/// Tests two processes that both have the journal open for writing.
namespace hpdl::rt {
namespace {

class EpochTest : public ::testing::Test {
 protected:
  std::unique_ptr<Journal> Open(bool read_only = false) {
    auto journal = SqliteJournal::Open(path_, read_only);
    EXPECT_TRUE(journal) << journal.error().message;
    return std::move(*journal);
  }
  static JobRow Row(const std::string& name) {
    JobRow row;
    row.id = "0000001-261121000000000-hpdl-joe-W";
    row.app_name = name;
    return row;
  }
  static CommitOutcome Write(Journal& journal, const std::string& name) {
    const Result<void> put = journal.PutJob(Row(name));
    return OutcomeOf(put ? journal.Commit() : put);
  }
  std::string Name() { return Open(true)->Jobs()->front().app_name; }

  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/journal.db";
  std::unique_ptr<Journal> first_ = std::move(*SqliteJournal::Create(path_));
};

TEST_F(EpochTest, AnOlderEpochIsFencedForGood) {
  EXPECT_EQ(Write(*first_, "first"), CommitOutcome::kDurable);
  const auto second = Open();
  EXPECT_EQ(Write(*first_, "old"), CommitOutcome::kFenced);
  EXPECT_EQ(Name(), "first") << "before the new one has committed anything, too";
  EXPECT_EQ(Write(*second, "second"), CommitOutcome::kDurable);
  EXPECT_EQ(Write(*first_, "old"), CommitOutcome::kFenced);
  EXPECT_FALSE(first_->dirty());
  EXPECT_TRUE(first_->Commit()) << "nothing to commit";
  EXPECT_EQ(Write(*second, "again"), CommitOutcome::kDurable);
  EXPECT_EQ(Name(), "again");
  EXPECT_EQ(first_->turn(), 1);
  EXPECT_EQ(second->turn(), 2);
}

TEST_F(EpochTest, ReadersAndCheckpointsFenceNobody) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Write(*first_, "w" + std::to_string(i)), CommitOutcome::kDurable);
    const auto reader = Open(true);
    EXPECT_EQ(reader->Jobs()->size(), 1U);
    auto database = std::move(*Database::Open(path_, Database::Mode::kReadWrite));
    ASSERT_TRUE(database->Execute(i == 1 ? "PRAGMA wal_checkpoint(TRUNCATE)"
                                         : "UPDATE job SET app_name=app_name"));
  }
  EXPECT_EQ(Write(*first_, "last"), CommitOutcome::kDurable);
}

TEST_F(EpochTest, AJournalThatKnowsNoEpochsGetsOne) {
  EXPECT_EQ(Write(*first_, "first"), CommitOutcome::kDurable);
  first_.reset();
  auto database = std::move(*Database::Open(path_, Database::Mode::kReadWrite));
  ASSERT_TRUE(database->Execute("DELETE FROM meta WHERE key='epoch'"));
  const auto one = Open();
  EXPECT_EQ(Write(*one, "one"), CommitOutcome::kDurable);
  const auto two = Open();
  EXPECT_EQ(Write(*one, "old"), CommitOutcome::kFenced);
  EXPECT_EQ(Write(*two, "two"), CommitOutcome::kDurable);
}

TEST_F(EpochTest, AFenceIsFoundInTheCommitThatWouldComeNext) {
  EXPECT_EQ(Write(*first_, "first"), CommitOutcome::kDurable);
  // The holder of the write lock commits before another process can raise the epoch.
  ASSERT_TRUE(first_->PutJob(Row("in flight")));
  ASSERT_TRUE(first_->Commit());
  const auto second = Open();
  EXPECT_EQ(second->Jobs()->front().app_name, "in flight");
}

TEST(CommitOutcomeTest, IsToldByTheError) {
  EXPECT_EQ(OutcomeOf({}), CommitOutcome::kDurable);
  EXPECT_EQ(OutcomeOf(Error{ErrorClass::kCorruptStore, "E0713", ""}), CommitOutcome::kLostHistory);
  EXPECT_EQ(OutcomeOf(Error{ErrorClass::kFatal, "E0713", ""}), CommitOutcome::kUnavailable);
}

}  // namespace
}  // namespace hpdl::rt
