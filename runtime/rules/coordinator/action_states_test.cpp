#include "runtime/rules/coordinator/action_states.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace hpdl::rt {
namespace {

using State = ActionState;
using Event = ActionEvent;

constexpr int kStates = static_cast<int>(State::kSkipped) + 1;
constexpr int kEvents = static_cast<int>(Event::kRerun) + 1;

/// The new state for each pair of state and event that changes the state. Pairs that do not change
/// the state are missing.
const std::map<std::pair<State, Event>, State>& ActionTable() {
  static const std::map<std::pair<State, Event>, State> table = [] {
    std::map<std::pair<State, Event>, State> all = {
        {{State::kWaiting, Event::kDataComplete}, State::kReady},
        {{State::kWaiting, Event::kTimeout}, State::kTimedOut},
        {{State::kWaiting, Event::kTooLate}, State::kSkipped},
        {{State::kReady, Event::kTooLate}, State::kSkipped},
        {{State::kWaiting, Event::kBadConfiguration}, State::kFailed},
        {{State::kReady, Event::kStart}, State::kSubmitted},
        {{State::kSubmitted, Event::kStarted}, State::kRunning},
        {{State::kSubmitted, Event::kNotStarted}, State::kFailed},
        {{State::kRunning, Event::kWorkflowSucceeded}, State::kSucceeded},
        {{State::kRunning, Event::kWorkflowFailed}, State::kFailed},
        {{State::kRunning, Event::kWorkflowKilled}, State::kKilled},
        {{State::kRunning, Event::kWorkflowSuspended}, State::kSuspended},
        {{State::kSuspended, Event::kWorkflowResumed}, State::kRunning},
        {{State::kSuspended, Event::kWorkflowSucceeded}, State::kSucceeded},
        {{State::kSuspended, Event::kWorkflowFailed}, State::kFailed},
        {{State::kSuspended, Event::kWorkflowKilled}, State::kKilled},
        {{State::kFailed, Event::kIgnore}, State::kIgnored},
        {{State::kKilled, Event::kIgnore}, State::kIgnored},
        {{State::kTimedOut, Event::kIgnore}, State::kIgnored},
    };
    for (const State open :
         {State::kWaiting, State::kReady, State::kSubmitted, State::kRunning, State::kSuspended}) {
      all[{open, Event::kKill}] = State::kKilled;
      all[{open, Event::kKillByNumber}] = State::kKilled;
    }
    for (const State over : {State::kTimedOut, State::kSucceeded, State::kKilled, State::kFailed,
                             State::kIgnored, State::kSkipped}) {
      all[{over, Event::kRerun}] = State::kWaiting;
      if (over != State::kKilled) {
        all[{over, Event::kKillByNumber}] = State::kKilled;
      }
    }
    return all;
  }();
  return table;
}

TEST(ActionStatesTest, EachTransition) {
  for (int i = 0; i < kStates * kEvents; ++i) {
    const auto state = static_cast<State>(i / kEvents);
    const auto event = static_cast<Event>(i % kEvents);
    const auto found = ActionTable().find({state, event});
    EXPECT_EQ(StateAfter(state, event),
              found == ActionTable().end() ? std::nullopt : std::optional(found->second))
        << WordOf(state) << " " << i % kEvents;
  }
}

TEST(ActionStatesTest, OpenStatesAreThoseThatAreNotTerminal) {
  for (auto state = ActionState::kWaiting; state <= ActionState::kSkipped;
       state = static_cast<ActionState>(static_cast<int>(state) + 1)) {
    const std::vector<ActionState> open = OpenStates();
    EXPECT_EQ(std::find(open.begin(), open.end(), state) == open.end(), IsTerminal(state));
  }
}

TEST(ActionStatesTest, WordsAndKinds) {
  std::string over, taken_away;
  for (int i = 0; i < kStates; ++i) {
    const auto state = static_cast<State>(i);
    over += IsTerminal(state) ? std::string(WordOf(state)) + " " : "";
    taken_away += IsTakenAway(state) ? std::string(WordOf(state)) + " " : "";
  }
  EXPECT_EQ(over, "TIMEDOUT SUCCEEDED KILLED FAILED IGNORED SKIPPED ");
  EXPECT_EQ(taken_away, "WAITING READY ");
  EXPECT_EQ(WordOf(State::kSubmitted), "SUBMITTED");
  EXPECT_EQ(WordOf(State::kRunning), "RUNNING");
  EXPECT_EQ(WordOf(State::kSuspended), "SUSPENDED");
}

}  // namespace
}  // namespace hpdl::rt
