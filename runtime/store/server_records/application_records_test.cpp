#include "runtime/store/server_records/application_records.h"

#include <gtest/gtest.h>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {
namespace {

class ApplicationRecordsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto state = StateDirectory::Open(root_ + "/state", true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    Reopen();
  }
  void Reopen() {
    records_.reset();
    auto records = ServerRecords::Open(*state_);
    ASSERT_TRUE(records) << records.error().message;
    records_ = std::move(*records);
  }
  ApplicationRecords& Applications() { return records_->applications(); }
  static DeployedApplication Application(const std::string& name,
                                         const std::string& owner = "joe") {
    return {name, owner, "folder of " + name, ApplicationState::kInactive, 3, 1000, 5, 6};
  }
  std::string Names(const ApplicationFilter& filter, std::int64_t offset = 0,
                    std::int64_t limit = 100) {
    std::string names;
    const auto all = Applications().List(filter, offset, limit);
    EXPECT_TRUE(all);
    for (const DeployedApplication& each : *all) {
      names += each.name + " ";
    }
    return names;
  }

  testing::TemporaryFolder made_;
  const std::string root_ = made_.path();
  std::unique_ptr<StateDirectory> state_;
  std::unique_ptr<ServerRecords> records_;
};

TEST_F(ApplicationRecordsTest, OneOfANameAndAllOfItIsDurable) {
  EXPECT_TRUE(*Applications().Add(Application("a")));
  EXPECT_FALSE(*Applications().Add(Application("a", "ann")));
  ASSERT_TRUE(Applications().SetState("a", ApplicationState::kSuspended, 9));
  Reopen();
  const auto found = Applications().Find("a");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->owner, "joe");
  EXPECT_EQ((*found)->folder, "folder of a");
  EXPECT_EQ((*found)->state, ApplicationState::kSuspended);
  EXPECT_EQ((*found)->files, 3);
  EXPECT_EQ((*found)->bytes, 1000);
  EXPECT_EQ((*found)->created_ms, 5);
  EXPECT_EQ((*found)->modified_ms, 9);
  ASSERT_TRUE(Applications().Remove("a"));
  EXPECT_FALSE(Applications().Find("a")->has_value());
  EXPECT_TRUE(*Applications().Add(Application("a")));
}

TEST_F(ApplicationRecordsTest, ListsAreFilteredAndPaged) {
  for (const char* name : {"b", "A1", "a2", "c"}) {
    EXPECT_TRUE(*Applications().Add(Application(name, *name == 'c' ? "ann" : "joe")));
  }
  ASSERT_TRUE(Applications().SetState("b", ApplicationState::kActive, 1));
  EXPECT_EQ(Names({}), "A1 a2 b c ");
  EXPECT_EQ(Names({}, 1, 2), "a2 b ");
  EXPECT_EQ(Names({ApplicationState::kActive, "", ""}), "b ");
  EXPECT_EQ(Names({std::nullopt, "ann", ""}), "c ");
  EXPECT_EQ(Names({std::nullopt, "", "A"}), "A1 a2 ");
  EXPECT_EQ(Names({std::nullopt, "", "%"}), "");
  EXPECT_EQ(*Applications().Count({std::nullopt, "joe", ""}), 3);
}

TEST_F(ApplicationRecordsTest, JobsAreKnownFromTheCommitOfTheirSubmission) {
  ServedJob job{"j1", "joe", "", "d", "/p", "a=1\n", true};
  job.application = "a";
  ASSERT_TRUE(records_->Add(job));
  job.id = "j2";
  ASSERT_TRUE(records_->Add(job));
  job.id = "j3";
  job.application.clear();
  ASSERT_TRUE(records_->Add(job));
  Reopen();
  EXPECT_EQ(*Applications().OfJob("j1"), "a");
  EXPECT_EQ(*Applications().OfJob("j3"), "");
  EXPECT_EQ(*Applications().OpenJobs("a", "", 10), (std::vector<std::string>{"j1", "j2"}));
  EXPECT_EQ(*Applications().OpenJobs("a", "j1", 10), (std::vector<std::string>{"j2"}));
  EXPECT_EQ(*Applications().OpenJobs("a", "", 1), (std::vector<std::string>{"j1"}));
  ASSERT_TRUE(Applications().SetEnded("j1", true));
  EXPECT_EQ(*Applications().OpenJobs("a", "", 10), (std::vector<std::string>{"j2"}));
  ASSERT_TRUE(Applications().SetEnded("j1", false));
  ASSERT_TRUE(records_->Remove("j2"));  // the job was never made
  EXPECT_EQ(*Applications().OpenJobs("a", "", 10), (std::vector<std::string>{"j1"}));
  ASSERT_TRUE(records_->SetMade("j1"));
  ASSERT_TRUE(records_->SetWanted("j1", false));
  ASSERT_TRUE(records_->RemoveSettled({"j1"}));  // the job is purged
  EXPECT_EQ(*Applications().OfJob("j1"), "");
}

}  // namespace
}  // namespace hpdl::rt
