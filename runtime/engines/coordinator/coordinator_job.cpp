#include "runtime/engines/coordinator/coordinator_job.h"

#include <algorithm>

#include "runtime/engines/workflow/notification.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

/// The maximum number of rounds in one call of Beat(). A round may change states, and the next
/// round handles these changes. The next Beat() continues after the last round.
constexpr int kMostRounds = 50;

/// No more actions are made while this many actions are ready or being started. The limit is higher
/// than any throttle. Because of this limit, a job does not make all actions of a past year at
/// once.
constexpr std::int64_t kMostReady = 1000;

constexpr ActionState kOpen[] = {ActionState::kWaiting, ActionState::kReady,
                                 ActionState::kSubmitted, ActionState::kRunning,
                                 ActionState::kSuspended};

/// Replaces $parentId in the URL of the workflow's notifications by the id of the action, which the
/// workflow does not know.
void NameParent(std::string_view action, Properties* properties) {
  constexpr UrlToken kParentId[] = {{"parentId", 0}};
  const auto url = properties->find(NotificationProperty(NotificationHook::kOozieJob));
  if (url != properties->end()) {
    url->second = FilledUrl(url->second, kParentId, {&action, 1});
  }
}

}  // namespace

CoordinatorJob::CoordinatorJob(const hpdl_coordinator& written, CoordinatorSettings settings,
                               Journal& journal, CoordinatorWorld& world)
    : written_(written), settings_(settings), journal_(journal), world_(world) {}

Result<std::unique_ptr<CoordinatorJob>> CoordinatorJob::Open(const hpdl_coordinator& written,
                                                             CoordinatorSettings settings,
                                                             Journal& journal,
                                                             CoordinatorWorld& world) {
  std::unique_ptr<CoordinatorJob> job(new CoordinatorJob(written, settings, journal, world));
  HPDL_TRY(job->Load());
  return job;
}

Result<void> CoordinatorJob::Load() {
  const Result<std::vector<JobRow>> jobs = journal_.Jobs();
  HPDL_TRY(jobs);
  const Result<std::optional<CoordinatorRow>> coordinator = journal_.coordinator().Coordinator();
  HPDL_TRY(coordinator);
  if (jobs->empty() || !*coordinator || !CoordinatorStateOf(jobs->front().state)) {
    return Error{ErrorClass::kCorruptStore, "E0713", "the journal has no coordinator"};
  }
  row_ = jobs->front();
  coordinator_ = **coordinator;
  state_ = *CoordinatorStateOf(row_.state);
  Result<Properties> properties = journal_.JobProperties(0, 0);
  HPDL_TRY(properties);
  texts_ = std::make_unique<ProgramTexts>(written_.definition, std::move(*properties));
  texts_->identity = {row_.id, row_.app_name, row_.user, row_.group, row_.app_path, 0};
  Result<DefinedCoordinator> defined = Define(written_, *texts_, settings_.defaults);
  HPDL_TRY(defined);
  defined_ = std::move(*defined);
  // Requests may have changed these values since the submission, so the values of the row apply.
  defined_.schedule.end = coordinator_.end;
  defined_.concurrency = coordinator_.concurrency;
  defined_.combine_counts_once = settings_.combine_counts_once;

  sla_ = std::make_unique<CoordinatorSla>(written_, *texts_, settings_.sla, journal_, world_);
  HPDL_TRY(sla_->Load());

  ActionQuery open;
  open.states.assign(std::begin(kOpen), std::end(kOpen));
  ActionQuery wishing;
  wishing.wishes = true;
  for (const ActionQuery* query : {&open, &wishing}) {
    if (query == &wishing && !coordinator_.pending) {
      continue;
    }
    Result<std::vector<CoordinatorActionRow>> rows = journal_.coordinator().Actions(*query);
    HPDL_TRY(rows);
    for (CoordinatorActionRow& row : *rows) {
      const std::int64_t number = row.number;
      entries_[number].row = std::move(row);
    }
  }
  Result<std::map<ActionState, std::int64_t>> counts = journal_.coordinator().Count({});
  HPDL_TRY(counts);
  counts_ = std::move(*counts);
  ready_step_due_ = true;
  return {};
}

Result<void> CoordinatorJob::Beat() {
  now_ms_ = NowMs();
  beat_again_ = false;
  if (handed_over_) {
    return Commit();
  }
  const std::int64_t now = now_ms_ / 1000;
  const bool pauses = coordinator_.pause != 0 && coordinator_.pause <= now;
  Move(pauses ? CoordinatorEvent::kPause : CoordinatorEvent::kUnpause);
  bool more = true, made = false;
  for (int round = 0; more && round < kMostRounds; ++round) {
    more = FollowWorkflows();
    more = CheckInputs() || more;
    more = ReadyStep() || more;
    if (more) {
      continue;
    }
    if (made) {  // the new actions start before more actions are made
      beat_again_ = true;
      break;
    }
    if (HasRoom()) {  // more actions may be made
      const Result<bool> pass = Materialise();
      HPDL_TRY(pass);
      more = made = *pass;
    }
  }
  beat_again_ = beat_again_ || more;
  UpdateState();
  HPDL_TRY(UpdateSla());
  HPDL_TRY(Commit());
  return Grant();
}

