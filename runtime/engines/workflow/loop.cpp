#include "runtime/engines/workflow/loop.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/job_rows.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/loop_parts.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/world/hadoop/hadoop.h"

namespace hpdl::rt {
namespace {

/// The maximum time for which records wait for a shared commit if no branch waits for them. If the
/// process crashes in this time, the journal loses the ends of actions. `resume` then finds the
/// ends in the log of the keeper, the process that runs local commands.
constexpr auto kPutOff = std::chrono::milliseconds(5);

/// True if an action of the program may start commands on this machine.
bool MayStartProcesses(const hpdl_program& program, bool local) {
  for (std::uint32_t w = 0; w < program.workflow_count; ++w) {
    const hpdl_workflow& workflow = program.workflows[w];
    for (std::uint32_t n = 0; n < workflow.node_count; ++n) {
      const hpdl_kind* const kind = workflow.nodes[n].kind;
      if (kind != nullptr && (kind->starts_processes == StartsProcesses::kAlways ||
                              (kind->starts_processes == StartsProcesses::kWithLocal && local))) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

Loop::Loop(const hpdl_program& program, StateDirectory& state, std::unique_ptr<Journal> journal,
           std::string root_id, ProgressSink* sink, const ExecuteHooks& hooks)
    : program_(program),
      state_(state),
      root_id_(std::move(root_id)),
      job_path_(state.work().OfJob(root_id_)),
      mailbox_(state.OpenMailbox(root_id_)),
      sink_(sink),
      hooks_(hooks),
      journal_(std::move(journal)),
      // The argument 1 tells Asio that only one thread runs the io_context, so Asio uses fewer
      // locks.
      io_(std::make_unique<boost::asio::io_context>(1)) {
  if (hooks_.wrap_journal) {
    journal_ = hooks_.wrap_journal(*io_, std::move(journal_));
  }
}

Loop::~Loop() {
  // Suspended coroutines are destroyed before the objects that their frames refer to.
  if (callbacks_ != nullptr) {
    callbacks_->Close();
  }
  clusters_.reset();
  file_systems_.reset();
  network_.reset();
  processes_.reset();
  waiters_.Clear();
  after_next_.clear();
  after_this_.clear();
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    job->ended_waiters().Clear();
  }
  notifier_.reset();
  sla_.reset();
  parts_.reset();
  journal_.reset();
  io_.reset();
}

Result<void> Loop::Open() {
  Result<JobFacts> facts = journal_->Facts();
  HPDL_TRY(facts);
  facts_ = std::move(*facts);
  if (facts_.program_hash != ToView(program_.content_hash)) {
    return Error{ErrorClass::kError, "E0710",
                 "job " + root_id_ +
                     " was started by another program; use that program, or rerun the job with "
                     "this program after the job has ended"};
  }
  Result<Site> site = Site::Load(facts_.site_path);
  HPDL_TRY(site);
  site_ = std::move(*site);
  if (program_.sla != nullptr) {
    sla_ = program_.sla->open(*this);
  }
  Result<std::vector<JobRow>> jobs = JobRowsOf(*journal_, root_id_);
  HPDL_TRY(jobs);
  loaded_ = std::move(*jobs);
  for (const JobRow& row : loaded_) {
    loaded_by_id_[row.id] = row.number;
  }
  next_job_ = loaded_.back().number + 1;
  if (sla_ != nullptr) {
    HPDL_TRY(sla_->CatchUp(loaded_));
  }
  const JobRow& root = loaded_.front();
  Result<NotificationReport> left = journal_->Notifications();
  HPDL_TRY(left);
  if (left->waiting != 0) {
    notifier().Load(std::move(left->undelivered), hooks_.woken);
    only_sends_ = hooks_.only_send || IsEnd(root.state);
  } else if (hooks_.only_send) {
    return Error{ErrorClass::kError, "E0718", "job " + root_id_ + " has no notification to send"};
  }
  if (IsEnd(root.state) && !only_sends_) {
    return Error{ErrorClass::kError, "E0718",
                 "job " + root_id_ + " has ended " +
                     std::string(StateName(root.state, root.dialect)) + "; rerun it"};
  }
  // The names of attempts' files contain the attempts' sequence numbers, so this run continues the
  // numbers of the earlier runs.
  Result<std::int64_t> last = journal_->LastSequence();
  HPDL_TRY(last);
  sequence_ = *last;
  return {};
}

Result<JobState> Loop::Run() {
  HPDL_TRY(Open());
  if (only_sends_) {
    parts_ = std::make_unique<Parts>(*io_);
    if (hooks_.catch_signals) {
      WatchSignals();
    }
    stopping_ = true;
    Drain();
    io_->run();
    return broken_ ? Result<JobState>(*broken_) : loaded_.front().state;
  }
  if (hooks_.kill_only.empty()) {
    HPDL_TRY(OpenCallbacks());
  }
  if (MayStartProcesses(program_, facts_.local)) {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    Result<std::unique_ptr<Processes>> processes =
        hooks_.start_processes(*io_, job_path_, facts_.parallel == 0 ? cores : facts_.parallel);
    HPDL_TRY(processes);
    processes_ = std::move(*processes);
  }
  parts_ = std::make_unique<Parts>(*io_);
  JobRun* root_job = FindJob(root_id_);
  if (root_job == nullptr) {
    return *broken_;
  }
  if (hooks_.catch_signals) {
    WatchSignals();
  }
  TickSoon();
  Begin(*root_job);
  io_->run();
  if (broken_) {
    return *broken_;
  }
  if (detached_by_ != 0 && sink_ != nullptr) {
    sink_->OnDetached(detached_by_);
  }
  if (parked_ && sink_ != nullptr) {
    sink_->OnParked();
  }
  return root().row().state;
}

void Loop::Begin(JobRun& root_job) {
  if (root_job.row().parked) {
    root_job.Park(std::nullopt);
  }
  if (!hooks_.kill_only.empty()) {
    if (JobRun* job = FindJob(hooks_.kill_only)) {
      job->Finish(JobState::kKilled, {}, "killed on request");
    }
    return;
  }
  // Messages that are already open are handled before this engine changes the rows of the journal.
  HandleMessages();
  if (suspended_) {
    StopWhenDurable();
  } else if (!root_job.ending()) {
    root_job.Start();
  }
}

void Loop::Changed() {
  if (!commit_posted_) {
    commit_posted_ = true;
    boost::asio::post(*io_, [this] { EndTurn(); });
  }
}

/// Commits all records that were put. If a commit is running, the new commit begins after it. Calls
/// `then`, if it is not empty, when the new commit is durable.
void Loop::Commit(std::function<void()> then) {
  if (then) {
    after_next_.push_back(std::move(then));
  }
  if (!committing_ && PrepareCommit()) {
    committing_ = true;
    journal_->CommitThen([this](const Result<void>& done) { Committed(done); });
  }
}

bool Loop::PrepareCommit() {
  if (open_transactions_ != 0) {
    std::fprintf(stderr, "hpdl: internal error: a commit in the middle of a transaction\n");
    std::abort();
  }
  records_ = 0;
  if (!broken_ && journal_->dirty()) {
    const Result<void> there = journal_->CheckThere();
    if (!there) {
      Break(there.error());
    }
  }
  if (!broken_) {
    RecordAnswers();
  }
  if (broken_) {
    return false;
  }
  if (notifier_ != nullptr) {
    notifier_->Committing();
  }
  if (callbacks_ != nullptr) {
    callbacks_->Committing();
  }
  after_this_ = std::exchange(after_next_, {});
  return true;
}

void Loop::Committed(const Result<void>& done) {
  committing_ = false;
  if (!done) {
    Break(done.error());
    return;
  }
  if (notifier_ != nullptr) {
    notifier_->Committed();
  }
  if (callbacks_ != nullptr) {
    callbacks_->Committed();
  }
  CloseAnswered();
  for (const std::function<void()>& then : std::exchange(after_this_, {})) {
    then();
  }
  ParkSoon();
  if (!after_next_.empty() && !io_->stopped()) {
    Commit({});
  }
}

void Loop::EndTurn() {
  if (starting_ != 0) {
    // Some branches of a fork have not started yet. Their records belong to the next commit, so
    // this turn of the loop ends later.
    boost::asio::post(*io_, [this] { EndTurn(); });
    return;
  }
  commit_posted_ = false;
  if (waiters_.empty() && !stopping_) {
    PutOff();
  } else {
    CommitTurn();
  }
}

void Loop::PutOff() {
  if (put_off_) {
    return;
  }
  put_off_ = true;
  parts_->later.expires_after(kPutOff);
  parts_->later.async_wait([this](const boost::system::error_code& error) {
    put_off_ = false;
    if (!error) {
      CommitTurn();
    }
  });
}

/// The coroutines, events and nodes that wait for the commit of a turn of the loop.
struct Loop::Turn {
  WaitList waiters;
  std::vector<ProgressEvent> events;
  std::vector<Untold> untold;
};

/// Commits the records of this turn of the loop. Calls `then`, if it is not empty, after the
/// waiting coroutines have continued.
void Loop::CommitTurn(const std::function<void()>& then) {
  const auto turn = std::make_shared<Turn>();
  turn->waiters.Join(std::exchange(waiters_, {}));
  turn->events = std::exchange(events_, {});
  turn->untold = std::exchange(untold_, {});
  Commit([this, turn, then] {
    TurnIsDurable(*turn);
    if (then) {
      then();
    }
  });
}

void Loop::TurnIsDurable(Turn& turn) {
  if (sink_ != nullptr) {
    for (ProgressEvent& event : turn.events) {
      TellNow(std::move(event));
    }
  }
  // These rows become durable even if the loop stops now, because Stop() commits once more.
  for (const Untold& told : turn.untold) {
    if (const auto job = by_number_.find(told.job); job != by_number_.end()) {
      (*job->second)->PutTold(told.node);
    }
  }
  if (stopping_) {
    // A `resume` may call off the stop. Then these coroutines continue after the next commit.
    waiters_.Join(std::move(turn.waiters));
    Drain();
    return;
  }
  turn.waiters.ResumeAll();
  FreeReleased();
}

void Loop::Tell(ProgressEvent event) {
  if (sink_ != nullptr) {
    events_.push_back(std::move(event));
  }
}

void Loop::TellNow(ProgressEvent event) {
  if (sink_ != nullptr) {
    // The reported times must not decrease, even if an event that is reported at once overtakes an
    // event that waits for its commit.
    last_told_ms_ = event.time_ms = std::max(event.time_ms, last_told_ms_);
    sink_->OnEvent(event);
    TickSoon();
  }
}

void Loop::Break(Error error) {
  if (!broken_) {
    broken_ = std::move(error);
  }
  io_->stop();
}

void Loop::StopWhenDurable() {
  stopping_ = true;
  Changed();
}

std::int64_t Loop::FreshSequence() {
  sequence_ = std::max(sequence_, processes_ == nullptr ? 0 : processes_->LastSequence());
  return NextSequence();
}

void Loop::MustTell(JobRun& job, std::uint32_t node) {
  untold_.push_back({job.row().number, node});
}

void Loop::MarkSoft(JobRun& job, std::uint32_t node) {
  soft_.push_back({&job, node});
  TickSoon();
}

}  // namespace hpdl::rt
