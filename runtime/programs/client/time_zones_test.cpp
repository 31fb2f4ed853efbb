#include "runtime/programs/client/time_zones.h"

#include <gtest/gtest.h>

namespace hpdl::client {
namespace {

constexpr std::int64_t kNoon = 1'767'268'800;  // 2026-01-01 12:00:00 UTC

TEST(ReadHttpDate, TakesTheFormOfOozie) {
  EXPECT_EQ(ReadHttpDate("Thu, 01 Jan 2026 12:00:00 GMT"), kNoon);
  EXPECT_EQ(ReadHttpDate("Thu, 01 Jan 1970 00:00:00 GMT"), 0);
  for (const char* none : {"", "2026-01-01", "Thu, 01 Jan 2026 12:00:00 UTC",
                           "Thu, 01 Foo 2026 12:00:00 GMT", "Thu, -1 Jan 2026 12:00:00 GMT"}) {
    EXPECT_EQ(ReadHttpDate(none), std::nullopt) << none;
  }
}

TEST(ListOfZones, LeavesOutOffsets) {
  const std::string list = ListOfZones();
  EXPECT_NE(list.find("\n      PST (America/Los_Angeles)\n"), std::string::npos);
  EXPECT_EQ(list.find("(Etc/GMT"), std::string::npos);
}

}  // namespace
}  // namespace hpdl::client
