#include "runtime/rules/coordinator/action_ranges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(ActionRangesTest, Numbers) {
  EXPECT_THAT(*ReadActionNumbers("3"), ElementsAre(Pair(3, 3)));
  EXPECT_THAT(*ReadActionNumbers(" 1, 3 - 5,9"), ElementsAre(Pair(1, 1), Pair(3, 5), Pair(9, 9)));
  for (const char* text : {"x", "5-3", "1-", "-2", "1-2-3", "1 2"}) {
    const auto ranges = ReadActionNumbers(text);
    ASSERT_FALSE(ranges) << text;
    EXPECT_EQ(ranges.error().code, "E0302") << text;
  }
  const auto message = [](const char* text) { return ReadActionNumbers(text).error().message; };
  EXPECT_EQ(message("1,x"), "Invalid parameter [format is wrong for action id'x'. Integer only.]");
  EXPECT_EQ(message("1-x"), "Invalid parameter [could not parse xinto an integer]");
  EXPECT_EQ(message("3-1"),
            "Invalid parameter [format is wrong for action's range '3-1', starting actionnumber of "
            "the range should be less than ending action number, an example will be 1-4]");
}

TEST(ActionRangesTest, Dates) {
  constexpr std::int64_t kBegin = 1'704'067'200, kDay = 86'400;
  EXPECT_THAT(*ReadActionDates("2024-01-02T00:00Z,2024-01-01T00:00Z::2024-01-02T00:00Z"),
              ElementsAre(Pair(kBegin + kDay, kBegin + kDay), Pair(kBegin, kBegin + kDay)));
  EXPECT_EQ(ReadActionDates("2024-01-02").error().code, "E0302");
  EXPECT_EQ(ReadActionDates("2024-01-02::2024-01-03").error().code, "E0308");
  EXPECT_EQ(ReadActionDates("2024-01-02T00:00Z::2024-01-01T00:00Z").error().code, "E0308");
}

}  // namespace
}  // namespace hpdl::rt
