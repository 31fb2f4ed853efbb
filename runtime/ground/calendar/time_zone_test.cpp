#include "runtime/ground/calendar/time_zone.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

std::string FileOf(const std::string& name) {
  std::ifstream file("/usr/share/zoneinfo/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ZoneVariable {
 public:
  explicit ZoneVariable(const char* value) {
    if (const char* earlier = std::getenv("TZ")) {
      earlier_ = earlier;
    }
    setenv("TZ", value, 1);
    tzset();
  }
  ~ZoneVariable() {
    if (earlier_.empty()) {
      unsetenv("TZ");
    } else {
      setenv("TZ", earlier_.c_str(), 1);
    }
    tzset();
  }

 private:
  std::string earlier_;
};

TEST(Calendar, AsTheCLibrarySays) {
  for (std::int64_t at = -70'000'000'000; at < 140'000'000'000; at += 123'456'789) {
    const std::time_t seconds = at;
    std::tm tm{};
    gmtime_r(&seconds, &tm);
    char expected[64];
    std::strftime(expected, sizeof expected, "%Y-%m-%dT%H:%M:%S", &tm);
    const UtcTime time = UtcTimeOf(at);
    if (time.year >= 1000) {
      ASSERT_EQ(DateAndTime(time, 'T'), expected) << at;
    }
    ASSERT_EQ(DayNumber(time.year, time.month, time.day) * 86400 + time.hour * 3600 +
                  time.minute * 60 + time.second,
              at);
  }
}

TEST(Calendar, Corners) {
  EXPECT_EQ(DateAndTime(UtcTimeOf(951782400), ' '), "2000-02-29 00:00:00");
  EXPECT_EQ(DateAndTime(UtcTimeOf(-1), ' '), "1969-12-31 23:59:59");
  EXPECT_EQ(TimeOfDay(UtcTimeOf(86399)), "23:59:59");
  EXPECT_FALSE(IsLeapYear(1900));
  EXPECT_TRUE(IsLeapYear(2000));
}

constexpr std::int64_t k1950 = -631'152'000;
// Comparisons begin in 1971, because the C library does not apply rules to earlier years.
constexpr std::int64_t k1971 = 31'536'000;
constexpr std::int64_t k2100 = 4'102'444'800;

/// Compares offsets with the offsets of the C library, about every six days from `from` to 2100.
/// Some of these times are after the last transition in the file.
void CompareWithLibrary(const char* variable, std::int64_t from) {
  const ZoneVariable set(variable);
  const TimeZone zone = TimeZone::OfThisMachine();
  for (std::int64_t at = from; at < k2100; at += 500'009) {
    const std::time_t seconds = at;
    std::tm tm{};
    localtime_r(&seconds, &tm);
    ASSERT_EQ(zone.OffsetAt(at), tm.tm_gmtoff) << variable << " " << at;
  }
}

TEST(TimeZone, FilesAsTheCLibrarySays) {
  ASSERT_FALSE(FileOf("Europe/Berlin").empty()) << "needs the package tzdata";
  for (const char* name : {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
                           "Asia/Kathmandu", ":Africa/Casablanca", "America/Sao_Paulo", "UTC"}) {
    CompareWithLibrary(name, k1950);
  }
}

TEST(TimeZone, RulesAsTheCLibrarySays) {
  for (const char* rule :
       {"CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "<+0330>-3:30",
        "NZST-12NZDT,M9.5.0,M4.1.0/3", "AAA4BBB,J60/1,J300/5:30:15", "AAA-4BBB,59,299/-2",
        "IST-1GMT0,M10.5.0,M3.5.0/1", "XXX12", "", "no such zone"}) {
    CompareWithLibrary(rule, k1971);
  }
}

TEST(TimeZone, RulesThatAreNone) {
  for (const char* rule : {"",
                           "A",
                           "AB1",
                           "ABC",
                           "ABC25",
                           "<AB1",
                           "<AB>1",
                           "ABC1DEF,",
                           "ABC1DEF,M3.2.0",
                           "ABC1DEF,M13.2.0,M1.1.0",
                           "ABC1DEF,M3.0.0,M1.1.0",
                           "ABC1DEF,M3.1.7,M1.1.0",
                           "ABC1DEF,J0,J1",
                           "ABC1DEF,J366,J1",
                           "ABC1DEF,366,1",
                           "ABC1DEF,M3.2.0,M1.1.0/168",
                           "ABC1DEF,M3.2.0,M1.1.0x",
                           "ABC1:60",
                           "ABC1DE",
                           "ABC99999999999"}) {
    EXPECT_FALSE(TimeZone::FromRule(rule).has_value()) << rule;
  }
}

TEST(TimeZone, FilesThatAreDamaged) {
  const std::string good = FileOf("Europe/Berlin");
  ASSERT_TRUE(TimeZone::FromFile(good).has_value());
  EXPECT_FALSE(TimeZone::FromFile("").has_value());
  EXPECT_FALSE(TimeZone::FromFile("TZif2").has_value());
  // The test does not cut the last 200 bytes. They contain only flags and the footer, so FromFile()
  // may accept a file without them.
  for (std::size_t size = 0; size + 200 < good.size(); ++size) {
    EXPECT_FALSE(TimeZone::FromFile(good.substr(0, size)).has_value()) << size;
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0xFF);
    if (const auto zone = TimeZone::FromFile(bad)) {
      zone->OffsetAt(1'700'000'000);
    }
  }
}

}  // namespace
}  // namespace hpdl::rt