Result<void> CoordinatorJob::UpdateSla() {
  CoordinatorActionRow old;
  return sla_->Update(
      [&](std::int64_t number) -> Result<const CoordinatorActionRow*> {
        if (const auto entry = entries_.find(number); entry != entries_.end()) {
          return &entry->second.row;
        }
        Result<std::vector<CoordinatorActionRow>> rows =
            journal_.coordinator().Actions({.first = number, .last = number});
        HPDL_TRY(rows);
        if (rows->empty()) {
          return nullptr;
        }
        old = std::move(rows->front());
        return &old;
      },
      now_ms_);
}

// ---- the state of the job

void CoordinatorJob::SetState(CoordinatorState state) {
  if (state == state_) {
    return;
  }
  state_ = state;
  job_changed_ = true;
  news_.push_back({"", std::string(WordOf(state)), "", row_.error_code, row_.error_message});
}

void CoordinatorJob::Move(CoordinatorEvent event) {
  if (const std::optional<CoordinatorState> next = StateAfter(state_, event)) {
    SetState(*next);
  }
}

std::int64_t CoordinatorJob::Count(ActionState state) const {
  const auto found = counts_.find(state);
  return found == counts_.end() ? 0 : found->second;
}

ActionCounts CoordinatorJob::Counts() const {
  ActionCounts counts;
  counts.succeeded = Count(ActionState::kSucceeded);
  counts.skipped = Count(ActionState::kSkipped);
  counts.failed = Count(ActionState::kFailed);
  counts.killed = Count(ActionState::kKilled);
  counts.timed_out = Count(ActionState::kTimedOut);
  counts.suspended = Count(ActionState::kSuspended);
  counts.open = Count(ActionState::kWaiting) + Count(ActionState::kReady) +
                Count(ActionState::kSubmitted) + Count(ActionState::kRunning);
  return counts;
}

bool CoordinatorJob::HasWishes() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const Entries::value_type& each) {
    return each.second.row.wish != ActionWish::kNothing &&
           each.second.row.wish != ActionWish::kRecover;
  });
}

Result<void> CoordinatorJob::Park(std::string note) {
  row_.parked = std::move(note);
  job_changed_ = true;
  return Commit();
}

void CoordinatorJob::Unpark() {
  row_.parked.reset();
  job_changed_ = true;
}

void CoordinatorJob::UpdateState() {
  const bool pending = HasWishes();
  if (pending != coordinator_.pending) {
    coordinator_.pending = pending;
    job_changed_ = true;
  }
  // A job that has ended because its actions ended stays ended, even if the actions' states change
  // later.
  if (state_ != CoordinatorState::kSucceeded && state_ != CoordinatorState::kDoneWithError) {
    SetState(StateOfActions(state_, Counts(), coordinator_.all_made, pending));
  }
  const bool over = IsFinished(state_) && !pending;
  if (over != (row_.ended_ms != 0)) {
    row_.ended_ms = over ? now_ms_ : 0;
    job_changed_ = true;
  }
}

Result<void> CoordinatorJob::Commit() {
  for (auto& [number, entry] : entries_) {
    if (entry.changed) {
      HPDL_TRY(journal_.coordinator().Put(entry.row));
      job_changed_ = true;
    }
  }
  if (job_changed_) {
    row_.state = JobStateOf(JobType::kCoordinator, state_);
    row_.modified_ms = now_ms_;
    HPDL_TRY(journal_.PutJob(row_));
    HPDL_TRY(journal_.coordinator().Put(coordinator_));
  }
  HPDL_TRY(journal_.Commit());
  job_changed_ = false;
  for (auto& [number, entry] : entries_) {
    if (entry.changed) {
      Tell(entry);
      entry.changed = false;
    }
  }
  std::erase_if(entries_, [](const Entries::value_type& each) {
    const Entry& entry = each.second;
    return IsTerminal(entry.row.state) && entry.row.wish == ActionWish::kNothing && !entry.asked;
  });
  for (const ScheduleNews& news : std::exchange(news_, {})) {
    if (on_news) {
      on_news(news);
    }
  }
  return {};
}

void CoordinatorJob::Tell(const Entry& entry) {
  const CoordinatorActionRow& row = entry.row;
  if (on_news) {
    on_news({std::to_string(row.number), std::string(WordOf(row.state)), row.external_id,
             row.error_code, row.error_message});
  }
}

