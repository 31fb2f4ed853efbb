#include "runtime/rules/celos/step_view.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runtime/rules/celos/testing/world.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;

class StepViewTest : public ::testing::Test {
 protected:
  static SlotState State(int hour, SlotStatus status) {
    return {{At("2015-09-01T00:00Z").ms + hour * 3'600'000}, status, std::nullopt, 0};
  }
  /// Returns the slots of a day, such as `1 READY, 2 SUCCESS`.
  static std::string Slots(SlotReader& reader) {
    std::string text;
    const auto slots = reader.Between("a", At("2015-09-01T00:00Z"), At("2015-09-02T00:00Z"));
    for (const SlotState& slot : slots->states) {
      text += (text.empty() ? "" : ", ") + std::to_string(slot.time.Calendar().hour) + " " +
              std::string(NameOf(slot.status));
      EXPECT_EQ(*reader.Find({"a", slot.time}), slot);
    }
    return text;
  }

  testing::Deaths deaths_;
  testing::MemoryStore store_{&deaths_};
  SteppedStore slots_{store_};
};

TEST_F(StepViewTest, AChangeIsSeenWhenItHasEnded) {
  ASSERT_TRUE(store_.Put("a", State(1, SlotStatus::kReady)));
  SteppedStore::View before(slots_);
  auto change = std::make_unique<SteppedStore::Change>(slots_);
  ASSERT_TRUE(change->Put("a", State(1, SlotStatus::kRunning)));
  change->PutLater("a", State(2, SlotStatus::kReady));
  SteppedStore::View meanwhile(slots_);
  EXPECT_EQ(Slots(*change), "1 RUNNING, 2 READY");
  EXPECT_EQ(Slots(meanwhile), "1 READY");
  EXPECT_EQ(Slots(store_), "1 RUNNING") << "what is put later is not there yet";
  ASSERT_TRUE(change->Flush());
  EXPECT_EQ(Slots(store_), "1 RUNNING, 2 READY");
  EXPECT_EQ(Slots(meanwhile), "1 READY");
  change.reset();
  EXPECT_EQ(Slots(before), "1 READY") << "it goes on to see what it saw";
  SteppedStore::View after(slots_);
  EXPECT_EQ(Slots(after), "1 RUNNING, 2 READY");
}

TEST_F(StepViewTest, AViewOutlivesSeveralChanges) {
  ASSERT_TRUE(store_.Put("a", State(1, SlotStatus::kReady)));
  SteppedStore::View before(slots_);
  for (const SlotStatus status : {SlotStatus::kRunning, SlotStatus::kSuccess}) {
    SteppedStore::Change change(slots_);
    ASSERT_TRUE(change.Put("a", State(1, status)));
    ASSERT_TRUE(change.Put("a", State(2, status)));
    ASSERT_TRUE(change.SetPaused("a", true));
  }
  EXPECT_EQ(Slots(before), "1 READY");
  EXPECT_FALSE(*before.IsPaused("a"));
  SteppedStore::View after(slots_);
  EXPECT_EQ(Slots(after), "1 SUCCESS, 2 SUCCESS");
  EXPECT_TRUE(*after.IsPaused("a"));
}

TEST_F(StepViewTest, TheLastOfTwoStatesOfASlotStays) {
  SteppedStore::Change change(slots_);
  change.PutLater("a", State(1, SlotStatus::kReady));
  ASSERT_TRUE(change.Put("a", State(1, SlotStatus::kRunning)));
  ASSERT_TRUE(change.Flush());
  EXPECT_EQ(Slots(change), "1 RUNNING");
}

}  // namespace
}  // namespace hpdl::rt::celos
