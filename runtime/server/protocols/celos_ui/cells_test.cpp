#include "runtime/server/protocols/celos_ui/cells.h"

#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

using enum SlotStatus;

SlotState Slot(std::string_view time, SlotStatus status) {
  return {*ScheduledTime::Parse(time), status, std::nullopt, 0};
}

TEST(Cells, EachSlotIsInTheColumnThatItBeginsIn) {
  const Columns columns = ColumnsOf(*ScheduledTime::Parse("2015-09-01T05:20Z"), 60);
  const std::vector<Cell> cells =
      CellsOf(columns, {Slot("2015-09-01T05:20Z", kReady),  // this slot is not before `newest`
                        Slot("2015-09-01T05:19:59Z", kRunning), Slot("2015-09-01T04:30Z", kFailure),
                        Slot("2015-09-01T03:45Z", kSuccess), Slot("2015-09-01T03:15Z", kSuccess),
                        Slot("2015-08-30T06:00Z", kKilled), Slot("2015-08-30T05:59Z", kReady)});
  ASSERT_EQ(cells.size(), 48U);
  std::string texts;
  for (const std::size_t column : {0U, 1U, 2U, 3U, 46U, 47U}) {
    texts += "[" + TextOf(cells[column]) + "]";
  }
  EXPECT_EQ(texts, "[run][fail][2][][][kill]");
  EXPECT_EQ(cells[0].slot.time, *ScheduledTime::Parse("2015-09-01T05:19:59Z"));
  EXPECT_EQ(cells[3].count, 0U);
}

TEST(Cells, WordsOfStatuses) {
  std::string words;
  for (int i = 0; i < kSlotStatuses; ++i) {
    const auto status = static_cast<SlotStatus>(i);
    words += std::string(NameOf(status)) + "=" + std::string(ShortName(status)) + " ";
  }
  EXPECT_EQ(words,
            "WAITING=wait READY=rdy RUNNING=run SUCCESS= FAILURE=fail WAIT_TIMEOUT=time "
            "KILLED=kill ");
}

TEST(Cells, SeveralSlotsHaveTheWorstStatus) {
  const Columns columns = ColumnsOf(*ScheduledTime::Parse("2015-09-01T05:20Z"), 60);
  const auto of = [&](const std::vector<SlotStatus>& statuses) {
    std::vector<SlotState> slots;
    slots.reserve(statuses.size());
    for (const SlotStatus status : statuses) {
      slots.push_back(Slot("2015-09-01T05:00Z", status));
    }
    return CellsOf(columns, slots)[0].status;
  };
  EXPECT_EQ(of({kSuccess, kSuccess}), kSuccess);
  EXPECT_EQ(of({kSuccess, kReady}), kWaiting);
  EXPECT_EQ(of({kRunning, kSuccess}), kWaiting);
  EXPECT_EQ(of({kRunning, kKilled, kSuccess}), kFailure);
  EXPECT_EQ(of({kSuccess, kSuccess, kWaitTimeout}), kFailure);
  EXPECT_EQ(of({kKilled}), kKilled);
}

TEST(Cells, ManySlots) {
  Cell cell{9999, {}, kSuccess};
  EXPECT_EQ(TextOf(cell), "9999");
  cell.count = 10'000;
  EXPECT_EQ(TextOf(cell), "999+");
}

}  // namespace
}  // namespace hpdl::rt::celos
