#include "runtime/rules/coordinator/frequency.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using Unit = Period::Unit;

CoordinatorNotes In(Unit unit) {
  CoordinatorNotes notes;
  notes.unit = unit;
  return notes;
}

TEST(PeriodOf, IsANumberOfTheUnitThatWasNoted) {
  CoordinatorNotes notes = In(Unit::kMonths);
  notes.begin = Period::Begin::kNextMonth;
  EXPECT_EQ(PeriodOf("2", notes), (Period{Unit::kMonths, Period::Begin::kNextMonth, 2}));
  EXPECT_EQ(PeriodOf("60", {}), (Period{Unit::kMinutes, Period::Begin::kAsItIs, 60}));
  EXPECT_EQ(PeriodOf("+5", {})->count, 5);
  EXPECT_EQ(PeriodOf("-5", {})->count, -5);
  EXPECT_EQ(PeriodOf("2147483647", {})->count, 2147483647);
}

TEST(PeriodOf, IsNothingForOtherTexts) {
  for (const char* text : {"", "+", "-", "+-5", "++5", "0 0 * * *", " 5", "5 ", "5.0", "0x10",
                           "2147483648", "99999999999999999999"}) {
    EXPECT_FALSE(PeriodOf(text, {})) << text;
  }
}

TEST(MinutesOf, CountsThirtyDaysAMonth) {
  EXPECT_EQ(MinutesOf("120", {}), 120);
  EXPECT_EQ(MinutesOf("-1", {}), -1);
  EXPECT_EQ(MinutesOf("2", In(Unit::kDays)), 2880);
  EXPECT_EQ(MinutesOf("3", In(Unit::kMonths)), 129600);
  EXPECT_EQ(MinutesOf("2147483647", In(Unit::kMonths)), 2147483647LL * 43200);
  EXPECT_FALSE(MinutesOf("x", {}));
}

}  // namespace
}  // namespace hpdl::rt
