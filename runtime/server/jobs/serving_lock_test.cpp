#include "runtime/server/jobs/serving_lock.h"

#include <gtest/gtest.h>

#include <functional>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

/// A clock that advances by a tenth of a second each time it is read.
class TickingTime final : public TimeSource {
 public:
  TickingTime() { UseTime(this); }
  ~TickingTime() override { UseTime(nullptr); }
  TickingTime(const TickingTime&) = delete;
  TickingTime& operator=(const TickingTime&) = delete;

  std::int64_t WallMs() override { return 0; }
  Moment Steady() override {
    ++looks;
    if (on_look) {
      on_look(looks);
    }
    return Moment(std::chrono::milliseconds(100 * looks));
  }
  Moment NextLook(Moment due) override { return due; }

  int looks = 0;
  std::function<void(int)> on_look;
};

TEST(ServingLock, OneServerHasIt) {
  const testing::TemporaryFolder folder;
  TickingTime time;
  {
    const Result<LockedFile> first = TakeServing(folder.path());
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(time.looks, 1) << "nobody is waited for";
    const Result<LockedFile> second = TakeServing(folder.path());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().error_class, ErrorClass::kError);
    EXPECT_EQ(second.error().message, "another hpdld serves the state directory " + folder.path());
    EXPECT_EQ(time.looks, 13) << "a second is waited for, and no more";
  }
  EXPECT_TRUE(TakeServing(folder.path()));
}

TEST(ServingLock, ItIsWaitedForAMoment) {
  const testing::TemporaryFolder folder;
  TickingTime time;
  std::optional<Result<LockedFile>> first = TakeServing(folder.path());
  time.on_look = [&](int look) {
    if (look == 6) {
      first.reset();
    }
  };
  EXPECT_TRUE(TakeServing(folder.path()));
}

TEST(ServingLock, AFolderThatIsNotThereIsAnError) {
  const testing::TemporaryFolder folder;
  EXPECT_FALSE(TakeServing(folder.path() + "/none"));
}

}  // namespace
}  // namespace hpdl::rt
