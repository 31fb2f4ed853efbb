// Handles the requests to a coordinator.
#include <algorithm>
#include <utility>

#include "runtime/engines/coordinator/coordinator_job.h"
#include "runtime/engines/coordinator/coordinator_update.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/config/properties_text.h"
#include "runtime/rules/coordinator/frequency.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;

Error RerunRefused(const char* why) {
  return {ErrorClass::kError, "E1018", std::string("Coord Job Rerun Error: ") + why};
}

Error BadChange(const std::string& value, const std::string& why) {
  return {ErrorClass::kError, "E1015",
          "Invalid coordinator job change value " + value + ", " + why};
}

}  // namespace

Result<std::vector<std::int64_t>> CoordinatorJob::Ask(const CoordinatorRequest& request) {
  now_ms_ = NowMs();
  beat_again_ = true;
  switch (request.verb) {
    case Verb::kSuspend:
      return Suspend();
    case Verb::kResume:
      return Resume();
    case Verb::kKill:
      return request.scope == Scope::kAll ? Kill() : KillActions(request);
    case Verb::kIgnore:
      return Ignore(request);
    case Verb::kRerun:
      return Rerun(request);
    case Verb::kChange:
      return ChangeValues(request);
    case Verb::kSlaEnable:
    case Verb::kSlaDisable:
    case Verb::kSlaChange:
      return CommandSla(request);
    case Verb::kStart:
      return Nothing();
    case Verb::kUpdate:
      return Update(request);
  }
  return Nothing();
}

/// Suspends running workflows. The data of waiting actions is not checked while the job is
/// suspended. As in Oozie, the next check comes only some time after the job is resumed.
CoordinatorJob::Numbers CoordinatorJob::Suspend() {
  if (!StateAfter(state_, CoordinatorEvent::kSuspend)) {
    return Nothing();
  }
  for (auto& [number, entry] : entries_) {
    CoordinatorActionRow& row = entry.row;
    if (row.state == ActionState::kWaiting && row.wish == ActionWish::kNothing &&
        row.nominal * 1000 <= now_ms_ && !settings_.resume_looks_at_once) {
      row.wish = ActionWish::kRecover;
      entry.next_look_ms = std::max(now_ms_, row.modified_ms + settings_.recover_ms);
      entry.changed = true;
    } else if (row.state == ActionState::kRunning) {
      Move(entry, ActionEvent::kWorkflowSuspended);
      row.wish = ActionWish::kSuspend;
    }
  }
  Move(CoordinatorEvent::kSuspend);
  return Nothing();
}

CoordinatorJob::Numbers CoordinatorJob::Resume() {
  if (!StateAfter(state_, CoordinatorEvent::kResume)) {
    return Nothing();
  }
  for (auto& [number, entry] : entries_) {
    if (entry.row.state == ActionState::kSuspended) {
      Move(entry, ActionEvent::kWorkflowResumed);
      entry.row.wish = ActionWish::kResume;
    }
  }
  Move(CoordinatorEvent::kResume);
  ready_step_due_ = true;
  return Nothing();
}

/// Ends an action at once. The action's workflow, if it exists, is killed afterwards.
void CoordinatorJob::End(Entry& entry, ActionEvent event) {
  CoordinatorActionRow& row = entry.row;
  const bool runs = row.state == ActionState::kRunning || row.state == ActionState::kSuspended;
  const bool starts = row.state == ActionState::kSubmitted;
  if (!Move(entry, event)) {
    return;
  }
  if (runs) {
    row.wish = ActionWish::kKill;
    entry.killed = false;
  } else if (!starts || !entry.asked) {  // Started() kills a workflow whose start is not answered
                                         // yet
    row.wish = starts && !row.external_id.empty() ? ActionWish::kKill : ActionWish::kNothing;
  }
}

CoordinatorJob::Numbers CoordinatorJob::Kill() {
  if (!StateAfter(state_, CoordinatorEvent::kKill)) {
    return Nothing();
  }
  for (auto& [number, entry] : entries_) {
    End(entry, ActionEvent::kKill);
  }
  coordinator_.all_made = true;
  Move(CoordinatorEvent::kKill);
  return Nothing();
}

