#include "runtime/store/application_state.h"

#include <algorithm>
#include <iterator>

namespace hpdl::rt {
namespace {

using State = ApplicationState;
using Verb = ApplicationVerb;

/// An allowed transition. kTransitions holds all allowed transitions.
struct Transition {
  State from;
  Verb verb;
  std::optional<State> to;
};
constexpr Transition kTransitions[] = {
    {State::kInactive, Verb::kActivate, State::kActive},
    {State::kInactive, Verb::kUndeploy, std::nullopt},
    {State::kActive, Verb::kSuspend, State::kSuspended},
    {State::kActive, Verb::kSubmit, State::kActive},
    {State::kSuspended, Verb::kActivate, State::kActive},
    {State::kSuspended, Verb::kDeactivate, State::kInactive},
};

constexpr std::string_view kStates[] = {"INACTIVE", "ACTIVE", "SUSPENDED"};
constexpr std::string_view kVerbs[] = {"activate", "deactivate", "suspend", "undeploy", "submit"};

const Transition* Find(State state, Verb verb) {
  const auto* const found =
      std::find_if(std::begin(kTransitions), std::end(kTransitions),
                   [&](const Transition& each) { return each.from == state && each.verb == verb; });
  return found == std::end(kTransitions) ? nullptr : found;
}

}  // namespace

std::string_view WordOf(ApplicationState state) {
  return kStates[static_cast<std::size_t>(state)];
}

std::string_view WordOf(ApplicationVerb verb) {
  return kVerbs[static_cast<std::size_t>(verb)];
}

std::optional<ApplicationState> ReadApplicationState(std::string_view word) {
  const auto* const found = std::find(std::begin(kStates), std::end(kStates), word);
  return found == std::end(kStates)
             ? std::nullopt
             : std::optional(static_cast<ApplicationState>(found - std::begin(kStates)));
}

bool May(ApplicationState state, ApplicationVerb verb) {
  return Find(state, verb) != nullptr;
}

std::optional<ApplicationState> StateAfter(ApplicationState state, ApplicationVerb verb) {
  const Transition* const found = Find(state, verb);
  return found == nullptr ? std::optional(state) : found->to;
}

}  // namespace hpdl::rt
