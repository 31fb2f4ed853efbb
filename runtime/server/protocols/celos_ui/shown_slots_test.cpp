#include "runtime/server/protocols/celos_ui/shown_slots.h"

#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

using enum SlotStatus;

ScheduledTime ParsedTime(std::string_view text) {
  return *ScheduledTime::Parse(text);
}

const ScheduledTime kNow = ParsedTime("2015-09-08T12:00Z");

/// Returns the class, the short text and the status of each slot.
std::string Texts(const WorkflowSlots& workflow) {
  std::string texts;
  for (const ShownSlot& slot : ShownSlots(workflow, kNow)) {
    texts += std::string(WordsOf(slot.look).name) + "[" + std::string(BriefOf(slot)) + "] " +
             StatusText(slot) + "\n";
  }
  return texts;
}

TEST(Looks, WordsOfStatuses) {
  std::string words;
  for (int i = 0; i < kSlotStatuses; ++i) {
    WorkflowSlots workflow;
    workflow.slots = {
        {ParsedTime("2015-09-08T10:00Z"), static_cast<SlotStatus>(i), std::nullopt, 0}};
    words += Texts(workflow);
  }
  EXPECT_EQ(words,
            "WAITING[wait] WAITING\nREADY[rdy] READY\nRUNNING[run] RUNNING\nSUCCESS[] SUCCESS\n"
            "FAILURE[fail] FAILURE\nWAIT_TIMEOUT[time] WAIT_TIMEOUT\nKILLED[kill] KILLED\n");
}

TEST(Looks, SlotsOutsideOfTheWindowAreNotLookedAt) {
  WorkflowSlots workflow;
  workflow.slots = {{ParsedTime("2015-09-08T13:00Z"), kWaiting, std::nullopt, 0},
                    {ParsedTime("2015-09-08T10:00Z"), kWaiting, std::nullopt, 0},
                    {ParsedTime("2015-09-08T09:00Z"), kWaiting, std::nullopt, 0},
                    {ParsedTime("2015-09-08T08:00Z"), kRunning, "job-1", 0},
                    {ParsedTime("2015-09-08T07:00Z"), kFailure, "job-2", 0},
                    {ParsedTime("2015-09-08T06:00Z"), kWaiting, std::nullopt, 0}};
  workflow.window = SeenWindow{ParsedTime("2015-09-08T10:00Z"), {ParsedTime("2015-09-08T06:00Z")}};
  EXPECT_EQ(Texts(workflow),
            "UNSEEN[idle] not looked at yet: it is in the future\n"
            "WAITING[wait] WAITING\n"
            "UNSEEN[idle] not looked at: the scheduler looks at slots from 2015-09-08 10:00 UTC "
            "on; a backfill lets it run\n"
            "UNSEEN[run] RUNNING, not looked at: the scheduler looks at slots from 2015-09-08 "
            "10:00 UTC on; kill it, then rerun it, to let it run\n"
            "FAILURE[fail] FAILURE\n"
            "WAITING[wait] WAITING\n");
}

TEST(Looks, AServerThatSaysNothingOfItsWindowLooksAtAWeek) {
  WorkflowSlots workflow;
  workflow.slots = {{ParsedTime("2015-09-01T12:00Z"), kReady, std::nullopt, 0},
                    {ParsedTime("2015-09-01T11:59Z"), kReady, std::nullopt, 0}};
  const std::vector<ShownSlot> shown = ShownSlots(workflow, kNow);
  EXPECT_EQ(shown[0].look, Look::kReady);
  EXPECT_EQ(shown[1].look, Look::kUnseen);
}

TEST(Looks, UnreadableSlotsAreAmongTheOthers) {
  WorkflowSlots workflow;
  workflow.slots = {{ParsedTime("2015-09-08T10:00Z"), kReady, std::nullopt, 0},
                    {ParsedTime("2015-09-08T08:00Z"), kReady, std::nullopt, 0}};
  workflow.unreadable = {{ParsedTime("2015-09-08T09:00Z"), "db/09: torn"}};
  EXPECT_EQ(Texts(workflow),
            "READY[rdy] READY\nUNREADABLE[?] UNREADABLE: db/09: torn\nREADY[rdy] READY\n");
}

}  // namespace
}  // namespace hpdl::rt::celos
