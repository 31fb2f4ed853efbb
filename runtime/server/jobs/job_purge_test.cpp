#include "runtime/server/jobs/job_purge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "runtime/server/jobs/job_archive.h"
#include "runtime/server/jobs/testing/jobs_world.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::int64_t kDay = 86'400'000;

class JobPurgeTest : public testing::JobsWorld {
 protected:
  void SetUp() override { Begin(); }
  /// Runs a workflow with this definition, and ends it. Its end time is `days` days ago. Returns
  /// its id.
  std::string Ended(std::int64_t days, const std::string& text = "demo",
                    JobSubmission submission = {}) {
    submission.start = true;
    submission.properties["oozie.wf.application.path"] = Application(text, text);
    const std::string id = Submit(submission);
    EndAgo(id, JobState::kSucceeded, days);
    return id;
  }
  void EndAgo(const std::string& id, JobState state, std::int64_t days) {
    Change(id, [&](JobRow* row) {
      row->state = state;
      row->ended_ms = NowMs() - days * kDay;
      row->created_ms = row->started_ms = row->ended_ms - 1;
    });
    EndProgram(id);
    EXPECT_TRUE(Until([&] { return server_->Numbers().wanted == running_.size(); }));
  }
  /// Purges jobs, and returns their number or the refusal.
  std::string Purge(const PurgeQuery& query) {
    const auto gone = Do(server_->Purge(query));
    return gone ? std::to_string(*gone) : gone.error().code + ": " + gone.error().message;
  }
  static PurgeQuery Days(std::int64_t workflows) { return {{workflows, {}, {}}, {}}; }
  bool IsThere(const std::string& id) const { return state_->HasJob(id); }
  /// Sets the times of a file to the past, so that the file may be purged.
  static void Age(const std::string& file) {
    const timespec times[] = {{1'000'000, 0}, {1'000'000, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
  }
};

TEST_F(JobPurgeTest, JobsThatEndedLongAgoGo) {
  const std::string old = Ended(10), young = Ended(2);
  const std::string runs = Submit(Submission(true)), prep = Submit(Submission());
  EXPECT_EQ(Purge(Days(5)), "1");
  EXPECT_FALSE(IsThere(old));
  EXPECT_FALSE(fs::exists(root_ + "/state/jobs/" + old));
  for (const std::string& id : {young, runs, prep}) {
    EXPECT_TRUE(IsThere(id));
  }
  EXPECT_TRUE(HasLogged("I purge: 1 jobs are removed, 0 programs are removed"));
  EXPECT_EQ(Purge(Days(5)), "0");
  EXPECT_EQ(Purge(Days(0)), "1");
  EXPECT_TRUE(IsThere(runs) && IsThere(prep));
}

TEST_F(JobPurgeTest, EachTypeHasAnAgeOfItsOwn) {
  const std::string workflow = Ended(20);
  std::vector<std::string> others;
  for (const JobType type : {JobType::kCoordinator, JobType::kBundle}) {
    const std::string id = Submit(CoordinatorSubmission(type));
    ASSERT_TRUE(Until([&] { return IsRunning(id); }));
    EndAgo(id, JobStateOf(type, CoordinatorState::kSucceeded), 20);
    others.push_back(id);
  }
  EXPECT_EQ(Purge({{30, 10, 30}, {}}), "1");
  EXPECT_FALSE(IsThere(others[0]));
  EXPECT_EQ(Purge({{30, 30, 10}, {}}), "1");
  EXPECT_FALSE(IsThere(others[1]));
  EXPECT_EQ(Purge({{-1, -1, -1}, {}}), "0");
  EXPECT_TRUE(IsThere(workflow)) << "less than 0 is for ever";
}

TEST_F(JobPurgeTest, WithoutAnAgeItIsThatOfOozie) {
  const std::string workflow = Ended(29);
  const std::string id = Submit(CoordinatorSubmission());
  ASSERT_TRUE(Until([&] { return IsRunning(id); }));
  EndAgo(id, JobStateOf(JobType::kCoordinator, CoordinatorState::kKilled), 8);
  EXPECT_EQ(Purge({}), "1");
  EXPECT_FALSE(IsThere(id)) << "7 days of a coordinator";
  EXPECT_TRUE(IsThere(workflow)) << "30 days of a workflow";
  const std::string older = Ended(31);
  EXPECT_EQ(Purge({}), "1");
  EXPECT_FALSE(IsThere(older));
}

TEST_F(JobPurgeTest, TheSiteSaysHowOldJobsMayBe) {
  const std::string old = Ended(4), young = Ended(2);
  Begin({{"oozie.service.PurgeService.older.than", "3"}});
  EXPECT_TRUE(Until([&] { return !IsThere(old); })) << "by itself";
  EXPECT_TRUE(IsThere(young));
  EXPECT_FALSE(server_->IsIdle()) << "there is one to be purged later";
  Begin({{"oozie.service.PurgeService.older.than", "1"}});
  EXPECT_TRUE(Until([&] { return !IsThere(young); }));
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
}

TEST_F(JobPurgeTest, TheSiteMaySwitchOffThatSomebodyAsks) {
  Begin({{"oozie.service.PurgeService.enable.command.line", "false"}});
  const std::string old = Ended(10);
  EXPECT_EQ(Purge(Days(1)), "E0307: Runtime error [Purge service is not enabled]");
  EXPECT_TRUE(IsThere(old));
}

TEST_F(JobPurgeTest, ManyGoInParts) {
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(Ended(10));
  }
  EXPECT_EQ(Purge({{5, {}, {}}, 2}), "5");
  for (const std::string& id : ids) {
    EXPECT_FALSE(IsThere(id));
  }
}

TEST_F(JobPurgeTest, SubWorkflowsStayAsLongAsTheirParentIsThere) {
  const std::string parent = Submit(Submission(true));
  JobSubmission submission;
  submission.parent = parent;
  const std::string child = Ended(10, "demo", submission);
  EXPECT_EQ(Purge(Days(5)), "0");
  EXPECT_TRUE(IsThere(child));
  EndAgo(parent, JobState::kFailed, 20);
  EXPECT_EQ(Purge(Days(15)), "1");
  EXPECT_FALSE(IsThere(parent));
  EXPECT_EQ(Purge(Days(5)), "1");
  EXPECT_FALSE(IsThere(child));
}

TEST_F(JobPurgeTest, AParentMayBeNamedByTheJobsProperties) {
  const std::string parent = Submit(Submission(true));
  const std::string child = Ended(10), own = Ended(10);
  for (const std::string& id : {child, own}) {
    const auto journal = state_->OpenJob(id, false);
    ASSERT_TRUE((*journal)->PutProperties(
        0, 0, {{"oozie.wf.parent.id", (id == own ? own : parent) + "@node"}}));
    ASSERT_TRUE((*journal)->Commit());
  }
  EXPECT_EQ(Purge(Days(5)), "1");
  EXPECT_TRUE(IsThere(child));
  EXPECT_FALSE(IsThere(own)) << "nothing is its own parent";
}

TEST_F(JobPurgeTest, WhatSomebodyHasTheLeaseOfStays) {
  const std::string old = Ended(10);
  const auto lease = state_->TakeLease(old);
  EXPECT_EQ(Purge(Days(5)), "0");
  EXPECT_TRUE(IsThere(old));
}

TEST_F(JobPurgeTest, WhatIsRememberedOfAJobGoesWithIt) {
  JobSubmission submission;
  submission.idempotency_key = "k";
  const std::string old = Ended(10, "demo", submission);
  EXPECT_EQ(Said(Verbs().FindKeyed("k")), old);
  EXPECT_EQ(Purge(Days(5)), "1");
  const auto records = ServerRecords::Open(*state_);
  ASSERT_TRUE(records);
  EXPECT_FALSE(*(*records)->Find(old));
}

TEST_F(JobPurgeTest, WhatTheServerHasToDoSomethingForStays) {
  const std::string old = Ended(10);
  Leave();
  {
    const auto records = ServerRecords::Open(*state_);
    ASSERT_TRUE(records);
    ASSERT_TRUE((*records)->Add({old, "ann", "", "d", "/p", "a=1\n", false}));
  }
  instead = [](const testing::ProgramCall&) { return true; };  // the program of the job never ends
  Begin();
  EXPECT_EQ(Purge(Days(5)), "0");
  EXPECT_TRUE(IsThere(old));
}

TEST_F(JobPurgeTest, AJobThatCannotBeReadStays) {
  const std::string broken = Ended(10), old = Ended(10);
  std::ofstream(state_->work().OfJob(broken) + "/journal.db") << std::string(5000, 'x');
  EXPECT_EQ(Purge(Days(5)), "1");
  EXPECT_TRUE(IsThere(broken));
  EXPECT_TRUE(HasLogged("E purge: a job is kept, because it cannot be read: " + broken + ": "));
}

TEST_F(JobPurgeTest, OneThatCannotBeRemovedDoesNotHinderOthers) {
  const std::string one = Ended(10), other = Ended(10);
  fs::create_directory_symlink(root_, root_ + "/state/trash");
  EXPECT_EQ(Purge(Days(5)), "0");
  for (const std::string& id : {one, other}) {
    EXPECT_TRUE(IsThere(id));
    EXPECT_TRUE(HasLogged("E purge: a job cannot be removed completely: " + id + ": "));
  }
  fs::remove(root_ + "/state/trash");
  EXPECT_EQ(Purge(Days(5)), "2");
}

TEST_F(JobPurgeTest, TheNextPurgeRemovesTheRestOfAJob) {
  const std::string rest = root_ + "/state/trash/" + Ended(10) + "/out";
  fs::create_directories(rest);
  EXPECT_EQ(Purge({{-1, -1, -1}, {}}), "0");
  EXPECT_TRUE(fs::is_empty(root_ + "/state/trash"));
}

TEST_F(JobPurgeTest, ProgramsThatNoJobHasGoLater) {
  const std::string old = Ended(10, "one"), young = Ended(1, "two"), third = Ended(10, "two");
  std::vector<std::string> programs;
  for (const testing::ProgramCall& call : calls_) {
    if (call.words[0] == "run") {
      programs.push_back(call.program);
    }
  }
  ASSERT_EQ(programs.size(), 3U);
  Age(programs[0]);
  Age(programs[1]);
  EXPECT_EQ(Purge(Days(5)), "2");
  EXPECT_FALSE(fs::exists(programs[0]));
  EXPECT_TRUE(fs::exists(programs[1])) << "a job has it";
  EXPECT_TRUE(HasLogged("I purge: 2 jobs are removed, 1 programs are removed"));
  EXPECT_TRUE(IsThere(young));
  EXPECT_EQ(CountOf("build"), 2U);
  Ended(10, "one");
  EXPECT_EQ(CountOf("build"), 3U) << "it is compiled anew";
}

TEST_F(JobPurgeTest, AProgramThatWasUsedLatelyStays) {
  Ended(10, "one");
  const std::string program = Last("run").program;
  EXPECT_EQ(Purge(Days(5)), "1");
  EXPECT_TRUE(fs::exists(program));
}

class PurgeToArchive : public JobPurgeTest {
 protected:
  void SetUp() override { Begin({}, root_ + "/far/archive"); }
  const std::string archive_ = root_ + "/far/archive";
  std::string Kept(const std::string& id) const { return archive_ + "/jobs/" + id; }
};

TEST_F(PurgeToArchive, JobsAreThereThen) {
  const std::string old = Ended(10);
  EXPECT_EQ(Purge(Days(5)), "1");
  EXPECT_FALSE(IsThere(old));
  EXPECT_TRUE(HasLogged("I purge: 1 jobs are archived, 0 programs are removed"));
  const auto archive = StateDirectory::Open(archive_, false);
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_TRUE((*archive)->HasJob(old));
  EXPECT_EQ((*archive)->catalogue().Find({}, {})->jobs.size(), 1U);
  EXPECT_EQ(state_->catalogue().Find({}, {})->jobs.size(), 0U);
  struct stat info{};
  ASSERT_EQ(stat(archive_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U);
}

TEST_F(PurgeToArchive, OneThatIsThereAlreadyStays) {
  const std::string old = Ended(10), other = Ended(10);
  fs::create_directory(Kept(old));
  EXPECT_EQ(Purge(Days(5)), "1");
  EXPECT_TRUE(IsThere(old));
  EXPECT_FALSE(IsThere(other));
  EXPECT_TRUE(HasLogged("E purge: a job is kept, because it cannot be archived: " + old + ": " +
                        Kept(old) + " already exists"));
}

TEST_F(PurgeToArchive, WhatWasBegunIsDoneByTheNextServer) {
  const std::string whole = Ended(1), copied = Ended(1), lost = Ended(1);
  Leave();
  const std::string aside = root_ + "/state/archived/";
  fs::create_directory(root_ + "/state/archived");
  for (const std::string& id : {whole, copied, lost}) {
    if (id != lost) {
      fs::copy(root_ + "/state/jobs/" + id, id == whole ? Kept(id) : archive_ + "/incoming/" + id,
               fs::copy_options::recursive);
    }
    fs::rename(root_ + "/state/jobs/" + id, aside + id);
  }
  fs::create_directory(archive_ + "/incoming/half");
  Begin({}, archive_);
  EXPECT_TRUE(Until([&] { return IsThere(lost) && !fs::exists(archive_ + "/incoming/half"); }));
  EXPECT_TRUE(fs::exists(Kept(whole)));
  EXPECT_TRUE(fs::exists(Kept(copied)));
  EXPECT_FALSE(fs::exists(Kept(lost)));
  EXPECT_FALSE(IsThere(whole) || IsThere(copied));
  EXPECT_TRUE(fs::is_empty(root_ + "/state/archived"));
  EXPECT_TRUE(fs::is_empty(archive_ + "/incoming"));
  EXPECT_EQ(state_->catalogue().Find({}, {})->jobs.size(), 1U);
}

TEST_F(PurgeToArchive, OneServerHasAnArchive) {
  const auto second = JobArchive::Open(root_ + "/state", root_ + "/state");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message,
            root_ + "/state is the state directory, so it cannot be the archive of purged jobs");
  Leave();
  const auto free = JobArchive::Open(archive_, root_ + "/state");
  EXPECT_TRUE(free);
  std::ofstream(root_ + "/file") << "x";
  EXPECT_FALSE(JobArchive::Open(root_ + "/file", root_ + "/state"));
  EXPECT_FALSE(JobArchive::Open(root_ + "/file/below", root_ + "/state"));
}

/// A purge to an archive on another file system.
class PurgeToFarArchive : public JobPurgeTest {
 protected:
  void SetUp() override { Begin({}, archive_); }
  const testing::TemporaryFolder memory_{"/dev/shm"};
  const std::string archive_ = memory_.path() + "/archive";
};

TEST_F(PurgeToFarArchive, JobsAreCopiedAsTheyAre) {
  const std::string old = Ended(10);
  const std::string folder = state_->work().OfJob(old);
  fs::create_directory(folder + "/out");
  std::ofstream(folder + "/out/big") << std::string(3'000'000, 'x');
  std::ofstream(folder + "/out/run.sh") << "true";
  ASSERT_EQ(chmod((folder + "/out/run.sh").c_str(), 0750), 0);
  ASSERT_EQ(chmod((folder + "/out").c_str(), 0711), 0);
  Age(folder + "/out/run.sh");
  fs::create_symlink("/nowhere", folder + "/out/link");
  ASSERT_EQ(mkfifo((folder + "/out/fifo").c_str(), 0600), 0);
  EXPECT_EQ(Purge(Days(5)), "1");
  EXPECT_FALSE(IsThere(old));
  EXPECT_FALSE(fs::exists(folder));
  const std::string out = archive_ + "/jobs/" + old + "/out";
  EXPECT_EQ(fs::file_size(out + "/big"), 3'000'000U);
  struct stat info{};
  ASSERT_EQ(stat((out + "/run.sh").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0750U);
  EXPECT_EQ(info.st_mtim.tv_sec, 1'000'000);
  ASSERT_EQ(stat(out.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0711U);
  EXPECT_EQ(fs::read_symlink(out + "/link"), "/nowhere");
  EXPECT_FALSE(fs::exists(fs::symlink_status(out + "/fifo"))) << "it is no file";
  EXPECT_TRUE(fs::is_empty(archive_ + "/incoming"));
  EXPECT_TRUE(fs::is_empty(root_ + "/state/archived"));
  EXPECT_TRUE(fs::is_empty(root_ + "/state/trash"));
  const auto archive = StateDirectory::Open(archive_, false);
  ASSERT_TRUE(archive);
  EXPECT_EQ((*archive)->catalogue().Find({}, {})->jobs.size(), 1U);
  EXPECT_EQ(state_->catalogue().Find({}, {})->jobs.size(), 0U);
}

TEST_F(PurgeToFarArchive, WhatCannotBeCopiedStays) {
  const std::string old = Ended(10);
  std::ofstream(root_ + "/state/archived") << "in the way";
  EXPECT_EQ(Purge(Days(5)), "0");
  EXPECT_TRUE(IsThere(old));
  EXPECT_TRUE(HasLogged("E purge: a job is kept, because it cannot be archived: " + old + ": "));
  EXPECT_TRUE(fs::is_empty(archive_ + "/incoming"));
}

}  // namespace
}  // namespace hpdl::rt
