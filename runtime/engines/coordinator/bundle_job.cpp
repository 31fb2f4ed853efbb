#include "runtime/engines/coordinator/bundle_job.h"

#include <algorithm>
#include <set>
#include <utility>

#include "runtime/engines/coordinator/job_properties.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

using Verb = CoordinatorRequest::Verb;
using State = CoordinatorState;

/// The milliseconds between a failed start of the bundle and the next try.
constexpr std::int64_t kTryAgainMs = 60'000;

Error Refused(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

Error NotSubmitted(const std::string& why) {
  return Refused("E1310", "Bundle Job submission Error: [" + why + "]");
}

}  // namespace

Result<DefinedBundle> Define(const hpdl_bundle& written, const ProgramTexts& texts,
                             const std::string& id) {
  const auto text = [&](std::uint32_t expression) -> Result<std::string> {
    Result<std::string> value = texts.Of(expression, nullptr, nullptr);
    return value ? value
                 : Result<std::string>(
                       NotSubmitted(value.error().code + ": " + value.error().message));
  };
  DefinedBundle bundle;
  Result<std::string> name = text(written.definition.name);
  HPDL_TRY(name);
  bundle.name = std::move(*name);
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < written.bundled_count; ++i) {
    const hpdl_bundled& each = written.bundled[i];
    DefinedBundled& defined = bundle.bundled.emplace_back();
    defined.place = i;
    Result<std::string> own_name = text(each.name);
    HPDL_TRY(own_name);
    defined.name = std::move(*own_name);
    if (!names.insert(defined.name).second) {
      return NotSubmitted("E1304: Duplicate bundle application coordinator name [" + defined.name +
                          "]");
    }
    Result<std::string> path = text(each.app_path);
    HPDL_TRY(path);
    defined.app_path = std::move(*path);
    if (each.critical != HPDL_NONE) {
      const Result<std::string> critical = text(each.critical);
      HPDL_TRY(critical);
      defined.critical = IsInAnyCase(*critical, "true");
    }
    if (each.enabled != HPDL_NONE) {
      const Result<std::string> enabled = text(each.enabled);
      HPDL_TRY(enabled);
      defined.enabled = enabled->size() == 4 && IsInAnyCase(*enabled, "true");
    }
    defined.properties = texts.properties();
    for (std::uint32_t j = 0; j < each.configuration_count; ++j) {
      const Result<std::string> key = text(each.configuration[j].name);
      HPDL_TRY(key);
      Result<std::string> value = text(each.configuration[j].value);
      HPDL_TRY(value);
      if (!Trimmed(*value).empty()) {  // a property without a value is left out
        defined.properties[*key] = std::move(*value);
      }
    }
    defined.properties[kApplicationPath] = defined.app_path;
    defined.properties[kBundleId] = id;
  }
  if (written.kick_off_time != HPDL_NONE) {
    const Result<std::string> time = text(written.kick_off_time);
    HPDL_TRY(time);
    if (!time->empty()) {
      const Result<std::int64_t> kick_off = ReadTime(*time);
      if (!kick_off) {
        return NotSubmitted("E1301: Could not read the bundle job definition, [Could not parse [" +
                            *time + "] using [yyyy-MM-dd'T'HH:mm'Z'] mask]");
      }
      bundle.kick_off = *kick_off;
    }
  }
  return bundle;
}

Result<std::unique_ptr<BundleJob>> BundleJob::Open(const hpdl_bundle& written,
                                                   CoordinatorSettings settings, Journal& journal,
                                                   CoordinatorWorld& world) {
  std::unique_ptr<BundleJob> job(new BundleJob(written, settings, journal, world));
  HPDL_TRY(job->Load());
  return job;
}

