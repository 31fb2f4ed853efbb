#include "runtime/client/time_zones.h"

#include <gtest/gtest.h>

namespace hpdl::client {
namespace {

constexpr std::int64_t kWinter = 1'767'268'800;  // 2026-01-01 12:00:00 UTC
constexpr std::int64_t kSummer = 1'782'907'200;  // 2026-07-01 12:00:00 UTC

std::string At(const char* id, std::int64_t seconds) {
  return NamedZone::Find(id).Format(seconds, true);
}

TEST(NamedZone, HasTheNamesOfJava) {
  EXPECT_EQ(At("Europe/Paris", kWinter), "2026-01-01 13:00:00 CET");
  EXPECT_EQ(At("Europe/Paris", kSummer), "2026-07-01 14:00:00 CEST");
  EXPECT_EQ(At("America/Los_Angeles", kSummer), "2026-07-01 05:00:00 PDT");
  EXPECT_EQ(At("PST", kWinter), "2026-01-01 04:00:00 PST");
  EXPECT_EQ(At("Europe/Dublin", kWinter), "2026-01-01 12:00:00 GMT");
  EXPECT_EQ(At("Europe/Dublin", kSummer), "2026-07-01 13:00:00 IST");
  EXPECT_EQ(At("Asia/Kolkata", kWinter), "2026-01-01 17:30:00 IST");
  EXPECT_EQ(At("UTC", kWinter), "2026-01-01 12:00:00 UTC");
}

TEST(NamedZone, MayBeAnOffset) {
  EXPECT_EQ(At("GMT+5", kWinter), "2026-01-01 17:00:00 +05:00");
  EXPECT_EQ(At("GMT-0730", kWinter), "2026-01-01 04:30:00 -07:30");
  EXPECT_EQ(At("GMT+05:30", kWinter), "2026-01-01 17:30:00 +05:30");
  for (const char* none : {"GMT+0", "GMT+24", "GMT+5:3", "GMT+05:60", "GMT+12345", "GMT+", "GMT+-5",
                           "UTC+5", "nothing", "", "../../etc/passwd"}) {
    EXPECT_EQ(At(none, kWinter), "2026-01-01 12:00:00 GMT") << none;
  }
}

TEST(NamedZone, LeavesOutSeconds) {
  EXPECT_EQ(NamedZone::Find("GMT").Format(kWinter, false), "2026-01-01 12:00 GMT");
  EXPECT_EQ(NamedZone::Find("EST").FormatAsDate(kWinter), "Thu Jan 01 07:00:00 EST 2026");
  EXPECT_EQ(NamedZone::Find("GMT").FormatAsDate(-1), "Wed Dec 31 23:59:59 GMT 1969");
}

TEST(ReadHttpDate, TakesTheFormOfOozie) {
  EXPECT_EQ(ReadHttpDate("Thu, 01 Jan 2026 12:00:00 GMT"), kWinter);
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
