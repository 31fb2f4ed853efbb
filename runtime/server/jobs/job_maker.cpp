#include "runtime/server/jobs/job_maker.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/server/jobs/program_refusal.h"
#include "runtime/server/jobs/unwanted_child.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kWakeVerb = "wake", kKillVerb = "kill";
/// kTurn: the maximum time for which the program of a job may wait to be started. kMost: the
/// maximum time until the program has begun the job. Both times are counted from the call of
/// MakeAndRun().
constexpr std::chrono::milliseconds kTurn{50}, kMost{120'000};
/// After this time a job whose journal exists counts as made, even if its program has not printed
/// the id of the job yet.
constexpr std::chrono::milliseconds kEventPatience{2'000};
constexpr std::chrono::milliseconds kMostLookPause{50};
/// The pauses before MakeAgain() tries again.
constexpr std::chrono::milliseconds kFirstAgain{1'000}, kMostAgain{60'000};
/// The pause between two looks at a program that has not made its job within kMost.
constexpr std::chrono::milliseconds kLatePause{1'000};

/// True if `text` contains `line` as a whole line that ends in a line feed.
bool HasLine(std::string_view text, std::string_view line) {
  for (std::size_t at = 0; (at = text.find(line, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + line.size();
    if ((at == 0 || text[at - 1] == '\n') && end < text.size() && text[end] == '\n') {
      return true;
    }
  }
  return false;
}

/// True if the job has not begun yet.
bool IsNew(const JobRow& root) {
  return IsPrep(root.state) && !root.parked;
}

/// Returns the name that a bundle gives to a coordinator. The idempotency key of the coordinator
/// has the id of the bundle and this name. "": the job is no coordinator of a bundle.
std::string NameInBundle(const ServedJob& job) {
  const std::string begin = job.parent + "/";
  const bool bundled = TypeOfId(job.id) == JobType::kCoordinator && !job.parent.empty() &&
                       TypeOfId(job.parent) == JobType::kBundle && job.key.starts_with(begin);
  return bundled ? job.key.substr(begin.size()) : std::string();
}

/// The error for an asker who must ask again, because nobody can know now if the job is made.
Error NotKnown(const std::string& id, const Error& why) {
  return {ErrorClass::kTransient, "",
          "it is not known if job " + id + " is created: " + why.message};
}

}  // namespace

/// The end of a program that makes and runs a job.
struct JobMaker::Seen {
  std::optional<Result<ChildEnd>> end;
  bool there = false;  ///< the job exists
};

JobMaker::JobMaker(StateDirectory& state, ServerRecords& records, JobKeeper& keeper,
                   ProgramCommands& commands, JobFamilies& families, JobsInMaking& making,
                   ServerLog log)
    : state_(state),
      records_(records),
      keeper_(keeper),
      commands_(commands),
      families_(families),
      making_(making),
      log_(std::move(log)) {}

Task<Result<std::string>> JobMaker::Make(ServedJob job, bool first) {
  const std::string id = job.id;
  Result<std::string> made = std::string();
  {
    const JobsInMaking::Place place(making_, id);
    made = co_await MakeAlone(std::move(job), first);
  }
  if (made) {  // nobody waits for the verbs, which may be tried again without end
    const auto executor = co_await boost::asio::this_coro::executor;
    boost::asio::co_spawn(executor, TellNoted(id), boost::asio::detached);
  }
  co_return made;
}

/// Carries out the verbs that are recorded for a job that has been made.
Task<void> JobMaker::TellNoted(std::string id) {
  if (const Result<void> told = co_await families_.TellNoted(id); !told) {
    log_(LogLevel::kError, id + ": " + told.error().message);
  }
}

Task<Result<std::string>> JobMaker::MakeAlone(ServedJob job, bool first) {
  bool refused = false;
  const Result<bool> may_begin = families_.MayBegin(job.id);
  if (!may_begin) {
    co_return NotKnown(job.id, may_begin.error());
  }
  if (job.wanted && *may_begin && TypeOfId(job.id) == JobType::kWorkflow) {
    const Result<bool> begun = co_await MakeAndRun(job, first, &refused);
    HPDL_CO_TRY(begun);
    if (*begun) {
      co_return job.id;
    }
  }
  std::vector<std::string> arguments{"--id", job.id, "--config", kChildInput};
  if (const std::string name = NameInBundle(job); !name.empty()) {
    arguments.insert(arguments.end(), {"--name", name});
  }
  ChildCommand command = keeper_.Making(job.program, "submit", std::move(arguments));
  command.input = std::move(*job.properties);
  WorkItem item{job.user, "submit", job.id};
  const Result<ChildEnd> end = co_await commands_.Run(std::move(item), std::move(command));
  if (!end) {
    co_return GiveUp(job.id, first, end.error());
  }
  if (end->code != 0) {
    // A program that a signal ended may have made the job before.
    const Result<bool> there = end->signal == 0 ? Result<bool>(false) : IsThere(job.id);
    HPDL_CO_TRY(there);
    if (!*there) {
      Error refusal = RefusalOf(*end, job.program);
      if (end->too_late) {  // the next program would take as long
        refusal.error_class = ErrorClass::kError;
      }
      co_return GiveUp(job.id, first, std::move(refusal));
    }
  }
  if (refused) {
    older_.insert(job.program);
  }
  const Result<void> begun = co_await BeginMade(job);
  if (!begun && TypeOfId(job.id) != JobType::kBundle) {
    co_return NotKnown(job.id, begun.error());
  }
  HPDL_CO_TRY(begun);  // the start of a bundle may be refused; the bundle stays PREP
  co_return job.id;
}

Task<void> JobMaker::MakeAgain(ServedJob job) {
  const std::string id = job.id;
  for (auto pause = kFirstAgain;; pause = std::min(pause * 2, kMostAgain)) {
    if (const std::optional<std::string> why =
            IsOfProgram(job) ? WhyUnwanted(state_, job) : std::nullopt) {
      log_(LogLevel::kWarning, id + " is not started: " + *why);
      (void)records_.SetAsked(id, kKillVerb);  // Make() kills the job as soon as it is made
    }
    const Result<std::string> made = co_await Make(job, false);
    log_(made ? LogLevel::kInfo : LogLevel::kError,
         made ? id + " is created; it was submitted before the server restarted"
              : id + " could not be created: " + made.error().message);
    if (made || made.error().error_class != ErrorClass::kTransient) {
      co_return;
    }
    // Somebody may make the same submission again meanwhile, and it may be made or refused.
    do {
      co_await Sleep(pause);
    } while (making_.Has(id));
    const Result<std::optional<ServedJob>> now = records_.Find(id);
    if (now && !(*now && (*now)->properties)) {
      co_return;
    }
  }
}

/// Makes the job and runs it with one process. Returns false if a separate process must make the
/// job. There are three reasons: the job exists or is being made already, the program cannot start
/// soon enough, or an older hpdlc has compiled the program. Programs of an older hpdlc cannot make
/// and run a job in one process; they refuse without an error code.
Task<Result<bool>> JobMaker::MakeAndRun(ServedJob job, bool first, bool* refused) {
  if (older_.contains(job.program) || state_.HasJob(job.id) || keeper_.IsAtWork(job.id) ||
      keeper_.IsBusy()) {
    co_return false;
  }
  const auto seen = std::make_shared<Seen>();
  std::vector<std::string> arguments{"--id", job.id, "--config", kChildInput};
  ChildCommand command = keeper_.Making(job.program, "run", std::move(arguments));
  command.input = *job.properties;
  keeper_.GiveCredential(job.id, job.user, &command);
  const auto ended = [seen](const Result<ChildEnd>& end, bool there) {
    seen->end = end;
    seen->there = there;
  };
  keeper_.MakeAndRun(job, std::move(command), ended);
  const auto begin = SteadyClock::now();
  for (std::chrono::milliseconds pause{2}; !seen->end;
       pause = std::min(pause * 2, kMostLookPause)) {
    co_await Sleep(pause);
    const auto waited = SteadyClock::now() - begin;
    if (!seen->end && keeper_.Waits(job.id)) {
      if (waited > kTurn && keeper_.Unmake(job.id)) {
        co_return false;
      }
    } else if (!seen->end && (HasLine(keeper_.OutputOf(job.id), job.id) ||  // the job is RUNNING
                              (waited > kEventPatience && FindJob(state_, job.id)))) {
      const Result<void> made = keeper_.Made(job.id);
      co_return made ? Result<bool>(true) : Result<bool>(NotKnown(job.id, made.error()));
    } else if (!seen->end && waited > kMost) {
      const auto executor = co_await boost::asio::this_coro::executor;
      boost::asio::co_spawn(executor, AwaitLate(job.id, first, seen), boost::asio::detached);
      co_return Error{ErrorClass::kTransient, "",
                      "the program of job " + job.id + " does not start the job"};
    }
  }
  if (seen->there) {
    co_return true;
  }
  if (!*seen->end) {
    co_return GiveUp(job.id, first, seen->end->error());
  }
  const ChildEnd& end = **seen->end;
  if (HasLine(end.output, job.id)) {  // the job ran, but its journal cannot be read now
    const Result<void> made = keeper_.Made(job.id);
    co_return made ? Result<bool>(true) : Result<bool>(NotKnown(job.id, made.error()));
  }
  const Error refusal = RefusalOf(end, job.program);
  if (end.signal == 0 && refusal.code == kNoRefusalCode) {
    *refused = true;
    co_return false;
  }
  const Result<bool> there = IsThere(job.id);  // the keeper may have failed to read the journal
  HPDL_CO_TRY(there);
  if (*there) {
    const Result<void> made = keeper_.Made(job.id);
    co_return made ? Result<bool>(true) : Result<bool>(NotKnown(job.id, made.error()));
  }
  co_return GiveUp(job.id, first, refusal);
}

/// Waits for a program that has not made its job within kMost, after the caller has got an error.
/// If the program makes the job, carries out the verbs that are recorded for the job. If not, gives
/// up the job. Leaves the job to a repeated submission while there is one.
Task<void> JobMaker::AwaitLate(std::string id, bool first, std::shared_ptr<Seen> seen) {
  bool there = false;
  do {
    co_await Sleep(kLatePause);
    there = state_.HasJob(id) && FindJob(state_, id);
  } while (making_.Has(id) || (!there && !seen->end));
  if (there) {
    if (const Result<void> made = seen->end ? Result<void>() : keeper_.Made(id); !made) {
      log_(LogLevel::kError, id + ": " + made.error().message);
    }
    co_await TellNoted(id);
  } else if (!state_.HasJob(id)) {
    (void)GiveUp(id, first, {ErrorClass::kTransient, "", ""});
  }
}

/// True if the program of a job made the job before it ended. Removes a job that it began to make.
/// Returns an error if nobody can know now; then the record of the job must stay, and the next
/// server finds out.
Result<bool> JobMaker::IsThere(const std::string& id) {
  constexpr std::string_view kNoSuchJob = "E0604";
  if (!state_.HasJob(id)) {
    return false;
  }
  if (FindJob(state_, id)) {
    return true;
  }
  const Result<std::unique_ptr<Lease>> lease = state_.TakeLease(id);
  if (!lease) {
    return NotKnown(id, lease.error());
  }
  const Result<FoundJob> found = FindJob(state_, id);
  if (found) {
    return true;
  }
  if (found.error().code != kNoSuchJob && found.error().error_class != ErrorClass::kCorruptStore) {
    return NotKnown(id, found.error());
  }
  const Result<void> removed = state_.RemoveJob(id);
  return removed ? Result<bool>(false) : Result<bool>(NotKnown(id, removed.error()));
}

/// Removes the record of a job that does not exist, unless a program of an earlier server may still
/// make the job. Returns `error`, or the reason why the record is still there.
Error JobMaker::GiveUp(const std::string& id, bool first, Error error) {
  if (error.error_class == ErrorClass::kTransient && !first) {
    return error;
  }
  const Result<void> cleared = records_.ClearAsked(id);
  const Result<void> removed = cleared ? records_.Remove(id) : cleared;
  return removed ? std::move(error) : NotKnown(id, removed.error());
}

/// Starts the program of a job that is made, if the job should run.
Task<Result<void>> JobMaker::BeginMade(const ServedJob& job) {
  const JobType type = TypeOfId(job.id);
  if (!job.wanted) {
    co_return records_.SetMade(job.id);
  }
  const Result<bool> may_begin = families_.MayBegin(job.id);
  HPDL_CO_TRY(may_begin);
  if (!*may_begin) {
    const Result<void> made = records_.SetMade(job.id);
    if (made && families_.IsHeld(job.id)) {
      co_return families_.HoldBack(job.id);
    }
    // The job is not started, because it is killed next.
    co_return made ? keeper_.StopKeeping(job.id) : made;
  }
  const Result<FoundJob> found = FindJob(state_, job.id);
  HPDL_CO_TRY(found);
  // Somebody may have started the job after an earlier server made it.
  if (!IsNew(found->root)) {
    keeper_.Watch(job.id);
    co_return records_.SetMade(job.id);
  }
  const Result<std::string> asked =
      type == JobType::kBundle ? records_.AskedOf(job.id) : Result<std::string>("");
  HPDL_CO_TRY(asked);
  if (!asked->empty()) {
    const Result<void> made = records_.SetMade(job.id);
    if (!made) {
      co_return made;
    }
    const Result<void> started = co_await StartBundle(*found);
    const Result<void> cleared = records_.ClearAsked(job.id, kStartVerb);
    co_return started ? cleared : started;
  }
  const std::string_view verb = type == JobType::kBundle ? kWakeVerb : kStartVerb;
  keeper_.RunWanted(*found, verb, keeper_.GoingOn(*found, verb), false);
  const Result<void> made = records_.SetMade(job.id);  // meanwhile the program begins the job
  if (!made || type != JobType::kWorkflow) {
    co_return made;
  }
  co_return co_await commands_.AwaitLeft(job.id, JobState::kPrep);
}

Task<Result<void>> JobMaker::StartBundle(FoundJob found) {
  constexpr std::chrono::milliseconds kPatience{5000};
  const std::string id = found.root.id;
  const Result<void> free = co_await commands_.AwaitEnd(id);
  if (!free) {
    co_return free;
  }
  const std::int64_t asked_ms = NowMs();
  const Result<void> run = keeper_.Run(found, kStartVerb, keeper_.GoingOn(found, kStartVerb), true);
  if (!run) {
    co_return run;
  }
  const auto begin = SteadyClock::now();
  for (std::chrono::milliseconds pause{2}; SteadyClock::now() - begin < kPatience;
       pause = std::min(pause * 2, kMostLookPause)) {
    co_await Sleep(pause);
    const Result<FoundJob> now = FindJob(state_, id);
    HPDL_CO_TRY(now);
    const JobRow& row = now->root;
    if (!row.error_code.empty() && row.modified_ms >= asked_ms) {
      co_return Error{ErrorClass::kError, row.error_code, row.error_message};
    }
    if (row.state != found.root.state) {
      break;
    }
  }
  co_return Result<void>();
}

}  // namespace hpdl::rt
