#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include "runtime/engines/workflow/testing/engine_fixture.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite.h"
#include "test/journals/program.h"

/// Reads, migrates and resumes journals of each version (test/journals). They are binary files and
/// not SQL text, because layout, encoding and recovery are part of the test. Their WAL was never
/// checkpointed.
namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

std::set<std::string> journals_ran;
void NoteRun(const ActionContext& context) {
  journals_ran.insert(std::string(context.node()) + (context.resumed() ? " resumed" : ""));
}

class TellingNetwork final : public Network {
 public:
  Task<Result<HttpReply>> Send(HttpRequest) override {
    HttpReply reply;
    reply.status = 200;
    co_return reply;
  }
  Task<Result<MailReply>> SendMail(MailRequest) override { co_return MailReply(); }
};
const hpdl_network kTelling{.open = [](boost::asio::io_context&) -> std::unique_ptr<Network> {
                              return std::make_unique<TellingNetwork>();
                            },
                            .listen = nullptr};

class JournalsTest : public testing::EngineFixture,
                     public ::testing::WithParamInterface<std::int64_t> {
 protected:
  void SetUp() override {
    EngineFixture::SetUp();
    journals_ran.clear();
    journals::hook = &NoteRun;
    made_.builder->program.network = &kTelling;
  }
  void TearDown() override {
    journals::hook = nullptr;
    EngineFixture::TearDown();
  }

  /// Copies a job of the tested version to the state directory and returns the job's id.
  std::string Take(const std::string& job) {
    const fs::path kept =
        fs::path(HPDL_SOURCE_DIR) / "test/journals" / ("v" + std::to_string(GetParam())) / job;
    std::string id;
    std::ifstream(kept / "id") >> id;
    const fs::path to = state_->work().OfJob(id);
    fs::create_directories(to);
    chmod(to.c_str(), 0700);
    for (const fs::directory_entry& file : fs::directory_iterator(kept)) {
      if (file.path().filename() != "id") {
        fs::copy_file(file.path(), to / file.path().filename());
      }
    }
    return id;
  }
  /// Removes the catalogue, because directories before version 5 had no catalogue. Then opens the
  /// state directory again, like a newly started program.
  void Reopen() {
    state_.reset();
    for (const fs::directory_entry& entry : fs::directory_iterator(root_ + "/state")) {
      if (entry.path().filename().string().starts_with("catalogue-")) {
        fs::remove_all(entry.path());
      }
    }
    OpenState(root_ + "/state");
  }
  std::int64_t Version(const std::string& id) {
    return (*state_->OpenJob(id, true))->Facts()->schema_version;
  }
  JobState GoOn(const std::string& id) { return Go(made_.builder->program, id); }

  journals::Program made_;
};

TEST_P(JournalsTest, AreListed) {
  std::set<std::string> ids{Take("died"), Take("asks"), Take("ended")};
  Reopen();
  std::set<std::string> listed;
  for (const CatalogueEntry& entry : testing::RootsOf(*state_)) {
    listed.insert(entry.root_id);
  }
  EXPECT_EQ(listed, ids);
}

TEST_P(JournalsTest, AreReadWithoutAChange) {
  const std::string id = Take("died");
  const auto store = std::move(*state_->OpenJob(id, true));
  EXPECT_EQ(store->Facts()->schema_version, GetParam());
  EXPECT_EQ(store->Facts()->program_hash, "journals");
  const std::vector<JobRow> jobs = *store->Jobs();
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].state, JobState::kRunning);
  EXPECT_EQ(jobs[0].user, "joe");
  EXPECT_EQ(jobs[1].parent_node, "sub");
  EXPECT_EQ(store->JobProperties(0, 0)->at("place"), "Gr\xc3\xbcnwald");
  EXPECT_EQ(store->JobProperties(1, 0)->at("given"), "by the parent");
  EXPECT_EQ(Node(id, "a").state, NodeState::kOk);
  EXPECT_NE(Node(id, "a").data->find("said=Gr"), std::string::npos);
  EXPECT_EQ(Node(id, "flaky").state, NodeState::kStartRetry);
  EXPECT_EQ(Node(id, "flaky").error_message, "connection refused");
  EXPECT_EQ(Node(id, "d").transition, "b");
  EXPECT_EQ(Node(id, "x", 1).state, NodeState::kOk);
  EXPECT_EQ(Node(id, "y", 1).state, NodeState::kPrep);
  EXPECT_EQ(store->Callbacks(0, 0)->size(), GetParam() >= 2 ? 1U : 0U);
  EXPECT_EQ(store->Notifications()->waiting, GetParam() >= 2 ? 1 : 0);
  EXPECT_EQ(Version(id), GetParam());
}

