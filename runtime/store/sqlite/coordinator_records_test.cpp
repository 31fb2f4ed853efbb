#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/sqlite/salvage.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class CoordinatorRecordsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto journal = SqliteJournal::Create(path_);
    ASSERT_TRUE(journal) << journal.error().message;
    journal_ = std::move(*journal);
    JobRow job;
    job.id = "0000001-261125000000000-hpdl-joe-C";
    job.state = JobStateOf(JobType::kCoordinator, CoordinatorState::kPaused);
    ASSERT_TRUE(journal_->PutJob(job));
  }

  /// Puts four actions one hour apart: 1 is RUNNING, 2 and 3 are WAITING, 4 is SUCCEEDED.
  void PutFour() {
    constexpr ActionState kStates[] = {ActionState::kRunning, ActionState::kWaiting,
                                       ActionState::kWaiting, ActionState::kSucceeded};
    for (std::int64_t number = 1; number <= 4; ++number) {
      CoordinatorActionRow row;
      row.number = number;
      row.state = kStates[number - 1];
      row.nominal = number * 3600;
      row.wish = number == 4 ? ActionWish::kKill : ActionWish::kNothing;
      row.inputs = "i" + std::to_string(number);
      ASSERT_TRUE(records().Put(row));
    }
    ASSERT_TRUE(journal_->Commit());
  }

  std::vector<std::int64_t> Numbers(const ActionQuery& query) {
    std::vector<std::int64_t> numbers;
    const auto rows = records().Actions(query);
    EXPECT_TRUE(rows) << rows.error().message;
    for (const CoordinatorActionRow& row : *rows) {
      numbers.push_back(row.number);
    }
    return numbers;
  }

  CoordinatorRecords& records() { return journal_->coordinator(); }
  void Reopen() {
    journal_.reset();
    auto journal = SqliteJournal::Open(path_, true);
    ASSERT_TRUE(journal) << journal.error().message;
    journal_ = std::move(*journal);
  }

  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/journal.db";
  std::unique_ptr<Journal> journal_;
};

TEST_F(CoordinatorRecordsTest, AJournalOfAWorkflowHasNone) {
  ASSERT_TRUE(journal_->Commit());
  EXPECT_FALSE(*records().Coordinator());
  EXPECT_FALSE(*records().Bundle());
  EXPECT_TRUE(records().Actions({})->empty());
  EXPECT_TRUE(records().Bundled()->empty());
  EXPECT_TRUE(records().Count({})->empty());
}

TEST_F(CoordinatorRecordsTest, RowsComeBackAsTheyWerePut) {
  CoordinatorRow row;
  row.start = 5;
  row.frequency = "0 * * * *";
  row.all_made = true;
  row.bundle_id = "b";
  ASSERT_TRUE(records().Put(row));
  BundleRow bundle;
  bundle.pause = 7;
  ASSERT_TRUE(records().Put(bundle));
  BundledRow bundled;
  bundled.place = 1;
  bundled.name = "x";
  bundled.state = CoordinatorState::kDoneWithError;
  ASSERT_TRUE(records().Put(bundled));
  PutFour();
  Reopen();
  const auto coordinator = records().Coordinator();
  ASSERT_TRUE(coordinator && *coordinator);
  EXPECT_EQ((*coordinator)->frequency, "0 * * * *");
  EXPECT_EQ((*coordinator)->bundle_id, "b");
  EXPECT_TRUE((*coordinator)->all_made);
  EXPECT_EQ((*records().Bundle())->pause, 7);
  EXPECT_EQ(records().Bundled()->front().state, CoordinatorState::kDoneWithError);
  EXPECT_EQ(records().Actions({})->at(2).inputs, "i3");
  EXPECT_EQ(CoordinatorStateOf(journal_->Jobs()->front().state), CoordinatorState::kPaused);
}

