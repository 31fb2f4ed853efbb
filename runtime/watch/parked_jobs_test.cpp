#include "runtime/watch/parked_jobs.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "runtime/base/clock.h"
#include "runtime/base/testing/temporary_folder.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/state_directory.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {
namespace {

/// The machine's time, whose clock somebody sets.
class SetClock final : public TimeSource {
 public:
  SetClock() { UseTime(this); }
  ~SetClock() override { UseTime(nullptr); }
  SetClock(const SetClock&) = delete;
  SetClock& operator=(const SetClock&) = delete;

  void Set(std::chrono::milliseconds by) { by_ += by; }
  std::int64_t WallMs() override {
    const auto wall = std::chrono::system_clock::now().time_since_epoch() + by_;
    return std::chrono::duration_cast<std::chrono::milliseconds>(wall).count();
  }
  Moment Steady() override { return std::chrono::steady_clock::now(); }
  Moment NextLook(Moment due) override { return due; }

 private:
  std::chrono::milliseconds by_{};
};

class ParkedJobsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto state = StateDirectory::Open(folder_.path() + "/state", true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    WatchedWorld world;
    world.wake = [this](const std::string& root_id) { woken_.insert(root_id); };
    world.beat_ms = 1;
    world.again_ms = 20;
    jobs_ = std::make_unique<ParkedJobs>(loop_, *state_, std::move(world));
    ASSERT_TRUE(jobs_->Start());
    loop_.run_for(std::chrono::milliseconds(5));
  }

  /// A job whose wait is over, of which the catalogue learns now. Its row has this time.
  std::string Park(std::int64_t modified_ms) {
    JobRow row;
    row.id = *state_->NewJobId("joe");
    row.app_name = "a";
    row.user = "joe";
    row.state = JobState::kRunning;
    row.created_ms = row.modified_ms = modified_ms;
    ParkingNote note;
    note.since_ms = modified_ms;
    note.entries.push_back({0, "a", {Wait::Kind::kTime, modified_ms, modified_ms, {}}});
    row.parked = EncodeNote(note);
    state_->catalogue().Touch(row.id);
    state_->catalogue().Put(row.id, {row});
    state_->catalogue().Settle(row.id);
    return row.id;
  }

  bool IsWoken(const std::string& id) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!woken_.contains(id) && std::chrono::steady_clock::now() < end) {
      loop_.run_one_for(std::chrono::milliseconds(100));
    }
    return woken_.contains(id);
  }

  testing::TemporaryFolder folder_;
  SetClock clock_;
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
  clock_.Set(-std::chrono::hours(1));
  EXPECT_TRUE(IsWoken(Park(NowMs())));
}

}  // namespace
}  // namespace hpdl::rt
