#include "runtime/engines/watch/state_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/engines/watch/testing/set_clock.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr std::int64_t kAgainMs = 1000, kBeatMs = 100;

class StateWatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto state = StateDirectory::Open(folder_.path() + "/state", true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    watch_ = std::make_unique<StateWatch>(state_->catalogue(), kBeatMs, kAgainMs,
                                          [this](std::uint64_t job) {
                                            over_.push_back(job);
                                            watch_->Remove(job);
                                          });
  }

  void Put(const std::string& id, JobState state, std::int64_t modified_ms) {
    JobRow row;
    row.id = id;
    row.user = "joe";
    row.state = state;
    row.created_ms = row.modified_ms = modified_ms;
    state_->catalogue().Put(id, {row});
  }
  std::string Make(JobState state) {
    std::string id = *state_->NewJobId("joe");
    Put(id, state, NowMs());
    return id;
  }
  void BeatFor(std::chrono::milliseconds time) {
    for (; time.count() > 0; time -= std::chrono::milliseconds(kBeatMs)) {
      clock_.Pass(std::chrono::milliseconds(kBeatMs));
      watch_->Beat(NowMs() - 5000);
    }
  }

  testing::SetClock clock_;
  testing::TemporaryFolder folder_;
  std::unique_ptr<StateDirectory> state_;
  std::vector<std::uint64_t> over_;
  std::unique_ptr<StateWatch> watch_;
};

TEST_F(StateWatchTest, AChangeIsSeenWithTheNextBeat) {
  const std::string a = Make(JobState::kRunning), b = Make(JobState::kRunning);
  watch_->Add(1, a, JobState::kRunning);
  watch_->Add(2, b, JobState::kRunning);
  watch_->Add(3, a, JobState::kRunning);
  watch_->Beat(NowMs());
  EXPECT_THAT(over_, IsEmpty());
  Put(a, JobState::kSuspended, NowMs());
  watch_->Beat(NowMs() - 5000);
  EXPECT_THAT(over_, UnorderedElementsAre(1, 3));
}

TEST_F(StateWatchTest, AStateThatDiffersFromTheBeginning) {
  const std::string id = Make(JobState::kSucceeded);
  watch_->Add(1, id, JobState::kRunning);
  watch_->Add(2, id, JobState::kSucceeded);
  watch_->Beat(NowMs() + 1000);
  EXPECT_THAT(over_, ElementsAre(1)) << "whenever the row was changed";
}

TEST_F(StateWatchTest, AJobThatIsNotKnownIsOverAfterAWhile) {
  watch_->Add(1, "0000001-261122101500000-hpdl-joe-W", JobState::kRunning);
  BeatFor(std::chrono::milliseconds(kAgainMs - kBeatMs));
  EXPECT_THAT(over_, IsEmpty()) << "it may be about to be made";
  BeatFor(std::chrono::milliseconds(2 * kAgainMs));
  EXPECT_THAT(over_, ElementsAre(1));
}

TEST_F(StateWatchTest, AJobThatIsMadeMeanwhileIsKnown) {
  const std::string id = *state_->NewJobId("joe");
  watch_->Add(1, id, JobState::kRunning);
  BeatFor(std::chrono::milliseconds(kAgainMs / 2));
  Put(id, JobState::kRunning, NowMs());
  BeatFor(std::chrono::milliseconds(3 * kAgainMs));
  EXPECT_THAT(over_, IsEmpty());
  ASSERT_TRUE(state_->catalogue().Forget(id));
  BeatFor(std::chrono::milliseconds(3 * kAgainMs));
  EXPECT_THAT(over_, ElementsAre(1)) << "it was purged";
}

TEST_F(StateWatchTest, AChangeWhoseTimeSaysNothingIsSeenInTurn) {
  std::vector<std::string> ids;
  for (std::uint64_t job = 0; job < 25; ++job) {
    ids.push_back(Make(JobState::kRunning));
    watch_->Add(job, ids.back(), JobState::kRunning);
  }
  watch_->Beat(NowMs());
  for (const std::string& id : ids) {
    Put(id, JobState::kKilled, 1000);
  }
  watch_->Beat(NowMs());
  EXPECT_EQ(over_.size(), 3U) << "a part with each beat";
  BeatFor(std::chrono::milliseconds(kAgainMs));
  EXPECT_EQ(over_.size(), 25U);
}

TEST_F(StateWatchTest, WhoWaitsNoMoreIsNotTold) {
  const std::string id = Make(JobState::kRunning);
  watch_->Add(1, id, JobState::kRunning);
  watch_->Add(1, id, JobState::kRunning);
  watch_->Add(2, id, JobState::kRunning);
  watch_->Remove(1);
  watch_->Remove(1);
  Put(id, JobState::kFailed, NowMs());
  watch_->Beat(NowMs() - 5000);
  EXPECT_THAT(over_, ElementsAre(2));
}

}  // namespace
}  // namespace hpdl::rt
