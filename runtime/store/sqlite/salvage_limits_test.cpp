#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/sqlite/salvage.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite.h"
#include "runtime/store/sqlite/sqlite_journal.h"

/// Tests the limits of a salvage. The cases are the last value of each enumeration and the value
/// after it, journals of each version, and the names of damaged journals.
namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

class SalvageLimits : public ::testing::Test {
 protected:
  /// Creates a journal with a root job.
  std::unique_ptr<Journal> Create() {
    auto store = SqliteJournal::Create(path_);
    EXPECT_TRUE(store);
    JobRow root;
    root.id = "0000001-261121000000000-hpdl-joe-W";
    EXPECT_TRUE((*store)->PutFacts({}) && (*store)->PutJob(root));
    return std::move(*store);
  }
  void Execute(const std::string& sql) {
    const auto database = Database::Open(path_, Database::Mode::kReadWrite);
    ASSERT_TRUE(database);
    const Result<void> done = (*database)->Execute(sql.c_str());
    ASSERT_TRUE(done) << done.error().message;
  }
  std::unique_ptr<Journal> Open() {
    auto store = SqliteJournal::Open(path_, true);
    EXPECT_TRUE(store) << store.error().message;
    return store ? std::move(*store) : nullptr;
  }

  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/journal.db";
};

/// The checksums of all rows are right, but some rows have states that this version does not have.
TEST_F(SalvageLimits, LastStatesAreTakenAndThoseBeyondAreNot) {
  {
    const auto store = Create();
    for (const int beyond : {0, 1}) {
      JobRow job;
      job.number = 1 + beyond;
      job.id = "sub";
      job.state = static_cast<JobState>(static_cast<int>(JobState::kFailed) + beyond);
      NodeRow node;
      node.node = beyond == 0 ? "last" : "beyond";
      node.state = static_cast<NodeState>(static_cast<int>(NodeState::kUserRetry) + beyond);
      AttemptRow attempt;
      attempt.node = node.node;
      attempt.state = node.state;
      NotificationRow notice;
      notice.state =
          static_cast<NotificationState>(static_cast<int>(NotificationState::kGivenUp) + beyond);
      JobRow ended = job;
      ended.number = 0;
      ended.run = beyond;
      ASSERT_TRUE(store->PutJob(job) && store->PutNode(node) && store->PutAttempt(attempt) &&
                  store->PutNotification(&notice) && store->PutEndedRun(ended));
    }
    ASSERT_TRUE(store->Commit());
  }
  const JournalCheck check = CheckJournal(path_);
  EXPECT_EQ(check.version, store_schema::kJournalVersion);
  EXPECT_EQ(check.jobs, 2);
  EXPECT_EQ(check.nodes, 1);
  EXPECT_EQ(check.problems.size(), 5U);
  const auto salvaged = SalvageJournal(path_);
  ASSERT_TRUE(salvaged) << salvaged.error().message;
  EXPECT_EQ(salvaged->lost, 5);
  EXPECT_EQ(salvaged->jobs, 2);
  EXPECT_EQ(salvaged->nodes, 1);
  EXPECT_TRUE(CheckJournal(path_).problems.empty());
  const auto store = Open();
  EXPECT_EQ(store->Jobs()->size(), 2U);
  EXPECT_EQ(store->Nodes(0, 0)->size(), 1U);
  EXPECT_EQ(store->Attempts(0, 0)->size(), 1U);
  EXPECT_EQ(store->EndedRuns()->size(), 1U);
  EXPECT_EQ(store->Notifications()->given_up, 1);
}

TEST_F(SalvageLimits, TheDamagedOnesAreCounted) {
  for (const char* name : {".damaged", ".damaged.2", ".damaged.3"}) {
    fs::remove(path_);
    {
      const auto store = Create();
      NodeRow node;
      node.node = "a";
      ASSERT_TRUE(store->PutNode(node) && store->Commit());
    }
    Execute("UPDATE node SET sum=sum+1");
    const auto salvaged = SalvageJournal(path_);
    ASSERT_TRUE(salvaged) << salvaged.error().message;
    EXPECT_EQ(salvaged->kept_as, path_ + name);
    EXPECT_TRUE(fs::exists(path_ + name));
    EXPECT_EQ(salvaged->lost, 1);
    EXPECT_EQ(salvaged->nodes, 0);
  }
}

