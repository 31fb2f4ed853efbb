#include "runtime/server/jobs/job_keeper.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/engines/workflow/crashed_job.h"
#include "runtime/ground/base/own_server.h"
#include "runtime/server/access/program_credential.h"
#include "runtime/server/access/sha256.h"
#include "runtime/server/access/user_name.h"
#include "runtime/store/lease.h"
#include "runtime/world/process/place_messages.h"

namespace hpdl::rt {
namespace {

constexpr std::chrono::milliseconds kBeat{1000}, kMostStartPause{60'000};
constexpr std::size_t kUnparkedABeat = 500;
constexpr std::size_t kParkedABeat = 10;

/// Returns a hash of the state of all jobs in a journal. The hash changes as soon as one of these
/// jobs makes progress.
Result<std::string> MarkOf(StateDirectory& state, const std::string& root_id) {
  const auto journal = state.OpenJob(root_id, true);
  HPDL_TRY(journal);
  const Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  Sha256 mark;
  CoordinatorRecords& actions = (*journal)->coordinator();
  const Result<std::optional<CoordinatorRow>> coordinator = actions.Coordinator();
  HPDL_TRY(coordinator);
  if (*coordinator) {
    mark.Add((*coordinator)->next_number).Add((*coordinator)->next_time);
    const auto counts = actions.Count({});
    HPDL_TRY(counts);
    for (const auto& [state, count] : *counts) {
      mark.Add(static_cast<std::int64_t>(state)).Add(count);
    }
  }
  const Result<std::vector<BundledRow>> bundled = actions.Bundled();
  HPDL_TRY(bundled);
  for (const BundledRow& each : *bundled) {
    mark.Add(each.coordinator_id).Add(static_cast<std::int64_t>(each.state)).Add(each.pending);
  }
  for (const JobRow& job : *jobs) {
    mark.Add(job.id).Add(static_cast<std::int64_t>(job.state)).Add(job.run).Add(job.modified_ms);
    const Result<std::vector<NodeRow>> nodes = (*journal)->Nodes(job.number, job.run);
    HPDL_TRY(nodes);
    for (const NodeRow& node : *nodes) {
      mark.Add(node.node).Add(static_cast<std::int64_t>(node.state)).Add(node.sequence);
      mark.Add(std::int64_t{node.attempt}).Add(node.external_id).Add(node.progress);
    }
  }
  return mark.Hex();
}

/// Returns a text that says how a program ended, with the first line of its output.
std::string WordsOf(const ChildEnd& end) {
  const std::string line = end.output.substr(0, std::min<std::size_t>(end.output.find('\n'), 300));
  return end.Words() + (line.empty() ? "" : " (" + line + ")");
}

}  // namespace

JobKeeper::JobKeeper(boost::asio::io_context& loop, StateDirectory& state, ServerRecords& records,
                     ProgramRuns& runs, ProgramSetup setup, ServerLog log)
    : state_(state),
      records_(records),
      runs_(runs),
      setup_(std::move(setup)),
      log_(std::move(log)),
      beat_(loop) {}

JobKeeper::~JobKeeper() = default;

Result<void> JobKeeper::Begin() {
  const Result<std::vector<ServedJob>> jobs = records_.Unsettled();
  HPDL_TRY(jobs);
  for (const ServedJob& job : *jobs) {
    if (job.wanted && !job.properties) {
      unparked_.insert(job.id);
    }
  }
  BeatAfter(std::chrono::milliseconds(0));  // the first check of the jobs comes after SetAddress()
  return {};
}

ChildCommand JobKeeper::Command(const std::string& program, std::string_view verb) const {
  ChildCommand command;
  command.argv = {program, std::string(verb), "--state", state_.name()};
  if (!address_.programs_url.empty()) {
    command.environment.push_back(std::string(kServerVariable) + "=" + address_.programs_url +
                                  "/oozie");
  }
  if (!action_places_.empty()) {
    command.environment.push_back(std::string(places::kVariable) + "=" + action_places_);
  }
  return command;
}

void JobKeeper::GiveCredential(const std::string& root_id, const std::string& user,
                               ChildCommand* command) const {
  // A user whose name is not valid cannot have logged in, so the program gets no credential.
  if (address_.program_key.empty() || !IsUserName(user)) {
    return;
  }
  command->environment.push_back(std::string(kCredentialVariable) + "=" +
                                 std::to_string(kChildCredential));
  command->credential =
      ProgramCredential(address_.program_key, root_id, user) + "\n" + address_.key_pin + "\n";
}

ChildCommand JobKeeper::Making(const std::string& program, std::string_view verb,
                               std::vector<std::string> arguments) const {
  ChildCommand command = Command(program, verb);
  std::vector<std::string>& words = command.argv;
  words.insert(words.end(), {"--progress", "none", "--park", std::to_string(setup_.park_s)});
  if (!setup_.site_path.empty()) {
    words.insert(words.end(), {"--site", setup_.site_path});
  }
  if (setup_.local) {
    words.emplace_back("--local");
  }
  if (!address_.url.empty()) {
    words.insert(words.end(), {"--callback-url", address_.url});
  }
  words.insert(words.end(), arguments.begin(), arguments.end());
  return command;
}

ChildCommand JobKeeper::GoingOn(const FoundJob& found, std::string_view verb) const {
  ChildCommand command = Command(found.facts.program_path, verb);
  GiveCredential(found, &command);
  std::vector<std::string>& words = command.argv;
  words.insert(words.end(), {"--progress", "none"});
  // If the job's journal has a value of --park (`park` is not empty), the program reads that value.
  if (found.facts.park.empty()) {
    words.insert(words.end(), {"--park", std::to_string(setup_.park_s)});
  }
  words.push_back(found.job.id);
  return command;
}

ChildCommand JobKeeper::Asking(const FoundJob& found, std::string_view verb) const {
  ChildCommand command = Command(found.facts.program_path, verb);
  // The program needs the credential to kill the children of the job.
  GiveCredential(found, &command);
  command.argv.push_back(found.job.id);
  return command;
}

Result<void> JobKeeper::Run(const FoundJob& found, std::string_view verb, ChildCommand command,
                            bool now, std::function<void(const Result<ChildEnd>&)> ended) {
  HPDL_TRY(records_.SetWanted(found.root.id, true));
  RunWanted(found, verb, std::move(command), now, std::move(ended));
  return {};
}

void JobKeeper::RunWanted(const FoundJob& found, std::string_view verb, ChildCommand command,
                          bool now, std::function<void(const Result<ChildEnd>&)> ended) {
  const std::string& id = found.root.id;
  SetAside(id, false);
  failed_starts_.erase(id);
  if (runs_.Has(id)) {
    return;
  }
  const auto judge = [this, id, ended = std::move(ended)](const Result<ChildEnd>& end) {
    if (ended) {
      ended(end);
    }
    HandleEnd(id, end);
  };
  log_(LogLevel::kInfo, std::string(verb) + " " + id);
  runs_.Add({id, found.root.user, std::string(verb), std::move(command), judge}, now);
}

void JobKeeper::Start(const FoundJob& found, std::string_view verb) {
  const std::string& id = found.root.id;
  if (runs_.Has(id)) {
    return;
  }
  ChildCommand command = GoingOn(found, verb);
  log_(LogLevel::kInfo, std::string(verb) + " " + id);
  runs_.Add({id, found.root.user, std::string(verb), std::move(command),
             [this, id](const Result<ChildEnd>& end) { HandleEnd(id, end); }});
}

void JobKeeper::MakeAndRun(const ServedJob& job, ChildCommand command,
                           std::function<void(const Result<ChildEnd>&, bool)> ended) {
  const auto judge = [this, id = job.id, ended = std::move(ended)](const Result<ChildEnd>& end) {
    ended(end, HandleEndOfNew(id, end));
  };
  log_(LogLevel::kInfo, "start " + job.id);
  runs_.Add({job.id, job.user, "start", std::move(command), judge});
}

Result<void> JobKeeper::Made(const std::string& root_id) {
  SetAside(root_id, false);
  return records_.SetMade(root_id);
}

/// Handles the end of a program that was to make its job. Returns false if the job does not exist.
bool JobKeeper::HandleEndOfNew(const std::string& root_id, const Result<ChildEnd>& end) {
  if (IsWanted(root_id)) {  // the server already keeps the job running
    (void)records_.SetMade(root_id);
    HandleEnd(root_id, end);
    return true;
  }
  const bool wake = again_.erase(root_id) != 0;
  const Result<FoundJob> found = end && state_.HasJob(root_id)
                                     ? FindJob(state_, root_id)
                                     : Result<FoundJob>(Error{ErrorClass::kError, "E0604", ""});
  if (!found) {
    return false;
  }
  // If the record cannot be written, the next server finds out that the job is made.
  const JobState state = found->root.state;
  const bool is_over = state != JobState::kPrep && !IsLive(state) && !found->root.parked;
  if (is_over && !state_.IsRun(root_id)) {
    (void)records_.SetOver(root_id);
  } else if (const Result<void> made = Made(root_id); made) {
    JudgeFound(*found, *end, wake);
  }
  return true;
}

Result<void> JobKeeper::StopKeeping(const std::string& root_id) {
  unparked_.erase(root_id);
  parked_.erase(root_id);
  again_.erase(root_id);
  failed_starts_.erase(root_id);
  runs_.Drop(root_id);
  return records_.SetWanted(root_id, false);
}

void JobKeeper::SetAside(const std::string& root_id, bool parked) {
  (parked ? unparked_ : parked_).erase(root_id);
  (parked ? parked_ : unparked_).insert(root_id);
}

void JobKeeper::Wake(const std::string& root_id) {
  if (runs_.Has(root_id)) {
    again_.insert(root_id);
    return;
  }
  const Result<FoundJob> found = FindJob(state_, root_id);
  if (!found || !found->root.parked) {
    return;
  }
  if (parked_.contains(root_id)) {
    SetAside(root_id, false);
  }
  Start(*found, "wake");
}

void JobKeeper::HandleEnd(const std::string& root_id, const Result<ChildEnd>& end) {
  if (!end) {
    StartFailed(root_id, end.error());
    return;
  }
  failed_starts_.erase(root_id);
  const bool wake = again_.erase(root_id) != 0;
  const Result<FoundJob> found = FindJob(state_, root_id);
  if (!found) {
    log_(LogLevel::kError, root_id + ": " + found.error().message);
    return;
  }
  JudgeFound(*found, *end, wake);
}

/// The machine may have too few processes, descriptors or memory for the moment, or the program may
/// be missing until somebody restores it. So a later check tries again if the job should run then.
/// Logs only the first failure.
void JobKeeper::StartFailed(const std::string& root_id, const Error& error) {
  const auto [failed, first] = failed_starts_.try_emplace(root_id);
  if (first) {
    log_(LogLevel::kError, root_id + ": " + error.message);
  }
  if (!IsWanted(root_id)) {
    failed_starts_.erase(failed);
    return;
  }
  std::chrono::milliseconds& pause = failed->second.pause;
  pause = std::clamp(pause * 2, kBeat, kMostStartPause);
  failed->second.next = SteadyClock::now() + pause;
}

/// Handles the end of a program. `found` was read from the journal after the program had ended.
void JobKeeper::JudgeFound(const FoundJob& found, const ChildEnd& end, bool wake) {
  const std::string& root_id = found.root.id;
  const bool runs = IsLive(found.root.state);
  const bool refused = found.root.state == JobState::kPrep && unparked_.contains(root_id);
  const bool died = (runs && !found.root.parked) || refused;
  const bool is_run = state_.IsRun(root_id);
  if (died && !is_run) {
    Crashed(found, WordsOf(end));
    return;
  }
  if (!is_run && IsWanted(root_id)) {
    Follow(found);
  }
  if (wake && found.root.parked) {
    Wake(root_id);
  }
}

void JobKeeper::Look(const std::string& root_id) {
  if (!IsWanted(root_id) || runs_.Has(root_id) || state_.IsRun(root_id)) {
    return;
  }
  const auto failed = failed_starts_.find(root_id);
  const bool try_again = failed != failed_starts_.end();
  if (try_again && SteadyClock::now() < failed->second.next) {
    return;
  }
  const Result<FoundJob> found = FindJob(state_, root_id);
  if (!found) {
    if (found.error().code == "E0604") {
      // If StopKeeping() cannot write the record, a later check tries again.
      (void)StopKeeping(root_id);
    }
    return;
  }
  if (try_again && found->root.parked) {
    Start(*found, "wake");
  } else {
    Follow(*found);
  }
}

/// Handles a job that should run but has no program. Depending on the job's state, starts or wakes
/// the job, moves a parked job to the list of parked jobs, or stops keeping an ended job running.
void JobKeeper::Follow(const FoundJob& found) {
  const JobRow& root = found.root;
  if (root.state == JobState::kPrep) {
    if (may_start_(found)) {
      Start(found, "start");
    }
  } else if (root.parked) {
    SetAside(root.id, true);
  } else if (IsLive(root.state)) {
    Start(found, "wake");
  } else {
    (void)StopKeeping(root.id);
  }
}

void JobKeeper::Crashed(const FoundJob& found, const std::string& how) {
  const std::string& id = found.root.id;
  const Result<std::optional<ServedJob>> served = records_.Find(id);
  const Result<std::string> mark = MarkOf(state_, id);
  if (!served || !*served || !mark) {
    return;  // a later check handles the job
  }
  const std::int64_t crashes = (*served)->mark == *mark ? (*served)->crashes + 1 : 1;
  log_(LogLevel::kWarning,
       id + ": its program " + how + "; ends without progress: " + std::to_string(crashes));
  if (!records_.SetCrashes(id, crashes, *mark) || !(*served)->wanted) {
    return;
  }
  if (crashes < kMostCrashes) {
    Start(found, found.root.state == JobState::kPrep ? "start" : "wake");
    return;
  }
  const std::string why = "its program " + how + "; it has ended " + std::to_string(crashes) +
                          " times in a row without progress";
  const Result<void> suspended = SuspendCrashed(state_, id, why);
  log_(LogLevel::kError, id + (suspended ? " is SUSPENDED: " + why
                                         : " cannot be suspended: " + suspended.error().message));
  (void)StopKeeping(id);
}

void JobKeeper::LookAtSome(std::set<std::string>* jobs, std::string* place, std::size_t most) {
  std::vector<std::string> some;
  for (auto at = jobs->upper_bound(*place); at != jobs->end() && some.size() < most; ++at) {
    some.push_back(*at);
  }
  *place = some.size() < most ? std::string() : some.back();
  for (const std::string& id : some) {
    Look(id);
  }
}

void JobKeeper::Beat() {
  runs_.TrimOutputs();
  LookAtSome(&unparked_, &unparked_place_, kUnparkedABeat);
  LookAtSome(&parked_, &parked_place_, kParkedABeat);
  BeatAfter(kBeat);
}

void JobKeeper::BeatAfter(std::chrono::milliseconds wait) {
  beat_.expires_after(wait);
  beat_.async_wait([this](const boost::system::error_code& error) {
    if (!error) {
      Beat();
    }
  });
}

}  // namespace hpdl::rt
