// Checks the data of actions and starts the actions whose data is complete.
#include <algorithm>
#include <utility>

#include "runtime/engines/coordinator/coordinator_job.h"
#include "runtime/engines/coordinator/job_properties.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/config/properties_text.h"

namespace hpdl::rt {
namespace {

/// True if a job in this state checks the data of its actions.
bool LooksAtData(CoordinatorState state) {
  return state == CoordinatorState::kRunning || state == CoordinatorState::kRunningWithError ||
         state == CoordinatorState::kPaused || state == CoordinatorState::kPausedWithError;
}

/// Returns the ActionEvent that the state of an action's workflow causes for the action.
std::optional<ActionEvent> EventOf(JobState state) {
  switch (state) {
    case JobState::kSucceeded:
      return ActionEvent::kWorkflowSucceeded;
    case JobState::kKilled:
      return ActionEvent::kWorkflowKilled;
    case JobState::kFailed:
      return ActionEvent::kWorkflowFailed;
    case JobState::kSuspended:
      return ActionEvent::kWorkflowSuspended;
    case JobState::kRunning:
    case JobState::kPrep:
      return ActionEvent::kWorkflowResumed;
  }
  return std::nullopt;
}

}  // namespace

bool CoordinatorJob::IsTooLate(const Entry& entry) const {
  const std::int64_t now = now_ms_ / 1000;
  Schedule schedule = defined_.schedule;
  if (settings_.last_only_runs_at_end) {
    --schedule.end;  // no action has the end time as its nominal time
  }
  return rt::IsTooLate(schedule, defined_.execution, TurnOf(entry.row), now,
                       settings_.none_tolerance);
}

/// Checks the data of the waiting actions whose checks are due. Returns true if an action has
/// changed its state.
bool CoordinatorJob::CheckInputs() {
  bool changed = false;
  for (auto& [number, entry] : entries_) {
    if (entry.row.state != ActionState::kWaiting || entry.asked) {
      continue;
    }
    if (entry.row.wish == ActionWish::kRecover && entry.next_look_ms == 0) {
      entry.next_look_ms = entry.row.modified_ms + settings_.recover_ms;
    }
    if (entry.row.wish == ActionWish::kCleanUp || entry.row.nominal * 1000 > now_ms_) {
      entry.next_look_ms = std::max(entry.next_look_ms, entry.row.nominal * 1000);
      continue;
    }
    if (entry.next_look_ms > now_ms_) {
      continue;
    }
    changed = CheckInput(entry) || changed;
    // Ready actions start before the next action is checked, as in Oozie.
    changed = ReadyStep() || changed;
  }
  return changed;
}

bool CoordinatorJob::CheckInput(Entry& entry) {
  CoordinatorActionRow& row = entry.row;
  if (!LooksAtData(state_)) {
    row.wish = ActionWish::kRecover;
    Change(entry);
    entry.next_look_ms = now_ms_ + settings_.recover_ms;
    return false;
  }
  if (row.wish == ActionWish::kRecover) {
    row.wish = ActionWish::kNothing;
    Change(entry);
  }
  if (IsTooLate(entry)) {
    Move(entry, ActionEvent::kTooLate);
    Notice(entry, "SKIPPED");
    return true;
  }
  WaitingAction action;
  action.inputs = DecodeData(row.inputs).value_or(std::vector<EventData>());
  action.missing = MissingData::Of(row.missing);
  action.times = {row.nominal, settings_.latest_by_now ? now_ms_ / 60'000 * 60 : row.actual,
                  defined_.schedule.zone};
  action.id = ActionId(row.number);
  action.made = row.created_ms / 1000;
  // The first check uses results that are at most first_look_ms old. A later check uses only
  // results from after the time when the check was due.
  const std::int64_t since =
      entry.look_pause_ms == 0 ? now_ms_ - settings_.first_look_ms : entry.next_look_ms;
  const KnownPath known = [&](const std::string& path) { return world_.IsThere(path, since); };
  const Result<DataVerdict> verdict = CheckData(defined_, *texts_, action, now_ms_ / 1000, known);
  if (verdict && verdict->state == DataVerdict::State::kAsk) {
    world_.Look(verdict->ask);
    return false;
  }
  SetError(entry, verdict ? Error() : verdict.error());
  if (!verdict) {
    return LookAgain(entry);
  }
  if (std::string text = verdict->missing.ToText(); text != row.missing) {
    row.missing = std::move(text);
    Change(entry);
  }
  if (verdict->state == DataVerdict::State::kComplete) {
    Complete(entry, *verdict);
    return true;
  }
  entry.watch = verdict->watch;
  entry.until = verdict->until;
  return LookAgain(entry);
}

/// Records the error of the last check of an action's data. An unchanged error is not reported
/// again.
void CoordinatorJob::SetError(Entry& entry, const Error& error) {
  CoordinatorActionRow& row = entry.row;
  if (row.error_code != error.code || row.error_message != error.message) {
    row.error_code = error.code;
    row.error_message = error.message;
    Change(entry);
  }
}

/// Sets the time of the next check after a check that failed or found data missing. Returns true if
/// the action has timed out.
bool CoordinatorJob::LookAgain(Entry& entry) {
  const CoordinatorActionRow& row = entry.row;
  if (IsTimedOut(row.nominal, row.created_ms / 1000, row.timeout, now_ms_ / 1000)) {
    Move(entry, ActionEvent::kTimeout);
    Notice(entry, "TIMEDOUT");
    return true;
  }
  entry.look_pause_ms = entry.look_pause_ms == 0
                            ? settings_.first_look_ms
                            : std::min(entry.look_pause_ms * 2, settings_.most_look_ms);
  entry.next_look_ms = now_ms_ + entry.look_pause_ms;
  if (entry.until) {
    entry.next_look_ms = std::min(entry.next_look_ms, *entry.until * 1000);
  }
  // The next check is due no later than the time at which the action times out.
  entry.next_look_ms = std::min(entry.next_look_ms, EndOfTime(row) * 1000);
  return false;
}

/// Returns the seconds since 1970 at which the action times out.
std::int64_t CoordinatorJob::EndOfTime(const CoordinatorActionRow& row) const {
  return std::max(row.nominal, row.created_ms / 1000) + (row.timeout + 1) * 60;
}

/// Returns the properties with which the workflow is started: the properties of the job, overridden
/// by the properties of the action. `inputs` are the values of coord:dataIn.
Result<std::string> CoordinatorJob::ConfigurationOf(const CoordinatorActionRow& row,
                                                    Uris inputs) const {
  ActionView view = ViewWithOutputs(row);
  view.inputs = std::move(inputs);
  Properties properties = texts_->properties();
  properties.erase(kSlaChangeProperty);
  properties.erase(kFirstActionProperty);
  for (std::uint32_t i = 0; i < written_.configuration_count; ++i) {
    const Result<std::string> name = texts_->Of(written_.configuration[i].name, &view, nullptr);
    HPDL_TRY(name);
    CoordinatorNotes notes;
    Result<std::string> value = texts_->Of(written_.configuration[i].value, &view, &notes);
    HPDL_TRY(value);
    if (!Trimmed(*value).empty()) {  // a property without a value is left out
      properties[*name] = std::move(*value);
    }
  }
  for (const char* name : {"user.name", "mapreduce.job.user.name"}) {
    const auto found = properties.find(name);
    if (found != properties.end() && found->second != row_.user) {
      return Error{ErrorClass::kError, "E1003",
                   "Invalid coordinator application attributes, the workflow cannot run as [" +
                       found->second + "]"};
    }
  }
  properties[kWorkflowPath] = defined_.app_path;
  properties.try_emplace("oozie.coord.action.nominal_time", std::to_string(row.nominal * 1000));
  return PropertiesText(properties);
}

/// Returns the configuration of an action whose data is not complete yet. Placeholders stand for
/// the values of coord:dataIn.
Result<std::string> CoordinatorJob::Foreseen(const CoordinatorActionRow& row) const {
  Uris uris;
  for (const EventData& event : DecodeData(row.inputs).value_or(std::vector<EventData>())) {
    uris[event.name].text = MarkOfData(event.name);
  }
  for (const DefinedLogic& element : defined_.logic) {
    if (!element.name.empty()) {
      uris[element.name].text = MarkOfData(element.name);
    }
  }
  return ConfigurationOf(row, std::move(uris));
}

namespace {

/// Replaces the placeholders in a configuration that Foreseen() has returned by the found data.
Result<std::string> Filled(const std::string& foreseen,
                           const std::map<std::string, EventUris, std::less<>>& found) {
  const Result<ConfigProperties> read = ReadJavaProperties(foreseen, "");
  HPDL_TRY(read);
  Properties properties;
  Apply(*read, &properties);
  for (auto& [name, value] : properties) {
    value = WithoutMarks(value, [&](std::string_view event) {
      const auto uris = found.find(event);
      return uris == found.end() || uris->second.unresolved
                 ? "${coord:dataIn('" + std::string(event) + "')}"
                 : uris->second.text;
    });
  }
  return PropertiesText(properties);
}

}  // namespace

/// Makes an action ready, because its data is complete. In a rerun, or if an earlier definition
/// made the action, the action already has a configuration. Then the found data only replaces the
/// placeholders in it.
void CoordinatorJob::Complete(Entry& entry, const DataVerdict& verdict) {
  CoordinatorActionRow& row = entry.row;
  entry.watch.clear();
  row.inputs = EncodeData(verdict.inputs);
  row.error_code.clear();
  row.error_message.clear();
  Uris uris = InputUris(defined_, verdict);
  Result<std::string> configuration = row.configuration.empty()
                                          ? ConfigurationOf(row, std::move(uris))
                                          : Filled(row.configuration, uris);
  if (!configuration) {
    Fail(entry, ActionEvent::kBadConfiguration, configuration.error());
    return;
  }
  row.configuration = std::move(*configuration);
  Move(entry, ActionEvent::kDataComplete);
  ready_step_due_ = true;
}

/// Starts as many ready actions as the concurrency allows. Returns true if an action has changed.
bool CoordinatorJob::ReadyStep() {
  if (!ready_step_due_ || !StartsActions(state_)) {
    return false;
  }
  ready_step_due_ = false;
  const std::int64_t running = Count(ActionState::kRunning) + Count(ActionState::kSubmitted);
  const bool skips = defined_.execution == ExecutionOrder::kLastOnly ||
                     defined_.execution == ExecutionOrder::kNone;
  if (!skips && FreePlaces(coordinator_.concurrency, running) == 0) {
    return false;
  }
  bool changed = false;
  std::vector<Turn> ready;
  for (auto& [number, entry] : entries_) {
    if (entry.row.state != ActionState::kReady) {
      continue;
    }
    if (IsTooLate(entry)) {
      Move(entry, ActionEvent::kTooLate);
      Notice(entry, "SKIPPED");
      changed = true;
    } else {
      ready.push_back(TurnOf(entry.row));
    }
  }
  for (const Turn& turn :
       ToStart(std::move(ready), defined_.execution, coordinator_.concurrency, running)) {
    Entry& entry = entries_[turn.number];
    if (entry.row.wish != ActionWish::kRerun) {
      Result<std::string> id = world_.NewWorkflowId();
      if (!id) {
        continue;  // a later Beat() tries to start this action again
      }
      entry.row.wish = ActionWish::kStart;
      entry.row.external_id = std::move(*id);
    }
    Move(entry, ActionEvent::kStart);
    changed = true;
  }
  return changed;
}

/// Sets the states of actions according to the states of their workflows. Returns true if the state
/// or the ActionWish of an action has changed.
bool CoordinatorJob::FollowWorkflows() {
  bool changed = false;
  for (auto& [number, entry] : entries_) {
    CoordinatorActionRow& row = entry.row;
    const bool killed = row.wish == ActionWish::kKill && !entry.asked;
    const bool runs = row.state == ActionState::kRunning || row.state == ActionState::kSuspended;
    if (row.external_id.empty() || (!killed && !runs)) {
      continue;
    }
    const std::optional<JobState> state = world_.StateOf(row.external_id);
    if (!state) {
      continue;
    }
    if (killed) {
      if (IsEnd(*state)) {
        row.wish = ActionWish::kNothing;
        Change(entry);
        ready_step_due_ = changed = true;
      }
      continue;
    }
    const std::optional<ActionEvent> event = EventOf(*state);
    const bool about_to = row.wish == ActionWish::kSuspend || row.wish == ActionWish::kResume;
    if (!event || (about_to && !IsEnd(*state)) || !Move(entry, *event)) {
      continue;
    }
    row.wish = ActionWish::kNothing;
    ready_step_due_ = ready_step_due_ || IsTerminal(row.state);
    changed = true;
  }
  return changed;
}

}  // namespace hpdl::rt