/// Returns the actions in the request's scope. If the scope is a range of dates, returns only
/// actions in one of the states `by_date`.
Result<std::vector<CoordinatorActionRow>> CoordinatorJob::Meant(
    const CoordinatorRequest& request, const std::vector<ActionState>& by_date) const {
  const bool by_number = request.scope == Scope::kAction;
  const Result<ActionRanges> ranges =
      by_number ? ReadActionNumbers(request.actions) : ReadActionDates(request.actions);
  HPDL_TRY(ranges);
  std::map<std::int64_t, CoordinatorActionRow> meant;
  for (const auto& [first, last] : *ranges) {
    ActionQuery query;
    if (by_number) {
      query.first = first;
      query.last = last;
    } else {
      query.nominal_from = first;
      query.nominal_to = last;
    }
    Result<std::vector<CoordinatorActionRow>> rows = journal_.coordinator().Actions(query);
    HPDL_TRY(rows);
    if (!by_number && first == last && rows->empty()) {
      return Error{ErrorClass::kError, "E0605", "Action does not exist [" + WriteTime(first) + "]"};
    }
    for (CoordinatorActionRow& row : *rows) {
      // The action in memory may be newer than its row in the journal.
      const auto entry = entries_.find(row.number);
      CoordinatorActionRow& now = entry != entries_.end() ? (row = entry->second.row) : row;
      if (by_number || std::find(by_date.begin(), by_date.end(), now.state) != by_date.end()) {
        meant.emplace(now.number, now);
      }
    }
  }
  std::vector<CoordinatorActionRow> all;
  for (auto& [number, row] : meant) {
    all.push_back(std::move(row));
  }
  return all;
}

CoordinatorJob::Numbers CoordinatorJob::KillActions(const CoordinatorRequest& request) {
  const Result<std::vector<CoordinatorActionRow>> meant = Meant(request, OpenStates());
  HPDL_TRY(meant);
  if (!StateAfter(state_, CoordinatorEvent::kKill)) {
    return Nothing();
  }
  std::vector<std::int64_t> numbers;
  for (const CoordinatorActionRow& row : *meant) {
    const Result<Entry*> entry = Find(row.number);
    HPDL_TRY(entry);
    End(**entry, ActionEvent::kKillByNumber);
    Notice(**entry, "KILLED");
    numbers.push_back(row.number);
  }
  return numbers;
}

CoordinatorJob::Numbers CoordinatorJob::Ignore(const CoordinatorRequest& request) {
  const auto refuse = [](const std::string& why) {
    return Error{ErrorClass::kError, "E1024", "Cannot run ignore command: [" + why + "]"};
  };
  if (request.scope == Scope::kDate) {
    return refuse("Currently ignore only support -action option");
  }
  if (request.scope == Scope::kAll) {
    HPDL_TRY(CheckStatusChange("IGNORED"));
    Move(CoordinatorEvent::kIgnore);
    return Nothing();
  }
  const Result<std::vector<CoordinatorActionRow>> meant = Meant(request, {});
  HPDL_TRY(meant);
  if (state_ == CoordinatorState::kPrep || state_ == CoordinatorState::kPrepSuspended ||
      state_ == CoordinatorState::kPrepPaused) {
    return Nothing();
  }
  std::string not_these;
  for (const CoordinatorActionRow& row : *meant) {
    if (!StateAfter(row.state, ActionEvent::kIgnore)) {
      not_these.append(not_these.empty() ? "" : ",").append(std::to_string(row.number));
    }
  }
  if (meant->empty()) {
    return refuse("no actions are eligible to ignore");
  }
  if (!not_these.empty()) {
    return refuse(
        "part or all actions are not eligible to ignore, check state of action number(s) [" +
        not_these + "]");
  }
  std::vector<std::int64_t> numbers;
  for (const CoordinatorActionRow& row : *meant) {
    const Result<Entry*> entry = Find(row.number);
    HPDL_TRY(entry);
    Move(**entry, ActionEvent::kIgnore);
    numbers.push_back(row.number);
  }
  return numbers;
}

