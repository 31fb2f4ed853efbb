#include "runtime/engines/report/job_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "runtime/engines/report/job_json.h"
#include "runtime/engines/report/job_list.h"
#include "runtime/engines/report/job_log.h"
#include "runtime/engines/report/run_token.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/lease.h"

namespace hpdl::rt {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

/// A state directory with the journal of one job, but without the job's program.
class JobReportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto state = StateDirectory::Open(folder_.path(), true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    id_ = *state_->NewJobId("joe");
    auto journal = state_->CreateJob(id_);
    ASSERT_TRUE(journal) << journal.error().message;
    JobRow job;
    job.id = id_;
    job.app_name = "app";
    job.user = "joe";
    job.state = JobState::kRunning;
    job.created_ms = job.started_ms = 1000;
    ASSERT_TRUE((*journal)->PutFacts({.program_hash = "abc", .local = true}));
    ASSERT_TRUE((*journal)->PutJob(job));
    ASSERT_TRUE((*journal)->PutNode(Node("first", NodeState::kOk, 2)));
    ASSERT_TRUE((*journal)->PutNode(Node("second", NodeState::kRunning, 3)));
    AttemptRow tried;
    tried.node = "first";
    tried.sequence = 1;
    tried.started_ms = 1500;
    tried.ended_ms = 1600;
    tried.error_code = "JA009";
    ASSERT_TRUE((*journal)->PutAttempt(tried));
    ASSERT_TRUE((*journal)->Commit());
    auto lease = state_->TakeLease(id_);
    ASSERT_TRUE(lease) << lease.error().message;
    lease_ = std::move(*lease);
    std::filesystem::create_directory(state_->work().OfJob(id_) + "/attempts");
    Write("1.out", "of the first try");
    Write("2.out", "of the second try");
  }

  static NodeRow Node(const std::string& name, NodeState state, std::int64_t sequence) {
    NodeRow row;
    row.node = name;
    row.type = "shell";
    row.state = state;
    row.sequence = sequence;
    row.attempt = name == "first" ? 1 : 0;
    row.started_ms = 1000 * sequence;
    row.ended_ms = IsEnd(state) ? row.started_ms + 10 : 0;
    row.token = "made=by " + name + "\n";
    return row;
  }

  void Write(const std::string& name, std::string_view text) {
    std::ofstream(state_->work().OfJob(id_) + "/attempts/" + name) << text;
  }

  JobReport Load() {
    Result<JobReport> report = LoadJob(*state_, id_, {});
    EXPECT_TRUE(report) << report.error().message;
    return std::move(*report);
  }

  const testing::TemporaryFolder folder_;
  std::unique_ptr<StateDirectory> state_;
  std::unique_ptr<Lease> lease_;
  std::string id_;
};

TEST_F(JobReportTest, InfoHasNodesAndTheirEarlierAttempts) {
  const Json info = Json::parse(InfoJson(Load()));
  EXPECT_EQ(info["job"]["status"], "RUNNING");
  EXPECT_EQ(info["job"]["nodes"][0]["name"], "first");
  EXPECT_EQ(info["job"]["nodes"][0]["earlierAttempts"][0]["errorCode"], "JA009");
  EXPECT_EQ(info["job"]["nodes"][1]["status"], "RUNNING");
  EXPECT_EQ(info["alive"], true);
  EXPECT_EQ(info["local"], true);
  lease_.reset();
  EXPECT_EQ(Json::parse(InfoJson(Load()))["alive"], false);
}

TEST_F(JobReportTest, LogHasEventsInOrderAndWhatAttemptsWrote) {
  const JobReport report = Load();
  const Json log = Json::parse(LogJson(report, {}));
  std::vector<std::string> events;
  for (const Json& event : log["events"]) {
    events.push_back((event["node"].is_null() ? "job" : event["node"].get<std::string>()) + " " +
                     event["event"].get<std::string>());
  }
  EXPECT_THAT(events, ::testing::ElementsAre("job start", "first start", "first end", "first start",
                                             "first end", "second start"));
  EXPECT_EQ(log["attempts"][0]["out"]["text"], "of the first try");
  EXPECT_EQ(log["attempts"][1]["out"]["text"], "of the second try");
  LogOptions last;
  last.node = "first";
  last.attempt = 1;
  last.bytes = 3;
  const Json end = Json::parse(LogJson(report, last));
  EXPECT_EQ(end["attempts"].size(), 1U);
  EXPECT_EQ(end["attempts"][0]["out"]["text"], "try");
}

TEST_F(JobReportTest, EventsOfAJobThatIsReadTwiceHaveTheSameKeys) {
  const JobReport one = Load();
  const JobReport two = Load();
  const std::vector<LogEvent> of_one = LogEvents(one, {});
  const std::vector<LogEvent> of_two = LogEvents(two, {});
  ASSERT_EQ(of_one.size(), of_two.size());
  std::set<std::string> keys;
  for (std::size_t i = 0; i < of_one.size(); ++i) {
    EXPECT_EQ(of_one[i].Key(), of_two[i].Key());
    keys.insert(of_one[i].Key());
  }
  EXPECT_EQ(keys.size(), of_one.size());
}

