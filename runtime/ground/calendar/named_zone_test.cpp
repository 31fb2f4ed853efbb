#include "runtime/ground/calendar/named_zone.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <vector>

namespace hpdl::rt {
namespace {

constexpr std::int64_t kWinter = 1'767'268'800;  // 2026-01-01 12:00:00 UTC
constexpr std::int64_t kSummer = 1'782'907'200;  // 2026-07-01 12:00:00 UTC

std::string ShownIn(const char* id, std::int64_t seconds) {
  return NamedZone::FindOrGmt(id).Format(seconds, true);
}

TEST(NamedZone, HasTheNamesOfJava) {
  EXPECT_EQ(ShownIn("Europe/Paris", kWinter), "2026-01-01 13:00:00 CET");
  EXPECT_EQ(ShownIn("Europe/Paris", kSummer), "2026-07-01 14:00:00 CEST");
  EXPECT_EQ(ShownIn("America/Los_Angeles", kSummer), "2026-07-01 05:00:00 PDT");
  EXPECT_EQ(ShownIn("PST", kWinter), "2026-01-01 04:00:00 PST");
  EXPECT_EQ(ShownIn("Europe/Dublin", kWinter), "2026-01-01 12:00:00 GMT");
  EXPECT_EQ(ShownIn("Europe/Dublin", kSummer), "2026-07-01 13:00:00 IST");
  EXPECT_EQ(ShownIn("Asia/Kolkata", kWinter), "2026-01-01 17:30:00 IST");
  EXPECT_EQ(ShownIn("UTC", kWinter), "2026-01-01 12:00:00 UTC");
}

TEST(NamedZone, MayBeAnOffset) {
  EXPECT_EQ(ShownIn("GMT+5", kWinter), "2026-01-01 17:00:00 +05:00");
  EXPECT_EQ(ShownIn("GMT-0730", kWinter), "2026-01-01 04:30:00 -07:30");
  EXPECT_EQ(ShownIn("GMT+05:30", kWinter), "2026-01-01 17:30:00 +05:30");
  for (const char* none : {"GMT+0", "GMT+24", "GMT+5:3", "GMT+05:60", "GMT+12345", "GMT+", "GMT+-5",
                           "UTC+5", "nothing", "", "../../etc/passwd"}) {
    EXPECT_FALSE(NamedZone::Find(none)) << none;
    EXPECT_EQ(ClocksOf(none).error().code, "E1003") << none;
    EXPECT_EQ(ShownIn(none, kWinter), "2026-01-01 12:00:00 GMT") << none;
  }
}

TEST(NamedZone, LeavesOutSeconds) {
  EXPECT_EQ(NamedZone::FindOrGmt("GMT").Format(kWinter, false), "2026-01-01 12:00 GMT");
  EXPECT_EQ(NamedZone::FindOrGmt("EST").FormatAsDate(kWinter), "Thu Jan 01 07:00:00 EST 2026");
  EXPECT_EQ(NamedZone::FindOrGmt("GMT").FormatAsDate(-1), "Wed Dec 31 23:59:59 GMT 1969");
}

TEST(NamedZone, KnowsAllThatJavaKnows) {
  const auto zones = NamedZone::All();
  EXPECT_EQ(zones.size(), 631u);
  for (const auto& [id, name] : zones) {
    EXPECT_TRUE(NamedZone::Find(id)) << id;
  }
}

/// Returns the hours by which a zone is ahead of UTC; -100 if ClocksOf() fails.
double HoursAhead(const char* id, std::int64_t seconds) {
  const Result<TimeZone> clocks = ClocksOf(id);
  return clocks ? static_cast<double>(clocks->OffsetAt(seconds)) / 3600 : -100;
}

TEST(ClocksOf, FilesKnowTheYearsThatWere) {
  constexpr std::int64_t kMarch2006 = 1'142'856'000;  // in 2006, summer time began in April
  EXPECT_EQ(HoursAhead("America/Los_Angeles", kMarch2006), -8);
  EXPECT_EQ(HoursAhead("PST", kMarch2006), -8);
  EXPECT_EQ(HoursAhead("PST", kSummer), -7);
  EXPECT_EQ(HoursAhead("Asia/Kolkata", kSummer), 5.5);
}

/// While an object of this class lives, no time zone file is found.
class WithoutFiles {
 public:
  WithoutFiles() { setenv("TZDIR", "/nonexistent", 1); }
  ~WithoutFiles() { unsetenv("TZDIR"); }
};

TEST(ClocksOf, ConstantZonesNeedNoFiles) {
  const WithoutFiles without;
  EXPECT_EQ(HoursAhead("UTC", kSummer), 0);
  EXPECT_EQ(HoursAhead("GMT", kSummer), 0);
  EXPECT_EQ(HoursAhead("EST", kSummer), -5);
  EXPECT_EQ(HoursAhead("Etc/GMT+5", kSummer), -5);
  EXPECT_EQ(HoursAhead("GMT+05:30", kSummer), 5.5);
  EXPECT_EQ(HoursAhead("GMT-0730", kSummer), -7.5);
  EXPECT_EQ(HoursAhead("GMT+23:59", kSummer), 23 + 59.0 / 60);
}

TEST(ClocksOf, SaysWhichFileIsMissing) {
  const WithoutFiles without;
  const Result<TimeZone> clocks = ClocksOf("PST");
  ASSERT_FALSE(clocks);
  EXPECT_EQ(clocks.error().code, "E1003");
  EXPECT_EQ(clocks.error().message,
            "this machine has no rules of the time zone PST: /nonexistent/America/Los_Angeles is "
            "missing or is not a time zone file (package tzdata)");
  // NamedZone prints times even without the time zone file.
  EXPECT_EQ(ShownIn("PST", kSummer), "2026-07-01 05:00:00 PDT");
}

}  // namespace
}  // namespace hpdl::rt