CoordinatorJob::Numbers CoordinatorJob::Rerun(const CoordinatorRequest& request) {
  if (request.scope == Scope::kAll) {
    return RerunRefused("date or action expected.");
  }
  if (state_ == CoordinatorState::kPrep || state_ == CoordinatorState::kPrepSuspended ||
      state_ == CoordinatorState::kPrepPaused) {
    return RerunRefused("coordinator job is PREP so no actions are materialized to rerun!");
  }
  if (state_ == CoordinatorState::kIgnored) {
    return RerunRefused("coordinator job is IGNORED, please change it to RUNNING before rerunning");
  }
  const Result<std::vector<CoordinatorActionRow>> meant =
      Meant(request, {ActionState::kTimedOut, ActionState::kSucceeded, ActionState::kKilled,
                      ActionState::kFailed, ActionState::kIgnored});
  HPDL_TRY(meant);
  const bool all = std::all_of(meant->begin(), meant->end(), [](const CoordinatorActionRow& row) {
    return IsTerminal(row.state) && row.wish == ActionWish::kNothing;
  });
  if (meant->empty() || !all) {
    return RerunRefused("part or all actions are not eligible to rerun!");
  }
  std::vector<Again> again;  // either all actions run again or no action changes
  for (const CoordinatorActionRow& row : *meant) {
    Result<Again> one = ForRerun(row, request);
    HPDL_TRY(one);
    again.push_back(std::move(*one));
  }
  std::vector<std::int64_t> numbers;
  for (Again& each : again) {
    numbers.push_back(each.row.number);
    HPDL_TRY(PrepareRerun(std::move(each), request));
  }
  Move(CoordinatorEvent::kRerun);
  return numbers;
}

/// Returns an action with the data, SLA agreement and properties for its rerun. If
/// `request.refresh` is true, these values are made from the current definition; otherwise the
/// action keeps its values.
Result<CoordinatorJob::Again> CoordinatorJob::ForRerun(CoordinatorActionRow row,
                                                       const CoordinatorRequest& request) const {
  Again again;
  if (request.refresh) {
    row.actual = now_ms_ / 60'000 * 60;
    row.configuration.clear();
    HPDL_TRY(SetData(&row));
    Result<std::optional<SlaRow>> terms = sla_->TermsOf(row, ViewWithOutputs(row), now_ms_);
    HPDL_TRY(terms);
    again.terms = std::move(*terms);
  }
  HPDL_TRY(SetProperties(&row, request));
  again.row = std::move(row);
  return again;
}

/// Replaces properties of the action with properties of the request if the site allows it.
Result<void> CoordinatorJob::SetProperties(CoordinatorActionRow* row,
                                           const CoordinatorRequest& request) const {
  if (request.properties.empty() || !settings_.rerun_takes_properties) {
    return {};
  }
  Result<std::string> before =
      row->configuration.empty() ? Foreseen(*row) : Result<std::string>(row->configuration);
  HPDL_TRY(before);
  Properties properties;
  for (const std::string_view text :
       {std::string_view(*before), std::string_view(request.properties)}) {
    const Result<ConfigProperties> read = ReadJavaProperties(text, "");
    HPDL_TRY(read);
    Apply(*read, &properties);
  }
  properties["user.name"] = row_.user;
  row->configuration = PropertiesText(properties);
  return {};
}

Result<void> CoordinatorJob::PrepareRerun(Again again, const CoordinatorRequest& request) {
  const Result<Entry*> found = Find(again.row.number);
  HPDL_TRY(found);
  Entry& entry = **found;
  entry.row = std::move(again.row);
  CoordinatorActionRow& now = entry.row;
  const bool timed_out = now.state == ActionState::kTimedOut;
  Move(entry, ActionEvent::kRerun);
  entry.next_look_ms = entry.look_pause_ms = 0;
  ++now.run;
  now.error_code.clear();
  now.error_message.clear();
  if (timed_out) {
    now.created_ms = now_ms_;
  }
  const bool same = request.failed && !now.external_id.empty();
  if (same) {
    now.wish = ActionWish::kRerun;
  } else {
    now.external_id.clear();
    const bool cleans = !request.nocleanup && !request.failed && !now.outputs.empty();
    now.wish = cleans ? ActionWish::kCleanUp : ActionWish::kNothing;
  }
  Notice(entry, "WAITING");
  return sla_->Renew(now, std::move(again.terms), now_ms_);
}