TEST_F(CoordinatorRecordsTest, AQueryMeansWhatItSays) {
  PutFour();
  EXPECT_THAT(Numbers({}), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(Numbers({.states = {ActionState::kWaiting}}), ElementsAre(2, 3));
  EXPECT_THAT(Numbers({.not_states = {ActionState::kWaiting}}), ElementsAre(1, 4));
  EXPECT_THAT(Numbers({.first = 2, .last = 3}), ElementsAre(2, 3));
  EXPECT_THAT(Numbers({.nominal_from = 7200, .nominal_to = 10800}), ElementsAre(2, 3));
  EXPECT_THAT(Numbers({.descending = true, .skip = 1, .limit = 2}), ElementsAre(3, 2));
  EXPECT_THAT(Numbers({.limit = 0}), ElementsAre());
  EXPECT_THAT(Numbers({.wishes = true}), ElementsAre(4));
  EXPECT_THAT(
      *records().Count({.first = 2}),
      UnorderedElementsAre(Pair(ActionState::kWaiting, 2), Pair(ActionState::kSucceeded, 1)));
}

TEST_F(CoordinatorRecordsTest, ADroppedActionIsGone) {
  PutFour();
  ASSERT_TRUE(records().Drop(3));
  ASSERT_TRUE(journal_->Commit());
  EXPECT_THAT(Numbers({}), ElementsAre(1, 2, 4));
}

SlaRow Agreement(std::int64_t number, std::uint8_t judged) {
  SlaRow row;
  row.number = number;
  row.id = "C@" + std::to_string(number);
  row.expected_duration_ms = number * 1000;
  row.status = SlaStatus::kInProcess;
  row.judged = judged;
  row.alerts = false;
  row.alert_contact = "a@b";
  return row;
}

TEST_F(CoordinatorRecordsTest, AgreementsComeBackAsTheyWerePut) {
  constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(records().Slas(0, kAll, false)->empty());
  ASSERT_TRUE(records().DropSla(1));
  for (std::int64_t number = 1; number <= 3; ++number) {
    ASSERT_TRUE(records().Put(Agreement(number, number == 2 ? kSlaClosed : 1)));
  }
  ASSERT_TRUE(journal_->Commit());
  Reopen();
  const auto all = records().Slas(0, kAll, false);
  ASSERT_TRUE(all && all->size() == 3);
  EXPECT_EQ(all->at(1).id, "C@2");
  EXPECT_EQ(all->at(1).expected_duration_ms, 2000);
  EXPECT_EQ(all->at(1).status, SlaStatus::kInProcess);
  EXPECT_EQ(all->at(1).judged, kSlaClosed);
  EXPECT_FALSE(all->at(1).alerts);
  EXPECT_EQ(all->at(1).alert_contact, "a@b");
  EXPECT_EQ(records().Slas(0, kAll, true)->size(), 2U);
  EXPECT_EQ(records().Slas(3, 3, true)->front().number, 3);
  EXPECT_FALSE(*records().Coordinator()) << "they have a table of their own";
}

TEST_F(CoordinatorRecordsTest, SalvageKeepsAgreements) {
  ASSERT_TRUE(journal_->PutFacts({.program_hash = "abc"}));
  for (std::int64_t number = 1; number <= 2; ++number) {
    ASSERT_TRUE(records().Put(Agreement(number, 1)));
  }
  ASSERT_TRUE(journal_->Commit());
  journal_.reset();
  {
    auto database = Database::Open(path_, Database::Mode::kReadWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE((*database)->Execute("UPDATE sla SET status=3 WHERE number=1"));
  }
  ASSERT_TRUE(SalvageJournal(path_));
  Reopen();
  const auto left = records().Slas(0, 9, false);
  ASSERT_TRUE(left && left->size() == 1);
  EXPECT_EQ(left->front().number, 2);
}

TEST_F(CoordinatorRecordsTest, WhatIsPutBelongsToTheNextCommit) {
  PutFour();
  ASSERT_TRUE(records().Drop(1));
  Reopen();  // the removal was not committed
  EXPECT_THAT(Numbers({}), ElementsAre(1, 2, 3, 4));
}

TEST_F(CoordinatorRecordsTest, AFlippedBitIsFoundAndSalvageKeepsTheRest) {
  CoordinatorRow row;
  row.timezone = "UTC";
  ASSERT_TRUE(records().Put(row));
  ASSERT_TRUE(journal_->PutFacts({.program_hash = "abc"}));
  PutFour();
  journal_.reset();
  {
    auto database = Database::Open(path_, Database::Mode::kReadWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE((*database)->Execute("UPDATE coordinator_action SET nominal=1 WHERE number=2"));
  }
  Reopen();
  EXPECT_EQ(records().Actions({}).error().error_class, ErrorClass::kCorruptStore);
  journal_.reset();
  EXPECT_THAT(CheckJournal(path_).problems,
              ElementsAre("coordinator_action 2 does not match its checksum"));
  ASSERT_TRUE(SalvageJournal(path_));
  Reopen();
  EXPECT_THAT(Numbers({}), ElementsAre(1, 3, 4));
  EXPECT_EQ((*records().Coordinator())->timezone, "UTC");
}

TEST(JobStates, EachTypeHasItsOwnValues) {
  EXPECT_EQ(StatesOf(JobType::kWorkflow).size(), 6U);
  EXPECT_EQ(StatesOf(JobType::kCoordinator).size(), 14U);
  for (const JobType type : {JobType::kWorkflow, JobType::kCoordinator, JobType::kBundle}) {
    for (const JobState state : StatesOf(type)) {
      EXPECT_TRUE(IsKnown(state));
      EXPECT_EQ(TypeOf(state), type);
      EXPECT_FALSE(IsEnd(state) && IsLive(state));
    }
  }
  const JobState done = JobStateOf(JobType::kBundle, CoordinatorState::kDoneWithError);
  EXPECT_TRUE(IsEnd(done));
  EXPECT_EQ(StateName(done, 0), "DONEWITHERROR");
  EXPECT_TRUE(IsLive(JobStateOf(JobType::kCoordinator, CoordinatorState::kPrep)));
  EXPECT_FALSE(IsKnown(static_cast<JobState>(6)));
  EXPECT_FALSE(IsKnown(static_cast<JobState>(30)));
  EXPECT_FALSE(IsKnown(static_cast<JobState>(48)));
}

}  // namespace
}  // namespace hpdl::rt
