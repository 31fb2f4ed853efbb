#include "runtime/rules/celos/slot_state.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

using enum SlotStatus;

constexpr SlotStatus kAllStatuses[] = {kWaiting, kReady,       kRunning, kSuccess,
                                       kFailure, kWaitTimeout, kKilled};

/// Returns `STATUS id retries` after an event for a slot with a job and three retries; "-" if the
/// event is not allowed.
std::string AfterEvent(SlotStatus status, SlotEvent event) {
  const Result<SlotState> after = After({{}, status, "job", 3}, event, "new");
  if (!after) {
    return after.error().code == kIllegalState ? "-" : after.error().code;
  }
  return std::string(NameOf(after->status)) + " " + after->external_id.value_or("null") + " " +
         std::to_string(after->retry_count);
}

TEST(SlotStateTest, EachEventIsForSomeStatusesAlone) {
  const struct {
    SlotEvent event;
    std::string
        after[kSlotStatuses];  ///< waiting, ready, running, success, failure, timeout, killed
  } table[] = {
      {SlotEvent::kTriggered, {"READY null 3", "-", "-", "-", "-", "-", "-"}},
      {SlotEvent::kTimedOut, {"WAIT_TIMEOUT null 3", "-", "-", "-", "-", "-", "-"}},
      {SlotEvent::kSubmitted, {"-", "RUNNING new 3", "-", "-", "-", "-", "-"}},
      {SlotEvent::kSucceeded, {"-", "-", "SUCCESS job 3", "-", "-", "-", "-"}},
      {SlotEvent::kFailed, {"-", "-", "FAILURE job 3", "-", "-", "-", "-"}},
      {SlotEvent::kRetried, {"-", "-", "WAITING null 4", "-", "-", "-", "-"}},
      {SlotEvent::kRerun,
       {"-", "-", "-", "WAITING null 0", "WAITING null 0", "WAITING null 0", "WAITING null 0"}},
      {SlotEvent::kKilled, {"KILLED job 0", "KILLED job 0", "KILLED job 0", "-", "-", "-", "-"}},
  };
  for (const auto& row : table) {
    for (const SlotStatus status : kAllStatuses) {
      EXPECT_EQ(AfterEvent(status, row.event), row.after[static_cast<int>(status)])
          << static_cast<int>(row.event) << " " << NameOf(status);
    }
  }
}

TEST(SlotStateTest, WhatPeopleAskInVainIsSaidAsCelosSaysIt) {
  EXPECT_EQ(
      ExceptionText(After({{}, kRunning}, SlotEvent::kRerun).error()),
      "java.lang.IllegalStateException: Slot must be in successful or failed, but is: RUNNING");
  EXPECT_EQ(ExceptionText(After({{}, kWaitTimeout}, SlotEvent::kKilled).error()),
            "java.lang.IllegalStateException: Slot must be in indeterminate state, but is: "
            "WAIT_TIMEOUT");
}

TEST(SlotStateTest, NamesAndOutcomes) {
  for (const SlotStatus status : kAllStatuses) {
    const Result<SlotStatus> read = ReadSlotStatus(NameOf(status));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(*read, status);
    EXPECT_EQ(OutcomeOf(status), status == kSuccess   ? SlotOutcome::kSuccess
                                 : status <= kRunning ? SlotOutcome::kIndeterminate
                                                      : SlotOutcome::kFailure);
  }
  EXPECT_EQ(ExceptionText(ReadSlotStatus("NOSUCH").error()),
            "java.lang.IllegalArgumentException: No enum constant "
            "com.collective.celos.SlotState.Status.NOSUCH");
}

TEST(SlotStateTest, ASlotHasTwoNames) {
  const SlotId slot{"a", {0}};
  EXPECT_EQ(slot.Text(), "a@1970-01-01T00:00:00.000Z");
  EXPECT_EQ(slot.Pretty(), "a@1970-01-01T00:00Z");
}

}  // namespace
}  // namespace hpdl::rt::celos