/// Begins the operations (ActionWish) that the journal has recorded: starts, kills and others.
Result<void> CoordinatorJob::Grant() {
  for (auto& [number, entry] : entries_) {
    CoordinatorActionRow& row = entry.row;
    const bool starts = row.state == ActionState::kSubmitted;
    const bool wants = row.wish != ActionWish::kNothing && row.wish != ActionWish::kRecover &&
                       (row.wish != ActionWish::kRerun || starts);
    if (entry.asked || entry.killed || !wants) {
      continue;
    }
    entry.asked = row.wish;
    ++in_flight_;
    switch (row.wish) {
      case ActionWish::kStart: {
        Result<ConfigProperties> properties = ReadJavaProperties(row.configuration, "");
        HPDL_TRY(properties);
        WorkflowStart start;
        start.number = number;
        start.parent = ActionId(number);
        start.key = start.parent + "/" + std::to_string(row.run);
        start.id = row.external_id;
        Apply(*properties, &start.properties);
        NameParent(start.parent, &start.properties);
        // The path comes from the properties of the action. An earlier definition, with another
        // path, may have made the action.
        start.app_path = start.properties[kWorkflowPath];
        world_.Start(std::move(start));
        break;
      }
      case ActionWish::kRerun:
        world_.RunAgain(number, row.external_id);
        break;
      case ActionWish::kKill:
        world_.Kill(number, row.external_id);
        break;
      case ActionWish::kSuspend:
        world_.Suspend(number, row.external_id);
        break;
      case ActionWish::kResume:
        world_.Resume(number, row.external_id);
        break;
      case ActionWish::kCleanUp: {
        std::vector<std::string> uris;
        const auto outputs = DecodeData(row.outputs);
        for (const EventData& event : outputs ? *outputs : std::vector<EventData>()) {
          if (!event.nocleanup) {
            uris.insert(uris.end(), event.uris.begin(), event.uris.end());
          }
        }
        world_.Delete(number, uris);
        break;
      }
      case ActionWish::kNothing:
      case ActionWish::kRecover:
        break;
    }
  }
  return {};
}

// ---- actions

std::string CoordinatorJob::ActionId(std::int64_t number) const {
  return row_.id + "@" + std::to_string(number);
}

Turn CoordinatorJob::TurnOf(const CoordinatorActionRow& row) const {
  return {row.number, row.nominal, row.nominal};
}

void CoordinatorJob::Change(Entry& entry) {
  entry.row.modified_ms = now_ms_;
  entry.changed = true;
}

/// Changes the state of an action according to an event. Returns false if the event does not change
/// the state.
bool CoordinatorJob::Move(Entry& entry, ActionEvent event) {
  const std::optional<ActionState> next = StateAfter(entry.row.state, event);
  if (!next) {
    return false;
  }
  --counts_[entry.row.state];
  ++counts_[*next];
  entry.row.state = *next;
  Change(entry);
  return true;
}

void CoordinatorJob::Fail(Entry& entry, ActionEvent event, const Error& error) {
  constexpr std::size_t kMostMessage = 255;  // the width of Oozie's database column
  if (Move(entry, event)) {
    entry.row.error_code = error.code;
    entry.row.error_message = error.message.substr(0, kMostMessage);
  }
}

void CoordinatorJob::Notice(const Entry& entry, std::string_view status) {
  if (on_notice) {
    on_notice(entry.row, status);
  }
}

/// Finds an action in memory, or in the journal if the action has ended. Returns null if there is
/// no such action.
Result<CoordinatorJob::Entry*> CoordinatorJob::Find(std::int64_t number) {
  if (const auto found = entries_.find(number); found != entries_.end()) {
    return &found->second;
  }
  Result<std::vector<CoordinatorActionRow>> rows =
      journal_.coordinator().Actions({.first = number, .last = number});
  HPDL_TRY(rows);
  if (rows->empty()) {
    return nullptr;
  }
  Entry& entry = entries_[number];
  entry.row = std::move(rows->front());
  return &entry;
}

void CoordinatorJob::Started(std::int64_t number, const Result<std::string>& id) {
  const auto found = entries_.find(number);
  if (found == entries_.end() || !found->second.asked) {
    return;
  }
  now_ms_ = NowMs();
  beat_again_ = true;
  Entry& entry = found->second;
  entry.asked.reset();
  --in_flight_;
  if (entry.row.state != ActionState::kSubmitted) {
    // The action was killed meanwhile, so its workflow must be killed too.
    entry.row.external_id = id ? *id : entry.row.external_id;
    entry.row.wish = id ? ActionWish::kKill : ActionWish::kNothing;
    Change(entry);
    return;
  }
  entry.row.wish = ActionWish::kNothing;
  if (id) {
    entry.row.external_id = *id;
    Move(entry, ActionEvent::kStarted);
    Notice(entry, "RUNNING");
    return;
  }
  Fail(entry, ActionEvent::kNotStarted, id.error());
  entry.row.external_id.clear();
  ready_step_due_ = true;
}

