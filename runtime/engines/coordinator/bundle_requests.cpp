#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/bundle_job.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/rules/coordinator/time_functions.h"
#include "runtime/rules/sla/sla_terms.h"

/// Handles the requests to a bundle. The bundle passes the requests on to its coordinators.
namespace hpdl::rt {
namespace {

using Verb = CoordinatorRequest::Verb;
using State = CoordinatorState;

bool IsNotOver(State state) {
  return !IsFinished(state);
}
bool Runs(State state) {
  return state == State::kRunning || state == State::kRunningWithError || state == State::kPrep ||
         state == State::kPaused || state == State::kPausedWithError;
}
bool RunsOrIsPrepPaused(State state) {
  return Runs(state) || state == State::kPrepPaused;
}
bool IsSuspended(State state) {
  return state == State::kSuspended || state == State::kSuspendedWithError ||
         state == State::kPrepSuspended;
}
bool IsNotKilled(State state) {
  return state != State::kKilled;
}

/// Returns true if `names`, with commas between them, has the name or the id of the coordinator.
bool HasNameOf(const BundledRow& row, std::string_view names) {
  const std::vector<std::string_view> all = Split(names, ',');
  return std::any_of(all.begin(), all.end(), [&row](std::string_view name) {
    const std::string_view trimmed = Trimmed(name);
    return trimmed == row.name || (!trimmed.empty() && trimmed == row.coordinator_id);
  });
}

}  // namespace

/// Must be called when a coordinator has been started. Removes the pending start. If the bundle was
/// killed meanwhile, adds a kill of the new coordinator.
void BundleJob::WasStarted(Entry& entry) {
  SetRequests(entry, {});
  if (state_ == State::kKilled || state_ == State::kFailed) {
    CoordinatorRequest kill;
    kill.verb = Verb::kKill;
    AddRequest(entry, std::move(kill));
  }
}

void BundleJob::SetRequests(Entry& entry, std::vector<CoordinatorRequest> requests) {
  entry.requests = std::move(requests);
  entry.row.requests = RequestsText(entry.requests);
  entry.row.pending = static_cast<std::int64_t>(entry.requests.size());
  Change(entry);
}

void BundleJob::AddRequest(Entry& entry, CoordinatorRequest request) {
  request.job = entry.row.coordinator_id;
  std::vector<CoordinatorRequest> requests = entry.requests;
  requests.push_back(std::move(request));
  SetRequests(entry, std::move(requests));
}

/// Returns the state that the coordinator will have when its pending requests are carried out.
CoordinatorState BundleJob::StateToBe(const Entry& entry) {
  State state = entry.row.state;
  for (const CoordinatorRequest& request : entry.requests) {
    const std::optional<CoordinatorEvent> event =
        request.verb == Verb::kSuspend  ? std::optional(CoordinatorEvent::kSuspend)
        : request.verb == Verb::kResume ? std::optional(CoordinatorEvent::kResume)
        : request.verb == Verb::kKill   ? std::optional(CoordinatorEvent::kKill)
                                        : std::nullopt;
    state = event ? StateAfter(state, *event).value_or(state) : state;
  }
  return state;
}

/// Adds a request to each submitted coordinator whose StateToBe() is a state that `whom` accepts.
void BundleJob::TellAll(const CoordinatorRequest& request, bool (*whom)(State)) {
  for (auto& [place, entry] : entries_) {
    if (!entry.submitted || !whom(StateToBe(entry))) {
      continue;
    }
    AddRequest(entry, request);
  }
}

void BundleJob::KillAll() {
  CoordinatorRequest kill;
  kill.verb = Verb::kKill;
  TellAll(kill, &IsNotOver);
}

Result<std::vector<std::int64_t>> BundleJob::Ask(const CoordinatorRequest& request) {
  now_ms_ = NowMs();
  beat_again_ = true;
  Follow();
  CoordinatorRequest pass_on;
  pass_on.verb = request.verb;
  switch (request.verb) {
    case Verb::kStart: {
      if (state_ != State::kPrep || !entries_.empty()) {
        return Nothing();
      }
      const Result<bool> started = Start();
      if (!started) {
        StartFailed(started.error());
        return started.error();
      }
      if (!*started) {
        return Error{ErrorClass::kTransient, kAskAgain,
                     "the applications of the bundle must be checked first"};
      }
      return Nothing();
    }
    case Verb::kSuspend:
      if (Move(BundleEvent::kSuspend)) {
        bundle_.suspended_ms = now_ms_;
        TellAll(pass_on, settings_.bundle_suspends_prep_paused ? &RunsOrIsPrepPaused : &Runs);
      }
      return Nothing();
    case Verb::kResume:
      if (Move(BundleEvent::kResume)) {
        bundle_.suspended_ms = 0;
        TellAll(pass_on, &IsSuspended);
      }
      return Nothing();
    case Verb::kKill:
      if (Move(BundleEvent::kKill)) {
        for (auto& [place, entry] : entries_) {
          if (!IsFinished(entry.row.state) && !entry.submitted && !entry.in_flight) {
            entry.row.state = State::kKilled;
            entry.row.pending = 0;
            Change(entry);
          }
        }
        KillAll();
      }
      return Nothing();
    case Verb::kChange:
      return ChangeValues(request);
    case Verb::kRerun:
      return Rerun(request);
    case Verb::kSlaEnable:
    case Verb::kSlaDisable:
    case Verb::kSlaChange:
      return CommandSla(request);
    case Verb::kIgnore:
    case Verb::kUpdate:
      break;
  }
  return Error{ErrorClass::kError, "E0302",
               "Invalid parameter [this request is for coordinators, not for bundles]"};
}

Result<std::vector<std::int64_t>> BundleJob::ChangeValues(const CoordinatorRequest& request) {
  const auto refuse = [](const std::string& value, const std::string& why) {
    return Error{ErrorClass::kError, "E1317",
                 "Invalid bundle job change value " + value + ", " + why};
  };
  const auto pairs = ReadChange(request.value);
  HPDL_TRY(pairs);
  std::optional<std::int64_t> pause, end;
  bool no_pause = false;
  for (const auto& [key, value] : *pairs) {
    if (key != "pausetime" && key != "endtime") {
      return refuse(request.value, "can only change pausetime or end time");
    }
    if (value.empty()) {
      no_pause = true;
      continue;
    }
    const Result<std::int64_t> time = ReadTime(value);
    if (!time) {
      return refuse(value, "is not a valid date");
    }
    (key == "pausetime" ? pause : end) = *time;
  }
  if (pause && *pause < now_ms_ / 1000) {
    return refuse(request.value, "must be a non-past time");
  }
  if (end && *end < bundle_.kick_off) {
    return refuse(request.value, "the end must not be before the kick-off");
  }
  const bool pauses = pause || no_pause;
  if (state_ == State::kKilled || (pauses && IsFinished(state_))) {
    return Nothing();
  }
  if (pauses) {
    bundle_.pause = pause.value_or(0);
  } else {
    bundle_.end = end.value_or(bundle_.end);
    (void)Move(BundleEvent::kLaterEnd);
  }
  job_changed_ = true;
  CoordinatorRequest change;
  change.verb = Verb::kChange;
  change.value = request.value;
  TellAll(change, &IsNotKilled);
  return Nothing();
}

Result<std::vector<std::int64_t>> BundleJob::Rerun(const CoordinatorRequest& request) {
  const bool prep =
      state_ == State::kPrep || state_ == State::kPrepSuspended || state_ == State::kPrepPaused;
  if (prep || state_ == State::kKilled || state_ == State::kFailed) {
    return Nothing();
  }
  const bool by_date = request.scope == CoordinatorRequest::Scope::kDate;
  if (request.coordinators.empty() && !by_date) {
    return Nothing();
  }
  CoordinatorRequest rerun = request;
  rerun.scope = CoordinatorRequest::Scope::kDate;
  if (!by_date) {
    rerun.actions = "1970-01-01T00:00Z::9999-12-31T23:59Z";
  }
  if (PassOn(std::move(rerun))) {
    (void)Move(BundleEvent::kRerun);
  }
  return Nothing();
}

Result<std::vector<std::int64_t>> BundleJob::CommandSla(const CoordinatorRequest& request) {
  if (request.verb == Verb::kSlaChange) {
    HPDL_TRY(CheckSlaChange(request.value));
  }
  if (!PassOn(request)) {
    return Error{ErrorClass::kError, "E1026", "SLA alert update command failed: No record found"};
  }
  return Nothing();
}

/// Adds the request to the coordinators that it names, or to all coordinators if it names no
/// coordinator. Returns false if no coordinator has received the request.
bool BundleJob::PassOn(CoordinatorRequest request) {
  const std::string coordinators = std::exchange(request.coordinators, {});
  bool any = false;
  for (auto& [place, entry] : entries_) {
    const bool named = coordinators.empty() || HasNameOf(entry.row, coordinators);
    if (!entry.submitted || !named) {
      continue;
    }
    AddRequest(entry, request);
    any = true;
  }
  return any;
}

}  // namespace hpdl::rt
