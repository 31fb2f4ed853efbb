#include "runtime/engines/watch/parked_jobs.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/engines/watch/testing/set_clock.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/eventually.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/wait.h"
#include "runtime/world/files/testing/known_paths.h"

namespace hpdl::rt {
namespace {

class ParkedJobsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    systems_.systems = {{"hdfs://nn", &files_}};
    auto state = StateDirectory::Open(folder_.path() + "/state", true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    WatchedWorld world;
    world.wake = [this](const std::string& root_id) { woken_.insert(root_id); };
    world.beat_ms = 1;
    world.again_ms = 20;
    world.files = &systems_;
    world.pace.first = world.pace.most = std::chrono::milliseconds(5);
    jobs_ = std::make_unique<ParkedJobs>(loop_, *state_, std::move(world));
    ASSERT_TRUE(jobs_->Start());
    loop_.run_for(std::chrono::milliseconds(5));  // time: jobs_ may also read the notes later
  }

  /// Parks a job whose wait is over. `modified_ms` is the time of its row in the catalogue.
  std::string Park(std::int64_t modified_ms) {
    return ParkFor({{Wait::Kind::kTime, modified_ms, modified_ms, {}}}, modified_ms);
  }
  std::string ParkFor(const std::vector<Wait>& waits, std::int64_t modified_ms = NowMs()) {
    const std::string id = *state_->NewJobId("joe");
    ParkAgain(id, waits, modified_ms);
    return id;
  }
  void ParkAgain(const std::string& id, const std::vector<Wait>& waits,
                 std::int64_t modified_ms = NowMs()) {
    ParkingNote note;
    note.since_ms = modified_ms;
    for (const Wait& wait : waits) {
      note.entries.push_back({0, "a", wait});
    }
    Put(id, JobState::kRunning, EncodeNote(note), modified_ms);
  }
  void Put(const std::string& id, JobState state, const std::optional<std::string>& note = {},
           std::int64_t modified_ms = NowMs()) {
    JobRow row;
    row.id = id;
    row.app_name = "a";
    row.user = "joe";
    row.state = state;
    row.created_ms = row.modified_ms = modified_ms;
    row.parked = note;
    state_->catalogue().Touch(id);
    state_->catalogue().Put(id, {row});
    state_->catalogue().Settle(id);
  }
  static Wait ForPaths(std::vector<std::string> uris) {
    uris.insert(uris.begin(), "joe");
    return {Wait::Kind::kPath, NowMs(), 0, std::move(uris)};
  }
  static Wait ForJob(const std::string& id, JobState state) {
    return {Wait::Kind::kJob, NowMs(), 0, {id, std::to_string(static_cast<int>(state))}};
  }
  /// Runs the loop for a time in which the test expects no event.
  void RunFor(std::chrono::milliseconds time) { loop_.run_for(time); }

  bool RunUntil(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + testing::kPatience;
    while (!condition() && std::chrono::steady_clock::now() < end) {
      loop_.run_one_for(std::chrono::milliseconds(100));
    }
    return condition();
  }
  bool IsWoken(const std::string& id) {
    return RunUntil([&] { return woken_.contains(id); });
  }

