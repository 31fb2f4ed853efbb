#include "runtime/ground/calendar/local_time.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace hpdl::rt {
namespace {

TEST(LocalTime, IsThatOfTheMachinesZone) {
  // A zone two hours ahead of UTC; LocalTime() reads TZ at its first call.
  ASSERT_EQ(setenv("TZ", "XXX-2", 1), 0);
  const std::int64_t ms = 1'795'981'200'123;
  EXPECT_EQ(LocalTime(ms), "2026-11-29 21:40:00");
  EXPECT_EQ(LocalClock(ms), "21:40:00");
  EXPECT_EQ(LocalTime(0), "-");
}

}  // namespace
}  // namespace hpdl::rt