Result<void> BundleJob::Load() {
  const Result<std::vector<JobRow>> jobs = journal_.Jobs();
  HPDL_TRY(jobs);
  const Result<std::optional<BundleRow>> bundle = journal_.coordinator().Bundle();
  HPDL_TRY(bundle);
  if (jobs->empty() || !*bundle || !CoordinatorStateOf(jobs->front().state)) {
    return Error{ErrorClass::kCorruptStore, "E0713", "the journal has no bundle"};
  }
  row_ = jobs->front();
  bundle_ = **bundle;
  state_ = *CoordinatorStateOf(row_.state);
  Result<Properties> properties = journal_.JobProperties(0, 0);
  HPDL_TRY(properties);
  texts_ = std::make_unique<ProgramTexts>(written_.definition, std::move(*properties));
  texts_->identity = {row_.id, row_.app_name, row_.user, row_.group, row_.app_path, 0};
  Result<DefinedBundle> defined = Define(written_, *texts_, row_.id);
  HPDL_TRY(defined);
  defined_ = std::move(*defined);
  Result<std::vector<BundledRow>> bundled = journal_.coordinator().Bundled();
  HPDL_TRY(bundled);
  for (BundledRow& row : *bundled) {
    const std::int64_t place = row.place;
    entries_[place].row = std::move(row);
  }
  for (auto& [place, entry] : entries_) {
    const std::string& id = entry.row.coordinator_id;
    entry.submitted = !id.empty() && (entry.row.pending == 0 || world_.StateOf(id));
    std::optional<std::vector<CoordinatorRequest>> requests = ReadRequests(entry.row.requests);
    if (!requests) {
      return Error{
          ErrorClass::kCorruptStore, "E0713",
          "the journal has a request to coordinator " + entry.row.name + " that cannot be read"};
    }
    entry.requests = std::move(*requests);
    if (entry.submitted && entry.row.pending != 0 && entry.requests.empty()) {
      WasStarted(entry);  // an earlier process started the coordinator but did not record the start
    }
  }
  return {};
}

const DefinedBundled* BundleJob::DefinedAt(std::int64_t place) const {
  const auto at = static_cast<std::size_t>(place);
  return at < defined_.bundled.size() ? &defined_.bundled[at] : nullptr;
}

// ---- the state of the bundle

void BundleJob::SetState(State state) {
  if (state != state_) {
    state_ = state;
    job_changed_ = true;
    news_.push_back({"", std::string(WordOf(state)), "", row_.error_code, row_.error_message});
  }
}

bool BundleJob::Move(BundleEvent event) {
  const std::optional<State> next = BundleStateAfter(state_, event);
  if (next) {
    SetState(*next);
  }
  return next.has_value();
}

void BundleJob::Change(Entry& entry) {
  entry.row.modified_ms = now_ms_;
  entry.changed = true;
}

Result<void> BundleJob::Beat() {
  now_ms_ = NowMs();
  beat_again_ = false;
  const std::int64_t now = now_ms_ / 1000;
  const bool pauses = bundle_.pause != 0 && bundle_.pause <= now;
  (void)Move(pauses ? BundleEvent::kPause : BundleEvent::kUnpause);
  const bool due = bundle_.kick_off <= now && next_start_ms_ <= now_ms_;
  if (state_ == State::kPrep && entries_.empty() && due) {
    if (const Result<bool> started = Start(); !started) {
      StartFailed(started.error());
    }
  }
  Follow();
  UpdateState();
  HPDL_TRY(Commit());
  Grant();
  return {};
}

/// Records the error of a failed start. The bundle stays PREP, and the start is tried again later.
void BundleJob::StartFailed(const Error& error) {
  row_.error_code = error.code;
  row_.error_message = error.message;
  next_start_ms_ = now_ms_ + kTryAgainMs;
  job_changed_ = true;
}

/// Makes a row for each enabled coordinator; each row records that the coordinator must be
/// submitted. Returns false if the check of the applications' paths has not ended. E1001 means that
/// an application does not exist, E1318 that the bundle has no enabled coordinator.
Result<bool> BundleJob::Start() {
  const Result<std::optional<bool>> there = PathsAreThere();
  HPDL_TRY(there);
  if (!*there) {
    return false;
  }
  for (const DefinedBundled& each : defined_.bundled) {
    if (!each.enabled) {
      continue;
    }
    Entry& entry = entries_[static_cast<std::int64_t>(each.place)];
    entry.row.place = static_cast<std::int64_t>(each.place);
    entry.row.name = each.name;
    entry.row.critical = each.critical;
    entry.row.pending = 1;
    const Result<std::string> id = world_.NewWorkflowId();
    HPDL_TRY(id);
    entry.row.coordinator_id = *id;
    Change(entry);
  }
  row_.started_ms = now_ms_;
  row_.error_code.clear();
  row_.error_message.clear();
  job_changed_ = true;
  if (entries_.empty()) {
    (void)Move(BundleEvent::kNothing);
    return Refused("E1318", "No coord jobs for the bundle=[" + row_.id + "], fail the bundle");
  }
  (void)Move(BundleEvent::kStart);
  return true;
}