  testing::TemporaryFolder folder_;
  testing::KnownPaths files_;
  testing::KnownSystems systems_;
  testing::SetClock clock_;
  std::unique_ptr<StateDirectory> state_;
  boost::asio::io_context loop_{1};
  std::unique_ptr<ParkedJobs> jobs_;
  std::set<std::string> woken_;
};

TEST_F(ParkedJobsTest, NewNotesAreRead) {
  EXPECT_TRUE(IsWoken(Park(NowMs())));
}

TEST_F(ParkedJobsTest, NotesOfARowThatComesLateAreRead) {
  EXPECT_TRUE(IsWoken(Park(NowMs())));
  EXPECT_TRUE(IsWoken(Park(NowMs() - 60'000)));
}

TEST_F(ParkedJobsTest, NotesAreReadAlsoWhenTheClockWasSetBack) {
  EXPECT_TRUE(IsWoken(Park(NowMs())));
  clock_.SetWall(-std::chrono::hours(1));
  EXPECT_TRUE(IsWoken(Park(NowMs())));
}

TEST_F(ParkedJobsTest, APathThatComesWakes) {
  const std::string id = ParkFor({ForPaths({"hdfs://nn/d/1", "hdfs://nn/d/2"})});
  const std::string other = ParkFor({ForPaths({"hdfs://nn/d/3"})});
  EXPECT_TRUE(RunUntil([&] { return jobs_->paths() == 3; }));
  RunFor(std::chrono::milliseconds(50));  // time: a longer pause cannot make the test fail
  EXPECT_EQ(woken_.size(), 0U);
  files_.paths = {"/d/2"};
  EXPECT_TRUE(IsWoken(id));
  EXPECT_FALSE(woken_.contains(other));
  EXPECT_EQ(jobs_->paths(), 1U);
  EXPECT_GT(jobs_->looks(), 0U);
}

TEST_F(ParkedJobsTest, APathThatCameBeforeTheFirstLookWakes) {
  const std::string id = ParkFor({ForPaths({"hdfs://nn/d/1"})});
  files_.paths = {"/d/1"};
  EXPECT_TRUE(IsWoken(id));
}

TEST_F(ParkedJobsTest, FilesOfThisMachineWake) {
  const std::string path = folder_.path() + "/flag";
  const std::string id = ParkFor({ForPaths({"file://" + path})});
  RunFor(std::chrono::milliseconds(20));  // time: a longer pause cannot make the test fail
  EXPECT_FALSE(woken_.contains(id));
  std::ofstream(path) << "x";
  EXPECT_TRUE(IsWoken(id));
}

TEST_F(ParkedJobsTest, ANoteTakesThePlaceOfTheOneBefore) {
  const std::string id = ParkFor({ForPaths({"hdfs://nn/d/1", "hdfs://nn/d/2"})});
  const std::string other = ParkFor({ForPaths({"hdfs://nn/d/1"})});
  EXPECT_TRUE(RunUntil([&] { return jobs_->paths() == 2; }));
  ParkAgain(id, {ForPaths({"hdfs://nn/d/2"}), ForPaths({"hdfs://nn/d/2"})}, NowMs() + 1);
  EXPECT_TRUE(IsWoken(Park(NowMs() + 2))) << "whose note is read after that one";
  EXPECT_EQ(jobs_->paths(), 2U);
  files_.paths = {"/d/1"};
  EXPECT_TRUE(IsWoken(other));
  EXPECT_FALSE(woken_.contains(id));
  files_.paths = {"/d/2"};
  EXPECT_TRUE(IsWoken(id));
}

TEST_F(ParkedJobsTest, AJobThatKeepsItsNoteIsWokenAgain) {
  files_.paths = {"/d/1"};
  const std::string id = ParkFor({ForPaths({"hdfs://nn/d/1"})});
  EXPECT_TRUE(IsWoken(id));
  woken_.clear();
  EXPECT_TRUE(IsWoken(id));
}

TEST_F(ParkedJobsTest, AFileSystemThatIsDownKeepsWaits) {
  files_.paths = {"/d/1"};
  files_.fails = [](const std::string&) {
    return std::optional(Error{ErrorClass::kTransient, "JA006", "down"});
  };
  const std::string id = ParkFor({ForPaths({"hdfs://nn/d/1"})});
  RunFor(std::chrono::milliseconds(50));  // time: a longer pause cannot make the test fail
  EXPECT_FALSE(woken_.contains(id));
  files_.fails = nullptr;
  EXPECT_TRUE(IsWoken(id));
}

TEST_F(ParkedJobsTest, AJobThatLeavesItsStateWakes) {
  const std::string child = *state_->NewJobId("joe");
  Put(child, JobState::kRunning);
  const std::string id = ParkFor({ForJob(child, JobState::kRunning)});
  RunFor(std::chrono::milliseconds(50));  // time: a longer pause cannot make the test fail
  EXPECT_FALSE(woken_.contains(id));
  Put(child, JobState::kSucceeded);
  EXPECT_TRUE(IsWoken(id));
}

TEST_F(ParkedJobsTest, AJobThatHadLeftItsStateWakes) {
  const std::string child = *state_->NewJobId("joe");
  Put(child, JobState::kSuspended, {}, 1000);
  EXPECT_TRUE(IsWoken(ParkFor({ForJob(child, JobState::kRunning)})));
}

TEST_F(ParkedJobsTest, AJobThatIsNotKnownWakes) {
  EXPECT_TRUE(IsWoken(ParkFor({ForJob("0000009-261122101500000-hpdl-joe-W", JobState::kRunning)})));
}

TEST_F(ParkedJobsTest, TheTimeOfAWaitForAPathCounts) {
  Wait wait = ForPaths({"hdfs://nn/d/1"});
  wait.until_ms = NowMs() + 3'600'000;
  const std::string id = ParkFor({wait});
  EXPECT_TRUE(RunUntil([&] { return jobs_->paths() == 1; }));
  EXPECT_FALSE(woken_.contains(id));
  clock_.Pass(std::chrono::hours(1));
  EXPECT_TRUE(IsWoken(id));
  EXPECT_EQ(jobs_->paths(), 0U);
}

}  // namespace
}  // namespace hpdl::rt