TEST_F(SalvageLimits, WhatAnEarlierCallLeftBesideTheJournalIsMadeAnew) {
  {
    const auto store = Create();
    NodeRow node;
    node.node = "a";
    ASSERT_TRUE(store->PutNode(node) && store->Commit());
  }
  Execute("UPDATE node SET sum=sum+1");
  std::ofstream(path_ + ".salvage") << "half of a journal";
  const auto salvaged = SalvageJournal(path_);
  ASSERT_TRUE(salvaged) << salvaged.error().message;
  EXPECT_EQ(salvaged->lost, 1);
  EXPECT_EQ(Open()->Jobs()->size(), 1U);
  EXPECT_EQ(SalvageJournal(path_ + ".none").error().message,
            path_ + ".none: No such file or directory");
}

TEST_F(SalvageLimits, ASoundOneANewerOneAndOneWithoutItsRootStay) {
  {
    const auto store = Create();
    ASSERT_TRUE(store->Commit());
  }
  EXPECT_EQ(SalvageJournal(path_).error().message,
            path_ + " is sound; there is nothing to salvage");
  Execute("UPDATE meta SET value=" + std::to_string(store_schema::kJournalVersion + 1) +
          " WHERE key='schema_version'");
  EXPECT_EQ(SalvageJournal(path_).error().message,
            path_ + " is of a newer version; use a newer program");
  Execute("UPDATE meta SET value=" + std::to_string(store_schema::kJournalVersion) +
          " WHERE key='schema_version'; UPDATE job SET sum=0");
  const auto refused = SalvageJournal(path_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().error_class, ErrorClass::kCorruptStore);
  EXPECT_EQ(refused.error().message,
            "the record of the root job in " + path_ + " cannot be read; nothing was changed");
  EXPECT_FALSE(fs::exists(path_ + ".damaged"));
  EXPECT_FALSE(fs::exists(path_ + ".salvage"));
}

class SalvageOfVersion : public SalvageLimits,
                         public ::testing::WithParamInterface<std::int64_t> {};

TEST_P(SalvageOfVersion, TakesAllTablesThatItHas) {
  const std::int64_t version = GetParam();
  const fs::path kept =
      fs::path(HPDL_SOURCE_DIR) / "test/journals" / ("v" + std::to_string(version)) / "died";
  fs::copy_file(kept / "journal.db", path_);
  fs::copy_file(kept / "journal.db-wal", path_ + "-wal");
  const JournalCheck before = CheckJournal(path_);
  EXPECT_EQ(before.version, version);
  EXPECT_TRUE(before.problems.empty()) << before.problems.front();
  Execute("UPDATE node SET sum=sum+1 WHERE node='b'");
  const auto salvaged = SalvageJournal(path_);
  ASSERT_TRUE(salvaged) << salvaged.error().message;
  EXPECT_EQ(salvaged->lost, 1);
  EXPECT_EQ(salvaged->jobs, before.jobs);
  EXPECT_EQ(salvaged->nodes, before.nodes - 1);
  EXPECT_EQ(salvaged->properties, before.properties);
  const auto store = Open();
  EXPECT_EQ(store->Facts()->schema_version, store_schema::kJournalVersion);
  EXPECT_EQ(store->Facts()->program_hash, "journals");
  const std::size_t of_child = store->JobProperties(1, 0)->size();
  EXPECT_EQ(static_cast<std::size_t>(salvaged->properties),
            store->JobProperties(0, 0)->size() + of_child);
  EXPECT_EQ(store->Callbacks(0, 0)->size(), version >= 2 ? 1U : 0U);
  EXPECT_EQ(store->Notifications()->waiting, version >= 2 ? 1 : 0);
}
INSTANTIATE_TEST_SUITE_P(EachVersion, SalvageOfVersion,
                         ::testing::Range<std::int64_t>(1, store_schema::kJournalVersion + 1));

}  // namespace
}  // namespace hpdl::rt
