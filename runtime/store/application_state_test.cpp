#include "runtime/store/application_state.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace hpdl::rt {
namespace {

using State = ApplicationState;
using Verb = ApplicationVerb;

/// Checks every pair of state and verb against section 8 of the specification. The map has the
/// state after the verb for each pair; "gone": the application is removed; "": the verb is not
/// allowed.
TEST(ApplicationState, EveryPairOfStateAndVerb) {
  const std::map<std::pair<State, Verb>, std::string> pairs = {
      {{State::kInactive, Verb::kActivate}, "ACTIVE"},
      {{State::kInactive, Verb::kDeactivate}, ""},
      {{State::kInactive, Verb::kSuspend}, ""},
      {{State::kInactive, Verb::kUndeploy}, "gone"},
      {{State::kInactive, Verb::kSubmit}, ""},
      {{State::kActive, Verb::kActivate}, ""},
      {{State::kActive, Verb::kDeactivate}, ""},
      {{State::kActive, Verb::kSuspend}, "SUSPENDED"},
      {{State::kActive, Verb::kUndeploy}, ""},
      {{State::kActive, Verb::kSubmit}, "ACTIVE"},
      {{State::kSuspended, Verb::kActivate}, "ACTIVE"},
      {{State::kSuspended, Verb::kDeactivate}, "INACTIVE"},
      {{State::kSuspended, Verb::kSuspend}, ""},
      {{State::kSuspended, Verb::kUndeploy}, ""},
      {{State::kSuspended, Verb::kSubmit}, ""},
  };
  EXPECT_EQ(pairs.size(), 15U);
  for (const auto& [pair, expected] : pairs) {
    const auto& [state, verb] = pair;
    SCOPED_TRACE(std::string(WordOf(state)) + " " + std::string(WordOf(verb)));
    EXPECT_EQ(May(state, verb), !expected.empty());
    if (!expected.empty()) {
      const std::optional<State> after = StateAfter(state, verb);
      EXPECT_EQ(after ? WordOf(*after) : "gone", expected);
    }
  }
}

TEST(ApplicationState, Words) {
  for (const State state : {State::kInactive, State::kActive, State::kSuspended}) {
    EXPECT_EQ(ReadApplicationState(WordOf(state)), state);
  }
  EXPECT_FALSE(ReadApplicationState("active"));
  EXPECT_FALSE(ReadApplicationState(""));
}

}  // namespace
}  // namespace hpdl::rt
