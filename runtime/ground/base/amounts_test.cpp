#include "runtime/ground/base/amounts.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(Amounts, Durations) {
  EXPECT_EQ(DurationText(-5), "0.0s");
  EXPECT_EQ(DurationText(420), "0.4s");
  EXPECT_EQ(DurationText(9999), "9.9s");
  EXPECT_EQ(DurationText(12000), "12s");
  EXPECT_EQ(DurationText(185000), "3m05s");
  EXPECT_EQ(DurationText(7620000), "2h07m");
  EXPECT_EQ(DurationText(4 * 86400000LL + 3 * 3600000), "4d03h");
}

TEST(Amounts, Ages) {
  EXPECT_EQ(ParseAge("90s"), 90000);
  EXPECT_EQ(ParseAge("5m"), 300000);
  EXPECT_EQ(ParseAge("30d"), ParseAge("30"));
  EXPECT_EQ(ParseAge("2w"), ParseAge("14d"));
  for (const char* bad : {"", "d", "-1d", "1x", "1dd", "99999999999999999d", "1 d"}) {
    EXPECT_FALSE(ParseAge(bad).has_value()) << bad;
  }
}

TEST(Amounts, Sizes) {
  EXPECT_EQ(SizeText(999), "999 B");
  EXPECT_EQ(SizeText(1400), "1.4 kB");
  EXPECT_EQ(SizeText(999999), "1.0 MB");
}

}  // namespace
}  // namespace hpdl::rt