/// Returns true if all applications exist, E1001 if an application is missing, and no value if the
/// check of the paths has not ended.
Result<std::optional<bool>> BundleJob::PathsAreThere() {
  std::vector<std::string> unknown;
  for (const DefinedBundled& each : defined_.bundled) {
    if (!each.enabled || written_.bundled[each.place].coordinator != HPDL_NONE) {
      continue;
    }
    const Result<std::optional<bool>> there = world_.IsThere(each.app_path, now_ms_ - 1000);
    HPDL_TRY(there);
    if (!*there) {
      unknown.push_back(each.app_path);
    } else if (!**there) {
      return Refused("E1001", "Could not read the coordinator job definition, " + each.app_path);
    }
  }
  if (unknown.empty()) {
    return std::optional(true);
  }
  world_.Look(unknown);
  return std::optional<bool>();
}

/// Updates the rows with the current states of the coordinators' jobs.
void BundleJob::Follow() {
  for (auto& [place, entry] : entries_) {
    if (!entry.submitted) {
      continue;
    }
    const std::optional<JobState> state = world_.StateOf(entry.row.coordinator_id);
    const std::optional<State> now = state ? CoordinatorStateOf(*state) : std::nullopt;
    if (now && *now != entry.row.state) {
      entry.row.state = *now;
      Change(entry);
    }
  }
}

void BundleJob::UpdateState() {
  BundledStates bundled;
  bool lost = false;
  for (const auto& [place, entry] : entries_) {
    bundled.states.push_back(entry.row.state);
    bundled.pending = bundled.pending || entry.row.pending != 0;
    lost = lost || (!entry.submitted && entry.row.pending == 0);
  }
  // If the submission of a coordinator fails, all other coordinators are killed, even if the failed
  // coordinator is not critical.
  if (lost && !IsFinished(state_)) {
    SetState(State::kFailed);
    KillAll();
    bundled.pending = true;
  }
  bundled.suspended = bundle_.suspended_ms != 0;
  bundled.pause = bundle_.pause != 0;
  // The state of an ended bundle does not follow later changes of its coordinators.
  const bool rests = IsFinished(state_) && !bundle_.pending && !bundled.pending;
  if (!entries_.empty() && !rests) {
    SetState(StateOfBundled(state_, bundled));
  }
  if (bundled.pending != bundle_.pending) {
    bundle_.pending = bundled.pending;
    job_changed_ = true;
  }
  const bool over = IsFinished(state_) && !bundled.pending;
  if (over != (row_.ended_ms != 0)) {
    row_.ended_ms = over ? now_ms_ : 0;
    job_changed_ = true;
  }
}

Result<void> BundleJob::Commit() {
  for (auto& [place, entry] : entries_) {
    if (entry.changed) {
      HPDL_TRY(journal_.coordinator().Put(entry.row));
      job_changed_ = true;
    }
  }
  if (job_changed_) {
    row_.state = JobStateOf(JobType::kBundle, state_);
    row_.modified_ms = now_ms_;
    HPDL_TRY(journal_.PutJob(row_));
    HPDL_TRY(journal_.coordinator().Put(bundle_));
  }
  HPDL_TRY(journal_.Commit());
  job_changed_ = false;
  for (auto& [place, entry] : entries_) {
    if (std::exchange(entry.changed, false) && on_news) {
      on_news({entry.row.name, std::string(WordOf(entry.row.state)), entry.row.coordinator_id,
               entry.row.error_code, entry.row.error_message});
    }
  }
  for (const ScheduleNews& news : std::exchange(news_, {})) {
    if (on_news) {
      on_news(news);
    }
  }
  return {};
}