CoordinatorJob::Numbers CoordinatorJob::CommandSla(const CoordinatorRequest& request) {
  std::vector<std::int64_t> numbers;
  const bool all = request.scope == Scope::kAll;
  if (!all) {
    const Result<std::vector<CoordinatorActionRow>> meant =
        Meant(request, {ActionState::kWaiting, ActionState::kReady, ActionState::kSubmitted,
                        ActionState::kRunning, ActionState::kSuspended, ActionState::kTimedOut,
                        ActionState::kSucceeded, ActionState::kKilled, ActionState::kFailed,
                        ActionState::kIgnored, ActionState::kSkipped});
    HPDL_TRY(meant);
    for (const CoordinatorActionRow& row : *meant) {
      numbers.push_back(row.number);
    }
  }
  const std::vector<std::int64_t>* of = all ? nullptr : &numbers;
  if (request.verb == Verb::kSlaChange) {
    HPDL_TRY(sla_->ChangeTerms(request.value, of, now_ms_));
  } else {
    HPDL_TRY(sla_->SetAlerts(request.verb == Verb::kSlaEnable, of, request.actions, now_ms_));
  }
  return numbers;
}

/// Writes the update to the journal. The new program has checked the definition and continues the
/// job after this request.
CoordinatorJob::Numbers CoordinatorJob::Update(const CoordinatorRequest& request) {
  const std::optional<NewDefinition> now = NewDefinition::Of(request);
  if (!now) {
    return Error{ErrorClass::kError, "E0606",
                 "the program that runs this job does not understand the update"};
  }
  for (auto& [number, entry] : entries_) {
    CoordinatorActionRow& row = entry.row;
    if (row.state == ActionState::kWaiting && row.configuration.empty()) {
      // Keeps the configuration of the old definition in the row. Otherwise the new definition
      // would determine the configuration.
      if (Result<std::string> foreseen = Foreseen(row)) {
        row.configuration = std::move(*foreseen);
        Change(entry);
      }
    }
  }
  HPDL_TRY(now->Put(journal_, &row_, &coordinator_));
  job_changed_ = handed_over_ = true;
  return Nothing();
}

Result<void> CoordinatorJob::CheckStatusChange(const std::string& value) const {
  const std::string now(WordOf(ShownState(state_)));
  if (value == "RUNNING") {
    return StateAfter(state_, CoordinatorEvent::kRun)
               ? Result<void>()
               : BadChange(value,
                           " Only FAILED, KILLED, IGNORED job can be changed to RUNNING. Current "
                           "job status is " +
                               now);
  }
  if (value != "IGNORED") {
    return BadChange(value, " must be RUNNING or IGNORED");
  }
  const bool may = StateAfter(state_, CoordinatorEvent::kIgnore) && !coordinator_.pending;
  // In Oozie, a job that still makes actions is always pending.
  const bool pending = coordinator_.pending || !IsFinished(state_);
  return may ? Result<void>()
             : BadChange(value,
                         " Only FAILED or KILLED non-pending job can be changed to IGNORED. "
                         "Current job status is " +
                             now + " and pending status is " + (pending ? "true" : "false"));
}