TEST_F(JobReportTest, EventsOfSkippedNodesHaveTheKeysOfTheRunTheyComeFrom) {
  auto journal = state_->OpenJob(id_, false);
  ASSERT_TRUE(journal);
  NodeRow fork = Node("split", NodeState::kOk, 0);
  fork.started_ms = fork.ended_ms = 1234;
  ASSERT_TRUE((*journal)->PutNode(fork) && (*journal)->Commit());
  const auto keys = [&](const JobReport& report, const std::string& node) {
    LogOptions options;
    options.node = node;
    std::vector<std::string> found;
    for (const LogEvent& event : LogEvents(report, options)) {
      found.push_back(event.Key());
    }
    return found;
  };
  const JobReport before = Load();
  JobRow job = before.main.job;
  job.run = 1;
  NodeRow first = Node("first", NodeState::kOk, 2);
  for (NodeRow* row : {&fork, &first}) {
    row->run = 1;
    row->skipped = true;
    ASSERT_TRUE((*journal)->PutNode(*row));
  }
  ASSERT_TRUE((*journal)->PutJob(job) && (*journal)->Commit());
  const JobReport after = Load();
  ASSERT_EQ(after.main.run, 1);
  EXPECT_EQ(keys(after, "split"), keys(before, "split"));
  const std::vector<std::string> all = keys(before, "first");
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(keys(after, "first"), std::vector<std::string>(all.begin() + 2, all.end()));
  EXPECT_EQ(LogFiles(after, {.node = "first"})[0].start, all[2]);
}

TEST_F(JobReportTest, AnEarlierRunShowsTheRunsOfItsSubWorkflowJobs) {
  // Run 0 begins the child, a retry makes another, run 1 skips both, and run 2 goes on with them.
  auto journal = state_->OpenJob(id_, false);
  ASSERT_TRUE(journal);
  const auto put = [&](std::int64_t number, std::int64_t run, std::int64_t last) {
    JobRow job;
    job.number = number;
    job.parent = number == 0 ? -1 : 0;
    job.id = number == 0 ? id_ : "child" + std::to_string(number);
    job.run = run;
    job.state = run == last ? JobState::kSucceeded : JobState::kKilled;
    ASSERT_TRUE(run == last ? (*journal)->PutJob(job) : (*journal)->PutEndedRun(job));
    if (number != 0) {
      NodeRow node = Node("a", NodeState::kOk, 5 + run);
      node.job = number;
      node.run = run;
      ASSERT_TRUE((*journal)->PutNode(node));
    }
  };
  for (std::int64_t run = 0; run <= 2; ++run) {
    put(0, run, 2);
    NodeRow node = Node("sub", NodeState::kError, 0);
    node.run = run;
    node.external_id = "child2";
    node.skipped = run == 1;
    ASSERT_TRUE((*journal)->PutNode(node));
  }
  AttemptRow tried;
  tried.node = "sub";
  tried.external_id = "child1";
  ASSERT_TRUE((*journal)->PutAttempt(tried));
  put(1, 0, 0);
  put(2, 0, 1);
  put(2, 1, 1);
  ASSERT_TRUE((*journal)->Commit());
  std::set<std::string> keys;
  for (std::int64_t run = 0; run <= 2; ++run) {
    const Result<JobReport> report = LoadJob(*state_, id_, run);
    ASSERT_TRUE(report) << report.error().message;
    const JobNodes& child = report->children.back();
    EXPECT_EQ(child.job.id, "child2");
    EXPECT_EQ(child.run, run == 2 ? 1 : 0) << run;
    EXPECT_EQ(child.job.run, child.run);
    EXPECT_EQ(child.job.state, run == 2 ? JobState::kSucceeded : JobState::kKilled);
    ASSERT_EQ(child.nodes.size(), 1U);
    EXPECT_EQ(child.nodes[0].sequence, run == 2 ? 6 : 5);
    LogOptions options;
    options.node = "a";
    for (const LogEvent& event : LogEvents(*report, options)) {
      keys.insert(event.job == &child ? event.Key() : "");
    }
  }
  EXPECT_EQ(keys.size(), 2U * 2 + 1) << "each run of the child has its own events";
}

TEST_F(JobReportTest, TheTokenIsReadWithoutAWorkflow) {
  const Json token = Json::parse(TokenJson(Load().main, nullptr, ""));
  EXPECT_EQ(token["USER"]["made"][0]["value"], "by first");
  EXPECT_EQ(token["USER"]["made"][1]["node"], "second");
}

TEST_F(JobReportTest, ListedJobsSayWhetherAProcessRunsThem) {
  const auto list = [&] {
    Result<CataloguePage> page = state_->catalogue().Find({}, {});
    EXPECT_TRUE(page) << page.error().message;
    return Json::parse(JobsJson(ListOf(*state_, std::move(*page))));
  };
  EXPECT_EQ(list()["jobs"][0]["id"], id_);
  EXPECT_EQ(list()["jobs"][0]["alive"], true);
  lease_.reset();
  EXPECT_EQ(list()["jobs"][0]["alive"], false);
}

TEST_F(JobReportTest, ErrorsNameTheJobOrTheRun) {
  EXPECT_EQ(LoadJob(*state_, "0000009-20260101000000000-hpdl-joe-W", {}).error().code, "E0604");
  EXPECT_THAT(LoadJob(*state_, id_, 7).error().message, HasSubstr("no run 7"));
}

}  // namespace
}  // namespace hpdl::rt
