#include "runtime/store/sqlite/migrate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

using store_schema::Migration;

/// Tests migrations of a journal of version 1. The journal has only the tables that the steps
/// change.
class MigrateTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto database = Database::Open(root_ + "/journal.db", Database::Mode::kCreate);
    ASSERT_TRUE(database);
    database_ = std::move(*database);
    ASSERT_TRUE(
        database_->Execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value);"
                           "INSERT INTO meta VALUES('schema_version',1);"
                           "CREATE TABLE node(name TEXT);INSERT INTO node VALUES('a');"));
  }

  std::string Ask(const char* sql) {
    Statement query;
    if (!database_->Prepare(sql, &query)) {
      return "no such thing";
    }
    auto row = query.Step();
    std::string text = row && *row ? std::string(query.Text(0)) : "nothing";
    query.Reset();
    return text;
  }
  std::string Version() { return Ask("SELECT value FROM meta WHERE key='schema_version'"); }

  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
  std::unique_ptr<Database> database_;
};

constexpr Migration kSteps[] = {
    {1, "ALTER TABLE node ADD COLUMN site TEXT DEFAULT 'here'"},
    {2, "UPDATE node SET site=site||'!'"},
};

TEST_F(MigrateTest, TakesEachStepInOrder) {
  ASSERT_TRUE(Migrate(*database_, kSteps, 1, 3));
  EXPECT_EQ(Version(), "3");
  EXPECT_EQ(Ask("SELECT site FROM node"), "here!");
}

TEST_F(MigrateTest, StartsAtTheVersionThatIsThere) {
  ASSERT_TRUE(Migrate(*database_, kSteps, 1, 2));
  EXPECT_EQ(Version(), "2");
  EXPECT_EQ(Ask("SELECT site FROM node"), "here");
  ASSERT_TRUE(Migrate(*database_, kSteps, 2, 3));
  EXPECT_EQ(Ask("SELECT site FROM node"), "here!");
}

TEST_F(MigrateTest, AFailingStepLeavesTheVersionBeforeIt) {
  constexpr Migration kBroken[] = {kSteps[0],
                                   {2, "UPDATE node SET site='lost';UPDATE nosuch SET a=1"}};
  const auto done = Migrate(*database_, kBroken, 1, 3);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("nosuch"), std::string::npos) << done.error().message;
  EXPECT_EQ(Version(), "2");
  EXPECT_EQ(Ask("SELECT site FROM node"), "here");
  EXPECT_TRUE(database_->Execute("BEGIN IMMEDIATE;COMMIT")) << "no transaction is left open";
}

TEST_F(MigrateTest, AMissingStepIsSaidAndNothingChanges) {
  const auto done = Migrate(*database_, std::span(kSteps).subspan(1), 1, 3);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().error_class, ErrorClass::kFatal);
  EXPECT_NE(done.error().message.find("version 1"), std::string::npos);
  EXPECT_EQ(Version(), "1");
}

TEST(JournalMigrations, ReachTheCurrentVersionFromEachEarlierOne) {
  for (std::int64_t from = 1; from < store_schema::kJournalVersion; ++from) {
    const auto& steps = store_schema::kJournalMigrations;
    EXPECT_EQ(std::count_if(steps.begin(), steps.end(),
                            [&](const Migration& step) { return step.from == from; }),
              1)
        << from;
  }
}

}  // namespace
}  // namespace hpdl::rt