CoordinatorJob::Numbers CoordinatorJob::ChangeValues(const CoordinatorRequest& request) {
  const auto pairs = ReadChange(request.value);
  HPDL_TRY(pairs);
  std::optional<std::int64_t> end, concurrency;
  std::optional<std::optional<std::int64_t>> pause;
  std::string status;
  for (const auto& [key, value] : *pairs) {
    if (key == "concurrency") {
      const std::optional<std::int32_t> number = WholeNumber(value);
      if (!number) {
        return BadChange(value, "must be a valid integer");
      }
      concurrency = *number;
    } else if (key == "status") {
      status = value;
    } else if (value.empty()) {
      pause.emplace(std::nullopt);
    } else {
      const Result<std::int64_t> time = ReadTime(value);
      if (!time) {
        return BadChange(value, "must be a valid date");
      }
      if (key == "endtime") {
        end = *time;
      } else {
        pause.emplace(*time);
      }
    }
  }
  const bool dead = state_ == CoordinatorState::kKilled || state_ == CoordinatorState::kIgnored;
  if (dead && status.empty()) {
    return Error{ErrorClass::kError, "E1016",
                 state_ == CoordinatorState::kKilled ? "Cannot change a killed coordinator job"
                                                     : "Cannot change an ignored coordinator job"};
  }
  if (!status.empty()) {
    HPDL_TRY(CheckStatusChange(status));
  }
  if (end) {
    HPDL_TRY(CheckTakingAway(*end));
  }
  if (pause && *pause) {
    HPDL_TRY(CheckTakingAway(**pause));
  }
  if (end) {
    HPDL_TRY(MoveEnd(*end));
  }
  if (pause) {
    HPDL_TRY(MovePause(*pause));
  }
  if (concurrency) {
    ready_step_due_ = true;
    coordinator_.concurrency = defined_.concurrency = *concurrency;
  }
  if (!status.empty()) {
    if (status == "RUNNING") {
      const std::int64_t next =
          coordinator_.next_number == 0 ? coordinator_.start : coordinator_.next_regular;
      coordinator_.all_made = next >= coordinator_.end;
      Move(CoordinatorEvent::kRun);
    } else {
      Move(CoordinatorEvent::kIgnore);
    }
  }
  job_changed_ = true;
  return Nothing();
}

/// Returns E1022 if an action with a nominal time at or after `time` has already begun.
Result<void> CoordinatorJob::CheckTakingAway(std::int64_t time) {
  ActionQuery query;
  query.nominal_from = time;
  query.not_states = {ActionState::kWaiting, ActionState::kReady};
  query.limit = 1;
  const Result<std::vector<CoordinatorActionRow>> begun = journal_.coordinator().Actions(query);
  HPDL_TRY(begun);
  return begun->empty() ? Result<void>()
                        : Error{ErrorClass::kError, "E1022",
                                "Cannot delete running/completed coordinator action: [" +
                                    ActionId(begun->front().number) + "]"};
}

/// Removes all actions with a nominal time at or after `time`. Materialise() later continues with
/// the first removed action.
Result<void> CoordinatorJob::TakeAwayFrom(std::int64_t time) {
  ActionQuery query;
  query.nominal_from = time;
  const Result<std::vector<CoordinatorActionRow>> rows = journal_.coordinator().Actions(query);
  HPDL_TRY(rows);
  for (const CoordinatorActionRow& row : *rows) {
    HPDL_TRY(journal_.coordinator().Drop(row.number));
    HPDL_TRY(sla_->Drop(row.number));
    --counts_[row.state];
    entries_.erase(row.number);
  }
  if (!rows->empty()) {
    coordinator_.next_number = rows->front().number;
    coordinator_.next_time = coordinator_.next_regular = rows->front().nominal;
    coordinator_.all_made = false;
    job_changed_ = true;
  }
  return {};
}

Result<void> CoordinatorJob::MoveEnd(std::int64_t end) {
  const std::int64_t next =
      coordinator_.next_number == 0 ? coordinator_.start : coordinator_.next_regular;
  if (end > coordinator_.end && end <= next && coordinator_.all_made) {
    return {};  // no nominal time is left before the new end
  }
  const bool later = end > coordinator_.end;
  HPDL_TRY(TakeAwayFrom(end));
  coordinator_.end = defined_.schedule.end = end;
  const std::int64_t now_next =
      coordinator_.next_number == 0 ? coordinator_.start : coordinator_.next_regular;
  coordinator_.all_made = now_next >= end;
  job_changed_ = true;
  if (end <= coordinator_.start) {
    coordinator_.all_made = true;
    Move(CoordinatorEvent::kEndNotAfterStart);
  } else if (later) {
    Move(CoordinatorEvent::kLaterEnd);
  }
  return {};
}

Result<void> CoordinatorJob::MovePause(std::optional<std::int64_t> pause) {
  if (pause) {
    HPDL_TRY(TakeAwayFrom(*pause));
  }
  coordinator_.pause = pause.value_or(0);
  job_changed_ = true;
  return {};
}

}  // namespace hpdl::rt
