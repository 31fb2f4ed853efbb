#include "runtime/rules/sla/sla_states.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "runtime/ground/base/lower_case.h"

namespace hpdl::rt {
namespace {

constexpr std::array<std::string_view, 4> kStatusWords = {"NOT_STARTED", "IN_PROCESS", "MET",
                                                          "MISS"};
constexpr std::array<std::string_view, kSlaEvents> kEventWords = {
    "START_MET", "START_MISS", "DURATION_MET", "DURATION_MISS", "END_MET", "END_MISS"};

class Judgement {
 public:
  Judgement(const SlaExpectation& expected, const SlaFacts& facts, std::int64_t now_ms,
            std::int64_t latency_ms, SlaState* state)
      : expected_(expected), facts_(facts), latest_(now_ms - latency_ms), state_(*state) {}

  std::vector<SlaEvent> Take() {
    state_.started_ms = facts_.started_ms;
    state_.ended_ms = facts_.ended_ms;
    if (facts_.started_ms && state_.status == SlaStatus::kNotStarted) {
      state_.status = SlaStatus::kInProcess;
    }
    if (!state_.start_judged) {
      Start();
    }
    if (!state_.duration_judged) {
      Duration();
    }
    if (!state_.end_judged) {
      End();
    }
    state_.closed = facts_.ended_ms.has_value();
    return std::move(events_);
  }

 private:
  void Start() {
    if (!expected_.start_ms) {
      state_.start_judged = true;
    } else if (facts_.started_ms) {
      const bool late = *facts_.started_ms > *expected_.start_ms;
      Tell(late ? SlaEvent::kStartMiss : SlaEvent::kStartMet, &state_.start_judged);
    } else if (facts_.ended_ms) {  // the job ended without a start, so no event for the start is
                                   // reported
      state_.start_judged = true;
    } else if (*expected_.start_ms < latest_) {
      Tell(SlaEvent::kStartMiss, &state_.start_judged);
    }
  }

  void Duration() {
    if (!expected_.duration_ms || (facts_.ended_ms && !facts_.started_ms)) {
      state_.duration_judged = true;
    } else if (facts_.ended_ms) {
      const bool late = *facts_.ended_ms - *facts_.started_ms > *expected_.duration_ms;
      Tell(late ? SlaEvent::kDurationMiss : SlaEvent::kDurationMet, &state_.duration_judged);
    } else if (facts_.started_ms && *facts_.started_ms + *expected_.duration_ms < latest_) {
      Tell(SlaEvent::kDurationMiss, &state_.duration_judged);
    }
  }

  void End() {
    if (facts_.ended_ms) {
      const bool met = facts_.succeeded && *facts_.ended_ms <= expected_.end_ms;
      state_.status = met ? SlaStatus::kMet : SlaStatus::kMiss;
      Tell(met ? SlaEvent::kEndMet : SlaEvent::kEndMiss, &state_.end_judged);
    } else if (expected_.end_ms < latest_) {
      state_.status = SlaStatus::kMiss;
      Tell(SlaEvent::kEndMiss, &state_.end_judged);
    }
  }

  void Tell(SlaEvent event, bool* judged) {
    *judged = true;
    events_.push_back(event);
  }

  const SlaExpectation& expected_;
  const SlaFacts& facts_;
  /// If an event was expected before this time and was not reported yet, it is reported as missed.
  const std::int64_t latest_;
  SlaState& state_;
  std::vector<SlaEvent> events_;
};

}  // namespace

std::string_view WordOf(SlaStatus status) {
  return kStatusWords[static_cast<std::size_t>(status)];
}

std::string_view WordOf(SlaEvent event) {
  return kEventWords[static_cast<std::size_t>(event)];
}

std::optional<SlaEvent> SlaEventOf(std::string_view word) {
  const auto* const found =
      std::find_if(kEventWords.begin(), kEventWords.end(),
                   [word](std::string_view known) { return LowerCase(known) == LowerCase(word); });
  return found == kEventWords.end()
             ? std::nullopt
             : std::optional(static_cast<SlaEvent>(std::distance(kEventWords.begin(), found)));
}

std::vector<SlaEvent> DeriveSlaEvents(const SlaExpectation& expected, const SlaFacts& facts,
                                      std::int64_t now_ms, std::int64_t latency_ms,
                                      SlaState* state) {
  return Judgement(expected, facts, now_ms, latency_ms, state).Take();
}

std::optional<std::int64_t> NextJudgement(const SlaExpectation& expected, const SlaState& state,
                                          std::int64_t latency_ms) {
  std::optional<std::int64_t> next;
  const auto at = [&](std::int64_t ms) { next = next ? std::min(*next, ms) : ms; };
  if (state.closed) {
    return next;
  }
  if (!state.start_judged && expected.start_ms) {
    at(*expected.start_ms);
  }
  if (!state.duration_judged && expected.duration_ms && state.started_ms) {
    at(*state.started_ms + *expected.duration_ms);
  }
  if (!state.end_judged) {
    at(expected.end_ms);
  }
  return next ? std::optional(*next + latency_ms + 1) : std::nullopt;
}

}  // namespace hpdl::rt
