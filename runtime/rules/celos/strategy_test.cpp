#include "runtime/rules/celos/strategy.h"

#include <gtest/gtest.h>

#include <string>

namespace hpdl::rt::celos {
namespace {

using Places = std::vector<std::size_t>;

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

TEST(StrategyTest, SerialFillsWhatIsFree) {
  const struct {
    int concurrency;
    const char* slots;
    Places chosen;
  } cases[] = {
      {1, "", {}},          {1, "wsftk", {}},    {1, "rrr", {0}},  {1, "wsrr", {2}},
      {1, "rRr", {}},       {1, "RR", {}},       {2, "Rrr", {1}},  {2, "rrrr", {0, 1}},
      {3, "rRwrr", {0, 3}}, {3, "rsfr", {0, 3}}, {3, "RRRrr", {}}, {2, "RRRr", {}},
      {0, "rr", {}},        {-1, "rr", {}},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(ChooseSlots(SerialStrategy{row.concurrency}, Slots(row.slots)), row.chosen)
        << row.concurrency << " " << row.slots;
  }
  EXPECT_EQ(ChooseSlots(SerialStrategy{}, Slots("rr")), Places{0});
}

TEST(StrategyTest, TrivialTakesAll) {
  EXPECT_EQ(ChooseSlots(TrivialStrategy{}, Slots("rRwrs")), (Places{0, 3}));
}

}  // namespace
}  // namespace hpdl::rt::celos
