#include "runtime/server/protocols/celos_ui/columns.h"

#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

ScheduledTime At(std::string_view text) {
  return *ScheduledTime::Parse(text);
}

std::string Begins(std::string_view newest, int zoom) {
  const Columns columns = ColumnsOf(At(newest), zoom);
  return std::to_string(columns.begins.size()) + " " + columns.begins.front().Pretty() + " " +
         columns.oldest().Pretty();
}

TEST(Columns, NewestFirstAndCountedFromTheNextMidnight) {
  EXPECT_EQ(Begins("2015-09-01T05:20Z", 60), "48 2015-09-01T05:00Z 2015-08-30T06:00Z");
  EXPECT_EQ(Begins("2015-09-01T05:00Z", 60), "48 2015-09-01T05:00Z 2015-08-30T06:00Z");
  EXPECT_EQ(Begins("2015-09-01T00:00Z", 60), "48 2015-09-01T00:00Z 2015-08-30T01:00Z");
  EXPECT_EQ(Begins("2015-09-01T23:59:59.999Z", 1), "48 2015-09-01T23:59Z 2015-09-01T23:12Z");
  // All columns together show at most a week, because the server returns at most a week at a time.
  EXPECT_EQ(Begins("2015-09-01T05:20Z", 1440), "7 2015-09-01T00:00Z 2015-08-26T00:00Z");
  EXPECT_EQ(Begins("2015-09-01T05:20Z", 240), "42 2015-09-01T04:00Z 2015-08-25T08:00Z");
  // For these two zooms, 24 hours are not a whole number of columns.
  EXPECT_EQ(Begins("2015-09-01T00:00Z", 7), "48 2015-08-31T23:58Z 2015-08-31T18:29Z");
  EXPECT_EQ(Begins("2015-09-01T12:00Z", 1000), "10 2015-09-01T07:20Z 2015-08-26T01:20Z");
  EXPECT_EQ(Begins("1969-12-31T12:30Z", 60), "48 1969-12-31T12:00Z 1969-12-29T13:00Z");
}

TEST(Columns, AllThatTheyNeedIsAWeekAtMost) {
  constexpr std::int64_t kWeekMs = kMostMinutes * kMinuteMs;
  for (int zoom = kLeastZoom; zoom <= kMostZoom; ++zoom) {
    for (const char* const newest :
         {"2015-09-01T00:00Z", "2015-09-01T00:00:00.001Z", "2015-09-01T23:59:59.999Z"}) {
      const Columns columns = ColumnsOf(At(newest), zoom);
      EXPECT_LE(columns.newest.ms - columns.oldest().ms, kWeekMs) << zoom << " " << newest;
      EXPECT_LE(columns.begins.front(), columns.newest) << zoom << " " << newest;
      EXPECT_GT(columns.EndOf(0), columns.newest) << zoom << " " << newest;
    }
  }
}

TEST(Columns, OfATime) {
  const Columns columns = ColumnsOf(At("2015-09-01T05:20Z"), 60);
  EXPECT_EQ(ColumnAt(columns, At("2015-09-01T05:00Z")), 0U);
  EXPECT_EQ(ColumnAt(columns, At("2015-09-01T04:59:59.999Z")), 1U);
  EXPECT_EQ(ColumnAt(columns, At("2015-08-30T06:00Z")), 47U);
  EXPECT_EQ(ColumnAt(columns, At("2015-08-30T05:59Z")), std::nullopt);
  EXPECT_TRUE(IsMidnight(At("2015-09-01")));
  EXPECT_FALSE(IsMidnight(At("2015-09-01T00:00:00.001Z")));
  EXPECT_TRUE(IsMidnight(At("1969-12-30")));
}

TEST(Columns, PagesOfThemLeaveNothingOut) {
  for (const int zoom : {1, 7, 60, 1000, 1440}) {
    for (const char* const newest :
         {"2015-09-01T00:00Z", "2015-09-01T05:20:00.001Z", "2015-09-01T23:59:59.999Z"}) {
      const Columns columns = ColumnsOf(At(newest), zoom);
      const Columns older = ColumnsOf(OlderThan(columns), zoom);
      const Columns newer = ColumnsOf(NewerThan(columns), zoom);
      EXPECT_EQ(older.newest.ms, columns.oldest().ms - 1) << zoom << " " << newest;
      EXPECT_LT(older.oldest(), columns.oldest()) << zoom << " " << newest;
      EXPECT_GT(newer.newest, columns.newest) << zoom << " " << newest;
      if (kMostZoom % zoom == 0) {
        EXPECT_LE(newer.oldest().ms, columns.newest.ms + 1) << zoom << " " << newest;
        EXPECT_EQ(NewerThan(older).ms, columns.EndOf(0).ms - 1) << zoom << " " << newest;
      }
    }
  }
}

TEST(Columns, Parameters) {
  const auto zoom = [](std::string text) {
    const Result<int> read = ReadZoom(&text);
    return read ? std::to_string(*read) : read.error().message;
  };
  EXPECT_EQ(*ReadZoom(nullptr), 60);
  EXPECT_EQ(zoom("5"), "5");
  EXPECT_EQ(zoom("+5"), "5");
  EXPECT_EQ(zoom("0"), "1");
  EXPECT_EQ(zoom("-7"), "1");
  EXPECT_EQ(zoom("1441"), "1440");
  for (const char* const wrong : {"", "+", "+-5", "--5", "x", "5x", " 5", "1.5", "2147483648"}) {
    EXPECT_EQ(zoom(wrong), "For input string: \"" + std::string(wrong) + "\"");
  }
  const ScheduledTime now = At("2015-09-01T05:20Z");
  const std::string date = "2015-08-30", wrong = "x", far = "12015-01-01", none = "0000-01-01";
  EXPECT_EQ(*ReadNewest(nullptr, now), now);
  EXPECT_EQ(*ReadNewest(&date, now), At("2015-08-30T00:00Z"));
  for (const std::string* const text : {&wrong, &far, &none}) {
    EXPECT_FALSE(ReadNewest(text, now)) << *text;
  }
}

}  // namespace
}  // namespace hpdl::rt::celos
