#include "runtime/engines/coordinator/program_world.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/store/catalogue.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::rt {
namespace {

/// The maximum number of paths whose results are stored. If there are more paths, all results are
/// dropped.
constexpr std::size_t kMostSeen = 100'000;
/// A call that fails is repeated after kFirstPause. The pause doubles after each repetition, up to
/// kMostPause.
constexpr std::chrono::milliseconds kFirstPause{500}, kMostPause{30'000};
/// Milliseconds between two checks that each workflow has a process.
constexpr std::int64_t kKeepMs = 2000;

}  // namespace

ProgramWorld::ProgramWorld(boost::asio::io_context& loop, StateDirectory& state,
                           std::unique_ptr<Workflows> workflows, Error refusal, PathBase base)
    : loop_(loop),
      state_(state),
      workflows_(std::move(workflows)),
      refusal_(std::move(refusal)),
      base_(std::move(base)),
      looks_(loop, base_.remote),
      gone_(std::make_shared<bool>(false)) {}

ProgramWorld::~ProgramWorld() {
  *gone_ = true;
}

void ProgramWorld::Answer(ScheduledJob* job, std::function<void()> beat) {
  job_ = job;
  beat_ = std::move(beat);
}

void ProgramWorld::Spawn(Task<void> task) {
  boost::asio::co_spawn(loop_, std::move(task), boost::asio::detached);
}

// ---- paths

Result<std::optional<bool>> ProgramWorld::IsThere(const std::string& path, std::int64_t since_ms) {
  const auto seen = seen_.find(path);
  if (seen == seen_.end() || seen->second.at_ms < since_ms) {
    return std::optional<bool>();
  }
  if (!seen->second.there) {
    return seen->second.there.error();
  }
  return std::optional(*seen->second.there);
}

void ProgramWorld::Look(const std::vector<std::string>& paths) {
  if (seen_.size() > kMostSeen) {
    seen_.clear();
  }
  std::vector<std::string> fresh;
  for (const std::string& path : paths) {
    if (looking_.insert(path).second) {
      fresh.push_back(path);
    }
  }
  const std::int64_t now_ms = NowMs();
  const auto told = [this, fresh, now_ms](std::size_t which, const PathAnswer& answer) {
    seen_[fresh[which]] = Seen{now_ms, answer};
    looking_.erase(fresh[which]);
    if (looking_.empty()) {
      job_->Seen();
      beat_();
    }
  };
  looks_.Ask(base_.user, fresh, told);
}

Task<void> ProgramWorld::DeleteAll(std::int64_t number, std::vector<std::string> uris) {
  const std::shared_ptr<bool> gone = gone_;
  co_await Sleep(std::chrono::milliseconds(0));  // Done() must not be called before Delete() has
                                                 // returned
  Result<void> all;
  for (const std::string& uri : uris) {
    const Result<FileLocation> at = Locate(uri, base_);
    Result<void> deleted = at ? Result<void>() : Result<void>(at.error());
    if (at) {
      deleted = co_await at->files->Delete(at->path);
    }
    all = all && !deleted ? deleted : all;
  }
  if (!*gone) {
    job_->Done(number, all);
    beat_();
  }
}

void ProgramWorld::Delete(std::int64_t number, const std::vector<std::string>& uris) {
  Spawn(DeleteAll(number, uris));
}

// ---- workflows

Result<std::string> ProgramWorld::NewWorkflowId() {
  return workflows_ == nullptr ? Result<std::string>(std::string()) : workflows_->NewId();
}

void ProgramWorld::Start(WorkflowStart start) {
  Spawn(StartOne(std::move(start)));
}

/// Repeats a call while its error is kTransient and this object exists.
template <class T>
Task<Result<T>> ProgramWorld::Insist(std::function<Task<Result<T>>()> call) {
  const std::shared_ptr<bool> gone = gone_;
  Result<T> done = co_await call();
  auto pause = kFirstPause;
  while (!*gone && !done && done.error().error_class == ErrorClass::kTransient) {
    co_await Sleep(pause);
    pause = std::min(pause * 2, kMostPause);
    if (!*gone) {
      done = co_await call();
    }
  }
  co_return done;
}

Task<void> ProgramWorld::StartOne(WorkflowStart start) {
  const std::shared_ptr<bool> gone = gone_;
  const std::int64_t number = start.number;
  co_await Sleep(std::chrono::milliseconds(0));
  Result<std::string> id = refusal_;
  if (workflows_ != nullptr) {
    // The function is in a variable because g++ 12 destroys temporaries in the arguments of a
    // co_await twice.
    std::function<Task<Result<std::string>>()> begin = [workflows = workflows_.get(),
                                                        start = std::move(start)] {
      return workflows->Start(start);
    };
    id = co_await Insist(std::move(begin));
  }
  if (!*gone) {
    if (id) {
      Refresh(*id);
    }
    job_->Started(number, id);
    beat_();
  }
}

void ProgramWorld::RunAgain(std::int64_t number, const std::string& workflow_id) {
  Spawn(RunOneAgain(number, workflow_id));
}

/// Asks again while the error is kTransient and the journal of the workflow shows that the new run
/// has not begun. If the journal cannot be read, asks only once, because a rerun may have been
/// carried out even if its answer is lost.
Task<void> ProgramWorld::RunOneAgain(std::int64_t number, std::string id) {
  const std::shared_ptr<bool> gone = gone_;
  co_await Sleep(std::chrono::milliseconds(0));
  const std::optional<std::int64_t> before = RunOf(id);
  Result<void> begun = refusal_;
  if (workflows_ != nullptr) {
    begun = co_await workflows_->RunAgain(id);
  }
  auto pause = kFirstPause;
  while (!*gone && before && !begun && begun.error().error_class == ErrorClass::kTransient) {
    co_await Sleep(pause);
    pause = std::min(pause * 2, kMostPause);
    const std::optional<std::int64_t> now = *gone ? std::nullopt : RunOf(id);
    if (now && *now != *before) {
      begun = Result<void>();
    } else if (now) {
      begun = co_await workflows_->RunAgain(id);
    }
  }
  if (!*gone) {
    Refresh(id);
    job_->Started(number, begun ? Result<std::string>(id) : Result<std::string>(begun.error()));
    beat_();
  }
}

Task<void> ProgramWorld::Tell(std::int64_t number, std::string id, Verb verb) {
  const std::shared_ptr<bool> gone = gone_;
  co_await Sleep(std::chrono::milliseconds(0));
  Result<void> done = refusal_;
  if (workflows_ != nullptr) {
    std::function<Task<Result<void>>()> tell = [workflows = workflows_.get(), verb, id] {
      return (workflows->*verb)(id);
    };
    done = co_await Insist(std::move(tell));
  }
  if (!*gone) {
    Refresh(id);
    job_->Done(number, done);
    beat_();
  }
}

void ProgramWorld::Ask(std::int64_t number, CoordinatorRequest request) {
  Spawn(AskOne(number, std::move(request)));
}

/// Sends a request. A rerun is sent only once, because it may have been carried out even if its
/// answer is lost.
Task<void> ProgramWorld::AskOne(std::int64_t number, CoordinatorRequest request) {
  const std::shared_ptr<bool> gone = gone_;
  const std::string id = request.job;
  co_await Sleep(std::chrono::milliseconds(0));
  Result<void> done = refusal_;
  if (workflows_ != nullptr && request.verb == CoordinatorRequest::Verb::kRerun) {
    done = co_await workflows_->Ask(std::move(request));
  } else if (workflows_ != nullptr) {
    std::function<Task<Result<void>>()> ask = [workflows = workflows_.get(), request] {
      return workflows->Ask(request);
    };
    done = co_await Insist(std::move(ask));
  }
  if (!*gone) {
    Refresh(id);
    job_->Done(number, done);
    beat_();
  }
}

void ProgramWorld::Kill(std::int64_t number, const std::string& workflow_id) {
  Spawn(Tell(number, workflow_id, &Workflows::Kill));
}
void ProgramWorld::Suspend(std::int64_t number, const std::string& workflow_id) {
  Spawn(Tell(number, workflow_id, &Workflows::Suspend));
}
void ProgramWorld::Resume(std::int64_t number, const std::string& workflow_id) {
  Spawn(Tell(number, workflow_id, &Workflows::Resume));
}

ProgramWorld::Followed ProgramWorld::SeenOf(const JobRow& row) {
  return {row.state, {row.started_ms, row.ended_ms}};
}

/// Reads a workflow from its journal, because the catalogue may be older than the last change.
std::optional<JobRow> ProgramWorld::RowOf(const std::string& workflow_id) const {
  const Result<std::unique_ptr<Journal>> journal = state_.OpenJob(workflow_id, true);
  Result<std::vector<JobRow>> jobs =
      journal ? (*journal)->Jobs() : Result<std::vector<JobRow>>(journal.error());
  return jobs && !jobs->empty() ? std::optional(std::move(jobs->front())) : std::nullopt;
}

void ProgramWorld::Refresh(const std::string& workflow_id) {
  if (const std::optional<JobRow> row = RowOf(workflow_id)) {
    followed_[workflow_id] = SeenOf(*row);
  }
}

std::optional<std::int64_t> ProgramWorld::RunOf(const std::string& workflow_id) const {
  const std::optional<JobRow> row = RowOf(workflow_id);
  return row ? std::optional(row->run) : std::nullopt;
}

std::optional<JobState> ProgramWorld::StateOf(const std::string& workflow_id) {
  asked_.insert(workflow_id);
  const auto known = followed_.find(workflow_id);
  if (known != followed_.end()) {
    return known->second.state;
  }
  Refresh(workflow_id);
  if (!followed_.contains(workflow_id)) {
    return std::nullopt;
  }
  const JobState state = followed_[workflow_id].state;
  if (workflows_ != nullptr && !IsEnd(state)) {
    workflows_->Adopt(workflow_id);
  }
  return state;
}

std::optional<JobTimes> ProgramWorld::TimesOf(const std::string& workflow_id) {
  if (!StateOf(workflow_id)) {
    return std::nullopt;
  }
  return followed_[workflow_id].times;
}

/// Starts a new process for each workflow whose process has been killed.
void ProgramWorld::KeepAlive() {
  if (workflows_ == nullptr || NowMs() < next_keep_ms_) {
    return;
  }
  next_keep_ms_ = NowMs() + kKeepMs;
  for (const auto& [id, state] : followed_) {
    if (!IsEnd(state.state)) {
      workflows_->Adopt(id);
    }
  }
}

bool ProgramWorld::Poll() {
  std::erase_if(followed_, [&](const auto& each) { return !asked_.contains(each.first); });
  asked_.clear();
  if (followed_.empty()) {
    return false;
  }
  KeepAlive();
  JobFilter filter;
  for (const auto& [id, state] : followed_) {
    filter.ids.push_back(id);
  }
  const Result<CataloguePage> found = state_.catalogue().Find(filter, {});
  if (!found) {
    return false;
  }
  bool changed = false;
  for (const CatalogueEntry& entry : found->jobs) {
    Followed& known = followed_[entry.job.id];
    changed = changed || known.state != entry.job.state;
    known = SeenOf(entry.job);
  }
  return changed;
}

}  // namespace hpdl::rt