void CoordinatorJob::Done(std::int64_t number, const Result<void>& done) {
  const auto found = entries_.find(number);
  if (found == entries_.end() || !found->second.asked) {
    return;
  }
  now_ms_ = NowMs();
  beat_again_ = true;
  Entry& entry = found->second;
  const ActionWish asked = *std::exchange(entry.asked, std::nullopt);
  --in_flight_;
  if (entry.row.wish != asked) {
    return;
  }
  if (!done) {
    entry.row.error_code = done.error().code;
    entry.row.error_message = done.error().message;
  }
  // The kill is complete when the workflow has ended, which FollowWorkflows() detects.
  entry.killed = asked == ActionWish::kKill && done;
  if (!entry.killed) {
    entry.row.wish = ActionWish::kNothing;
    Change(entry);
  }
}

// ---- waiting

/// True if so few actions wait for their start that more actions may be made.
bool CoordinatorJob::HasRoom() const {
  return Count(ActionState::kReady) + Count(ActionState::kSubmitted) < kMostReady;
}

/// Returns the time of the job's next change that does not depend on an action, in UTC
/// milliseconds. The change is the beginning of the job's pause or the next time at which actions
/// are made, whichever is earlier.
std::optional<std::int64_t> CoordinatorJob::NextChangeMs() const {
  const std::int64_t now = now_ms_ / 1000;
  if (IsFinished(state_)) {
    return std::nullopt;
  }
  std::optional<std::int64_t> next;
  if (coordinator_.pause > now) {
    next = coordinator_.pause;
  }
  const bool makes = state_ == CoordinatorState::kPrep || state_ == CoordinatorState::kRunning ||
                     state_ == CoordinatorState::kRunningWithError;
  if (makes && !coordinator_.all_made && HasRoom() &&
      Count(ActionState::kWaiting) < coordinator_.throttle) {
    const std::int64_t from =
        coordinator_.next_number == 0 ? coordinator_.start : coordinator_.next_regular;
    const std::int64_t pass = std::max(from - settings_.materialisation.look_ahead, now + 1);
    if (coordinator_.pause == 0 || coordinator_.pause > from) {
      next = next ? std::min(*next, pass) : pass;
    }
  }
  return next ? std::optional(*next * 1000) : std::nullopt;
}

std::optional<std::int64_t> CoordinatorJob::NextBeatMs() const {
  if (beat_again_) {
    return now_ms_;
  }
  std::optional<std::int64_t> next = NextChangeMs();
  for (const auto& [number, entry] : entries_) {
    if (entry.row.state == ActionState::kWaiting && !entry.asked) {
      next = next ? std::min(*next, entry.next_look_ms) : entry.next_look_ms;
    }
  }
  if (const std::optional<std::int64_t> judged = sla_->NextMs()) {
    next = next ? std::min(*next, *judged) : *judged;
  }
  return next;
}

std::vector<Wait> CoordinatorJob::Waits() const {
  std::vector<Wait> waits;
  std::optional<std::int64_t> first = NextChangeMs();
  const auto at = [&](std::int64_t ms) { first = first ? std::min(*first, ms) : ms; };
  for (const auto& [number, entry] : entries_) {
    const CoordinatorActionRow& row = entry.row;
    if (row.state == ActionState::kWaiting) {
      if (row.nominal * 1000 > now_ms_ || entry.watch.empty() || row.wish == ActionWish::kRecover) {
        at(entry.next_look_ms);
        continue;
      }
      std::int64_t until = EndOfTime(row) * 1000;
      until = entry.until ? std::min(until, *entry.until * 1000) : until;
      Wait wait{
          Wait::Kind::kPath, std::max(row.nominal * 1000, row.created_ms), until, {row_.user}};
      wait.what.insert(wait.what.end(), entry.watch.begin(), entry.watch.end());
      waits.push_back(std::move(wait));
    } else if (!row.external_id.empty() &&
               (!IsTerminal(row.state) || row.wish == ActionWish::kKill)) {
      const JobState state = world_.StateOf(row.external_id).value_or(JobState::kRunning);
      waits.push_back({Wait::Kind::kJob,
                       row.modified_ms,
                       0,
                       {row.external_id, std::to_string(static_cast<int>(state))}});
    }
  }
  if (const std::optional<std::int64_t> judged = sla_->NextMs()) {
    at(*judged);
  }
  if (first) {
    waits.push_back({Wait::Kind::kTime, now_ms_, std::max(*first, now_ms_ + 1), {}});
  }
  return waits;
}

}  // namespace hpdl::rt
