#include "runtime/server/protocols/celos_ui/cells.h"

#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

ShownSlot Slot(std::string_view time, Look look) {
  return {{*ScheduledTime::Parse(time), SlotStatus::kReady, std::nullopt, 0}, look, ""};
}

TEST(Cells, EachSlotIsInTheColumnThatItBeginsIn) {
  const Columns columns = ColumnsOf(*ScheduledTime::Parse("2015-09-01T05:20Z"), 60);
  const std::vector<Cell> cells =
      CellsOf(columns,
              {Slot("2015-09-01T05:20:01Z", Look::kReady),
               Slot("2015-09-01T05:20Z", Look::kRunning), Slot("2015-09-01T04:30Z", Look::kFailure),
               Slot("2015-09-01T03:45Z", Look::kSuccess), Slot("2015-09-01T03:15Z", Look::kSuccess),
               Slot("2015-08-30T06:00Z", Look::kKilled), Slot("2015-08-30T05:59Z", Look::kReady)});
  ASSERT_EQ(cells.size(), 48U);
  std::string texts;
  for (const std::size_t column : {0U, 1U, 2U, 3U, 46U, 47U}) {
    texts += "[" + TextOf(cells[column]) + "]";
  }
  EXPECT_EQ(texts, "[run][fail][2][][][kill]");
  EXPECT_EQ(cells[0].slot.state.time, *ScheduledTime::Parse("2015-09-01T05:20Z"))
      << "the slot at `newest` is shown";
  EXPECT_EQ(cells[3].count, 0U);
}

TEST(Cells, SeveralSlotsHaveTheLookOfTheWorst) {
  const Columns columns = ColumnsOf(*ScheduledTime::Parse("2015-09-01T05:20Z"), 60);
  const auto of = [&](const std::vector<Look>& looks) {
    std::vector<ShownSlot> slots;
    slots.reserve(looks.size());
    for (const Look look : looks) {
      slots.push_back(Slot("2015-09-01T05:00Z", look));
    }
    return CellsOf(columns, slots)[0];
  };
  using enum Look;
  EXPECT_EQ(of({kSuccess, kSuccess}).look, kSuccess);
  EXPECT_EQ(of({kUnseen, kSuccess}).look, kSuccess);
  EXPECT_EQ(of({Look::kUnseen, Look::kUnseen}).look, kUnseen);
  EXPECT_EQ(of({Look::kSuccess, Look::kReady}).look, Look::kReady);
  EXPECT_EQ(of({Look::kRunning, Look::kSuccess}).look, Look::kRunning);
  EXPECT_EQ(of({Look::kRunning, Look::kWaiting, Look::kReady}).look, Look::kWaiting);
  EXPECT_EQ(of({Look::kRunning, Look::kKilled, Look::kSuccess}).look, Look::kKilled);
  EXPECT_EQ(of({Look::kSuccess, Look::kWaitTimeout, Look::kKilled}).look, Look::kWaitTimeout);
  EXPECT_EQ(of({Look::kWaitTimeout, Look::kFailure}).look, Look::kFailure);
  EXPECT_EQ(of({Look::kFailure, Look::kUnreadable}).look, kUnreadable);
  EXPECT_EQ(CountsOf(of({Look::kSuccess, Look::kFailure, Look::kSuccess})), "1 FAILURE, 2 SUCCESS");
}

TEST(Cells, ManySlots) {
  Cell cell;
  cell.count = 9999;
  EXPECT_EQ(TextOf(cell), "9999");
  cell.count = 10'000;
  EXPECT_EQ(TextOf(cell), "999+");
}

}  // namespace
}  // namespace hpdl::rt::celos