TEST_P(JournalsTest, OfADeadEngineAreResumed) {
  const std::string id = Take("died");
  EXPECT_EQ(GoOn(id), JobState::kSuspended) << "asks wants a person";
  EXPECT_EQ(journals_ran, (std::set<std::string>{"sub resumed", "y resumed", "flaky", "asks"}));
  EXPECT_EQ(Version(id), store_schema::kJournalVersion);
  EXPECT_EQ(GoOn(id), JobState::kSucceeded);
  EXPECT_EQ(Job(id, 1).state, JobState::kSucceeded);
  EXPECT_EQ(Node(id, "flaky").attempt, 1U);
  const auto store = std::move(*state_->OpenJob(id, true));
  EXPECT_EQ(store->Callbacks(0, 0)->size(), GetParam() >= 2 ? 1U : 0U);
  EXPECT_EQ(store->Notifications()->delivered, GetParam() >= 2 ? 1 : 0);
  EXPECT_EQ(store->JobProperties(0, 0)->at("place"), "Gr\xc3\xbcnwald");
}

TEST_P(JournalsTest, ThatWaitForAPersonAreResumed) {
  const std::string id = Take("asks");
  EXPECT_EQ(Job(id).state, JobState::kSuspended);
  EXPECT_EQ(Node(id, "asks").state, NodeState::kStartManual);
  EXPECT_EQ(Node(id, "asks").error_message, "nobody knows what became of it");
  EXPECT_EQ(GoOn(id), JobState::kSucceeded);
  EXPECT_EQ(journals_ran, (std::set<std::string>{"asks"}));
  EXPECT_EQ(Node(id, "asks").attempt, 1U);
}

TEST_P(JournalsTest, OfEndedJobsAreRerun) {
  const std::string id = Take("ended");
  EXPECT_EQ(Job(id).state, JobState::kSucceeded);
  EXPECT_EQ(Job(id).run, 1);
  EXPECT_EQ((*state_->OpenJob(id, true))->EndedRuns()->size(), GetParam() >= 4 ? 1U : 0U);
  RerunOptions again;
  again.run.local = true;
  again.skip = {"a", "b", "sub", "asks"};
  ASSERT_TRUE(PrepareRerun(made_.builder->program, *state_, id, again));
  EXPECT_EQ(GoOn(id), JobState::kSucceeded);
  EXPECT_EQ(journals_ran, (std::set<std::string>{"flaky"}));
  EXPECT_EQ((*state_->OpenJob(id, true))->EndedRuns()->size(), GetParam() >= 4 ? 2U : 1U);
}

TEST_P(JournalsTest, OfANewerVersionAreRefused) {
  const std::string id = Take("ended");
  {
    const auto database = std::move(
        *Database::Open(state_->work().OfJob(id) + "/journal.db", Database::Mode::kReadWrite));
    ASSERT_TRUE(database->Execute("UPDATE meta SET value=99 WHERE key='schema_version'"));
  }
  for (const bool read_only : {true, false}) {
    const auto store = state_->OpenJob(id, read_only);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().error_class, ErrorClass::kFatal);
    EXPECT_NE(store.error().message.find(
                  "of version 99, but this version of hpdl supports versions only up to"),
              std::string::npos)
        << store.error().message;
  }
}

INSTANTIATE_TEST_SUITE_P(EachVersion, JournalsTest,
                         ::testing::Range<std::int64_t>(1, store_schema::kJournalVersion + 1));

}  // namespace
}  // namespace hpdl::rt
