#include "runtime/ground/calendar/local_time.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(LocalTime, EndsWithTheClock) {
  EXPECT_EQ(LocalTime(0), "-");
  const std::int64_t ms = 1'795'981'200'000;
  const std::string time = LocalTime(ms);
  ASSERT_EQ(time.size(), 19U) << time;
  EXPECT_EQ(time.substr(0, 5), "2026-");
  EXPECT_EQ(time.substr(11), LocalClock(ms));
}

}  // namespace
}  // namespace hpdl::rt
