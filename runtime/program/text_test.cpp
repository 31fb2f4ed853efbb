#include "runtime/program/text.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(Text, Durations) {
  EXPECT_EQ(DurationText(-5), "0.0s");
  EXPECT_EQ(DurationText(420), "0.4s");
  EXPECT_EQ(DurationText(9999), "9.9s");
  EXPECT_EQ(DurationText(12000), "12s");
  EXPECT_EQ(DurationText(185000), "3m05s");
  EXPECT_EQ(DurationText(7620000), "2h07m");
  EXPECT_EQ(DurationText(4 * 86400000LL + 3 * 3600000), "4d03h");
}

TEST(Text, Ages) {
  EXPECT_EQ(ParseAge("90s"), 90000);
  EXPECT_EQ(ParseAge("5m"), 300000);
  EXPECT_EQ(ParseAge("30d"), ParseAge("30"));
  EXPECT_EQ(ParseAge("2w"), ParseAge("14d"));
  for (const char* bad : {"", "d", "-1d", "1x", "1dd", "99999999999999999d", "1 d"}) {
    EXPECT_FALSE(ParseAge(bad).has_value()) << bad;
  }
}

TEST(Text, SizesAndTimes) {
  EXPECT_EQ(SizeText(999), "999 B");
  EXPECT_EQ(SizeText(1400), "1.4 kB");
  EXPECT_EQ(SizeText(999999), "1.0 MB");
  EXPECT_EQ(LocalTime(0), "-");
}

TEST(Text, FitCountsColumnsNotBytes) {
  EXPECT_EQ(DisplayWidth("na\xC3\xAFve"), 5U);
  EXPECT_EQ(DisplayWidth("\xE6\x97\xA5\xE6\x9C\xAC"), 4U);
  EXPECT_EQ(DisplayWidth("\u0915\u0941"), 1U) << "a letter with its vowel sign";
  EXPECT_EQ(DisplayWidth("\u2705"), 2U);
  EXPECT_EQ(Fit("abcdef", 6, true), "abcdef");
  EXPECT_EQ(Fit("abcdef", 4, false), "abc~");
  EXPECT_EQ(Fit("abcdef", 4, true), "abc\xE2\x80\xA6");
  // A wide character that would reach over the edge goes too.
  EXPECT_EQ(Fit("\xE6\x97\xA5\xE6\x9C\xAC", 3, false), "\xE6\x97\xA5~");
  EXPECT_EQ(Fit("abc", 0, true), "");
}

TEST(Text, NothingReachesTheTerminalRaw) {
  EXPECT_EQ(OneLine("a\x1b[31mb\nc"), "a\\x1B[31mb c");
  EXPECT_EQ(OneLine("\xFFz"), "\\xFFz");
  EXPECT_EQ(OneLine("\xC0\xAF"), "\\xC0\\xAF");           // overlong
  EXPECT_EQ(OneLine("\xE2\x80\xAE"), "\\xE2\\x80\\xAE");  // right-to-left override
  EXPECT_EQ(Harmless("a\tb\r\nc"), "a\tb\nc");
  EXPECT_EQ(Harmless(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Text, NearestWord) {
  EXPECT_EQ(EditDistance("resmue", "resume"), 1U);
  EXPECT_EQ(Nearest("resmue", {"run", "rerun", "resume"}), "resume");
  EXPECT_EQ(Nearest("frobnicate", {"run", "rerun", "resume"}), "");
  EXPECT_EQ(Nearest("rn", {"run", "jobs"}), "run");
}

TEST(Text, TableAligns) {
  Table table({"A", "BB"});
  EXPECT_TRUE(table.empty());
  table.Add({"long", "x"});
  EXPECT_EQ(table.Text(), "A     BB\nlong  x\n");
}

}  // namespace
}  // namespace hpdl::rt