/// Begins the operations that the journal has recorded as pending: starts, kills and other
/// requests.
void BundleJob::Grant() {
  for (auto& [place, entry] : entries_) {
    const DefinedBundled* const defined = DefinedAt(place);
    if (entry.in_flight || defined == nullptr) {
      continue;
    }
    if (!entry.submitted) {
      if (entry.row.pending == 0) {
        continue;
      }
      WorkflowStart start;
      start.number = place;
      start.parent = row_.id;
      start.name = defined->name;
      start.key = row_.id + "/" + defined->name;
      start.id = entry.row.coordinator_id;
      start.part = written_.bundled[place].coordinator;
      start.app_path = defined->app_path;
      start.properties = defined->properties;
      world_.Start(std::move(start));
    } else if (!entry.requests.empty()) {
      world_.Ask(place, entry.requests.front());
    } else {
      continue;
    }
    entry.in_flight = true;
    ++in_flight_;
  }
}

void BundleJob::Started(std::int64_t number, const Result<std::string>& id) {
  const auto found = entries_.find(number);
  if (found == entries_.end() || !found->second.in_flight) {
    return;
  }
  now_ms_ = NowMs();
  beat_again_ = true;
  Entry& entry = found->second;
  entry.in_flight = false;
  --in_flight_;
  entry.row.pending = 0;
  entry.submitted = id.ok();
  entry.row.coordinator_id = id ? *id : "";
  if (id) {
    WasStarted(entry);
  } else {
    entry.row.state = State::kFailed;
    entry.row.error_code = id.error().code;
    entry.row.error_message = id.error().message;
  }
  Change(entry);
}

void BundleJob::Done(std::int64_t number, const Result<void>& done) {
  const auto found = entries_.find(number);
  if (found == entries_.end() || !found->second.in_flight) {
    return;
  }
  now_ms_ = NowMs();
  beat_again_ = true;
  Entry& entry = found->second;
  entry.in_flight = false;
  --in_flight_;
  if (!entry.requests.empty()) {
    SetRequests(entry, {entry.requests.begin() + 1, entry.requests.end()});
  }
  entry.row.error_code = done ? "" : done.error().code;
  entry.row.error_message = done ? "" : done.error().message;
  Change(entry);
}

bool BundleJob::IsOver() const {
  return IsFinished(state_) && IsIdle() &&
         std::none_of(entries_.begin(), entries_.end(),
                      [](const auto& each) { return each.second.row.pending != 0; });
}

// ---- waiting

std::optional<std::int64_t> BundleJob::NextBeatMs() const {
  if (beat_again_) {
    return now_ms_;
  }
  std::optional<std::int64_t> next;
  const auto at = [&](std::int64_t ms) { next = next ? std::min(*next, ms) : ms; };
  if (IsFinished(state_)) {
    return next;
  }
  if (bundle_.pause * 1000 > now_ms_) {
    at(bundle_.pause * 1000);
  }
  if (state_ == State::kPrep && entries_.empty()) {
    at(std::max(bundle_.kick_off * 1000, next_start_ms_));
  }
  return next;
}

std::vector<Wait> BundleJob::Waits() const {
  std::vector<Wait> waits;
  for (const auto& [place, entry] : entries_) {
    if (!entry.submitted) {
      continue;
    }
    const JobState state = JobStateOf(JobType::kCoordinator, entry.row.state);
    waits.push_back({Wait::Kind::kJob,
                     entry.row.modified_ms,
                     0,
                     {entry.row.coordinator_id, std::to_string(static_cast<int>(state))}});
  }
  if (const std::optional<std::int64_t> next = NextBeatMs()) {
    waits.push_back({Wait::Kind::kTime, now_ms_, std::max(*next, now_ms_ + 1), {}});
  }
  return waits;
}

Result<void> BundleJob::Park(std::string note) {
  row_.parked = std::move(note);
  job_changed_ = true;
  return Commit();
}

void BundleJob::Unpark() {
  row_.parked.reset();
  job_changed_ = true;
}

}  // namespace hpdl::rt
