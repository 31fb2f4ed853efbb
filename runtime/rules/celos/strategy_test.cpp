#include "runtime/rules/celos/strategy.h"

#include <gtest/gtest.h>

#include <string>

namespace hpdl::rt::celos {
namespace {

/// Makes a slot from each letter: w(aiting), r(eady), R(unning), s(uccess), f(ailure), t(imed out)
/// or k(illed).
std::vector<SlotState> Slots(const std::string& letters) {
  const std::string order = "wrRsftk";
  std::vector<SlotState> slots;
  for (const char letter : letters) {
    slots.push_back(
        {{static_cast<std::int64_t>(slots.size())}, static_cast<SlotStatus>(order.find(letter))});
  }
  return slots;
}

TEST(StrategyTest, SerialHasPlacesThatNoRunningSlotTakes) {
  const struct {
    int concurrency;
    const char* slots;
    std::size_t places;
  } cases[] = {
      {1, "", 1},     {1, "wsftk", 1}, {1, "rrr", 1},  {1, "rRr", 0}, {1, "RR", 0},  {2, "Rrr", 1},
      {2, "rrrr", 2}, {3, "rRwrr", 2}, {2, "RRRr", 0}, {0, "rr", 0},  {-1, "rr", 0},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(FreePlaces(SerialStrategy{row.concurrency}, Slots(row.slots)), row.places)
        << row.concurrency << " " << row.slots;
  }
  EXPECT_EQ(FreePlaces(SerialStrategy{}, Slots("rr")), 1U);
}

TEST(StrategyTest, TrivialHasAPlaceForEach) {
  EXPECT_EQ(FreePlaces(TrivialStrategy{}, Slots("rRwrs")), 5U);
}

}  // namespace
}  // namespace hpdl::rt::celos
