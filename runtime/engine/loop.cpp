#include "runtime/engine/loop.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "runtime/engine/callbacks.h"
#include "runtime/engine/control.h"
#include "runtime/engine/job_run.h"
#include "runtime/engine/world.h"
#include "runtime/hadoop/hadoop.h"

namespace hpdl::rt {
namespace {

/// Records that may wait for a commit: bounds the memory of an open transaction.
constexpr std::size_t kMostRecords = 4096;
constexpr auto kTick = std::chrono::milliseconds(100);
/// How long records may wait for company that nobody waits for. A crash in between loses the ends
/// of actions from the journal, not from the keeper's log, where `resume` finds them.
constexpr auto kPutOff = std::chrono::milliseconds(5);
/// What is left for notifications when a signal asks for the end.
constexpr auto kHurry = std::chrono::seconds(1);

}  // namespace

struct Loop::Parts {
  explicit Parts(boost::asio::io_context& io)
      : work(io.get_executor()), tick(io), later(io), drain(io), signals(io) {}
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work;
  boost::asio::steady_timer tick;
  boost::asio::steady_timer later;  ///< the commit that was put off
  boost::asio::steady_timer drain;  ///< the end of the wait for notifications
  boost::asio::signal_set signals;
};

Loop::Loop(const hpdl_program& program, StateDirectory& state, std::unique_ptr<Store> store,
           std::string root_id, ProgressSink* sink, const ExecuteHooks& hooks)
    : program_(program),
      state_(state),
      root_id_(std::move(root_id)),
      job_path_(state.JobPath(root_id_)),
      sink_(sink),
      hooks_(hooks),
      store_(std::move(store)),
      // One thread: Asio then takes its queue without contention.
      io_(std::make_unique<boost::asio::io_context>(1)) {}

Loop::~Loop() {
  // Suspended coroutines go before what their frames refer to.
  if (callbacks_ != nullptr) {
    callbacks_->Close();
  }
  file_systems_.reset();
  network_.reset();
  processes_.reset();
  waiters_.Clear();
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    job->ended_waiters().Clear();
  }
  notifier_.reset();
  parts_.reset();
  io_.reset();
}

Result<void> Loop::Open() {
  Result<JobFacts> facts = store_->Facts();
  if (!facts) {
    return facts.error();
  }
  facts_ = std::move(*facts);
  if (facts_.program_hash != ToView(program_.content_hash)) {
    return Error{ErrorClass::kError, "E0710",
                 "job " + root_id_ +
                     " was started by another program; go on with that one, or rerun the job with "
                     "this one once it has ended"};
  }
  Result<Site> site = Site::Load(facts_.site_path);
  if (!site) {
    return site.error();
  }
  site_ = std::move(*site);
  Result<std::vector<JobRow>> jobs = store_->Jobs();
  if (!jobs) {
    return jobs.error();
  }
  if (jobs->empty()) {
    return Error{ErrorClass::kError, "E0604", "Job does not exist [" + root_id_ + "]"};
  }
  loaded_ = std::move(*jobs);
  next_job_ = loaded_.back().number + 1;
  const JobRow& root = loaded_.front();
  Result<NotificationReport> left = store_->Notifications();
  if (!left) {
    return left.error();
  }
  if (left->waiting != 0) {
    notifier().Load(std::move(left->undelivered));
    only_sends_ = hooks_.only_send || IsEnd(root.state);
  } else if (hooks_.only_send) {
    return Error{ErrorClass::kError, "E0718", "job " + root_id_ + " has no notification to send"};
  }
  if (IsEnd(root.state) && !only_sends_) {
    return Error{ErrorClass::kError, "E0718",
                 "job " + root_id_ + " has ended " +
                     std::string(StateName(root.state, root.dialect)) + "; rerun it"};
  }
  // Numbers of attempts name files, so those of all runs count.
  Result<std::int64_t> last = store_->LastSequence();
  if (!last) {
    return last.error();
  }
  sequence_ = *last;
  return {};
}

/// The port is known, and durable, before anybody can be told of it.
Result<void> Loop::OpenCallbacks() {
  if (facts_.callback_listen.empty()) {
    return {};
  }
  callbacks_ = std::make_unique<Callbacks>(*this);
  const std::string before = facts_.callback_address;
  HPDL_TRY(callbacks_->Open(&facts_));
  if (facts_.callback_address != before) {
    HPDL_TRY(store_->PutFacts(facts_));
    HPDL_TRY(store_->Commit());
  }
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
  HPDL_TRY(OpenCallbacks());
  if (facts_.local) {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    Result<std::unique_ptr<Processes>> processes =
        hooks_.start_processes(*io_, job_path_, facts_.parallel == 0 ? cores : facts_.parallel);
    if (!processes) {
      return processes.error();
    }
    processes_ = std::move(*processes);
  }
  parts_ = std::make_unique<Parts>(*io_);
  TakeRequests(job_path_);  // those left were meant for an engine that is gone
  JobRun* root_job = FindJob(root_id_);
  if (root_job == nullptr) {
    return *broken_;
  }
  if (hooks_.catch_signals) {
    WatchSignals();
  }
  WatchTicks();
  root_job->Start();
  UpdateIndex(root_job->row());
  io_->run();
  if (broken_) {
    return *broken_;
  }
  UpdateIndex();
  return root().row().state;
}

// ---- Commits
// ---------------------------------------------------------------------------------------

void Loop::Put(const NodeRow& row) {
  if (Result<void> put = store_->PutNode(row); !put) {
    Break(put.error());
    return;
  }
  Changed();
}

void Loop::Put(const JobRow& row) {
  if (Result<void> put = store_->PutJob(row); !put) {
    Break(put.error());
    return;
  }
  Changed();
}

void Loop::Notify(std::vector<NotificationRow> rows) {
  if (rows.empty()) {
    return;
  }
  if (Result<void> put = notifier().Put(std::move(rows)); !put) {
    Break(put.error());
  }
}

void Loop::Put(const CallbackRow& row) {
  if (Result<void> put = store_->PutCallback(row); !put) {
    Break(put.error());
    return;
  }
  Changed();
}

void Loop::Changed() {
  if (!commit_posted_) {
    commit_posted_ = true;
    boost::asio::post(*io_, [this] { EndTurn(); });
  }
  if (++records_ > kMostRecords) {
    CommitNow();  // whoever waits goes on at the end of the turn as ever
  }
}

bool Loop::CommitNow() {
  records_ = 0;
  if (broken_) {
    return false;
  }
  // SQLite goes on writing to a file that has no name any more, and nobody would find the job
  // again.
  if (store_->dirty() && access((job_path_ + "/journal.db").c_str(), F_OK) != 0 &&
      errno == ENOENT) {
    Break({ErrorClass::kFatal, "E0607",
           "the journal was removed while the job ran: " + job_path_ + "/journal.db"});
    return false;
  }
  if (Result<void> done = store_->Commit(); !done) {
    Break(done.error());
    return false;
  }
  if (notifier_ != nullptr) {
    notifier_->Committed();
  }
  return true;
}

void Loop::EndTurn() {
  if (starting_ != 0) {
    // Branches of a fork are still to start in this turn; their records belong into this commit.
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

void Loop::CommitTurn() {
  if (!CommitNow()) {
    return;
  }
  if (sink_ != nullptr) {
    for (const ProgressEvent& event : std::exchange(events_, {})) {
      sink_->OnEvent(event);
    }
  }
  if (stopping_) {
    Drain();
    return;
  }
  waiters_.ResumeAll();
}

// ---- Notifications
// ---------------------------------------------------------------------------------

Notifier& Loop::notifier() {
  if (notifier_ == nullptr) {
    notifier_ = std::make_unique<Notifier>(
        *io_, *store_, NotificationPolicy::Of(site_, hooks_.second_ms),
        [this] { return network(); },
        [this] {
          if (only_sends_) {
            FlushNotifications();  // no tick does it
          }
          if (stopping_) {
            Drain();
          }
        });
  }
  return *notifier_;
}

void Loop::FlushNotifications() {
  if (notifier_ == nullptr) {
    return;
  }
  const Result<bool> flushed = notifier_->Flush();
  if (!flushed) {
    Break(flushed.error());
  } else if (*flushed) {
    Changed();
  }
}

/// Everything else is done: stops when nothing more can be sent in the time that the end has for
/// it. Whoever asked for just that by `resume` has time.
void Loop::Drain() {
  if (notifier_ == nullptr) {
    Stop();
    return;
  }
  const Notifier::Clock::time_point now = Notifier::Clock::now();
  if (!drain_until_) {
    const bool unbounded = only_sends_ && !hooks_.only_send;
    drain_until_ = unbounded ? Notifier::Clock::time_point::max()
                             : now + std::chrono::milliseconds(notifier_->policy().end_wait_ms);
    if (!only_sends_) {
      UpdateIndex();
    }
  }
  if (hurries_) {
    drain_until_ = std::min(*drain_until_, now + kHurry);
    hurries_ = false;
  }
  if (now >= *drain_until_ || notifier_->Settled(*drain_until_)) {
    Stop();
    return;
  }
  if (*drain_until_ != Notifier::Clock::time_point::max()) {
    parts_->drain.expires_at(*drain_until_);
    parts_->drain.async_wait([this](const boost::system::error_code& error) {
      if (!error && stopping_) {
        Drain();
      }
    });
  }
}

void Loop::Stop() {
  FlushNotifications();
  if (CommitNow() && sink_ != nullptr && notifier_ != nullptr) {
    sink_->OnUndelivered(notifier_->waiting(), notifier_->given_up());
  }
  io_->stop();
}

void Loop::Tell(ProgressEvent event) {
  if (sink_ != nullptr) {
    events_.push_back(std::move(event));
  }
}

void Loop::TellNow(ProgressEvent event) {
  if (sink_ != nullptr) {
    sink_->OnEvent(event);
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

void Loop::MarkSoft(JobRun& job, std::uint32_t node) {
  soft_.push_back({&job, node});
}

// ---- Jobs
// ------------------------------------------------------------------------------------------

JobRun& Loop::Adopt(std::unique_ptr<JobRun> job) {
  return *jobs_.emplace_back(std::move(job));
}

std::string Loop::IdOf(std::int64_t number) const {
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    if (job->row().number == number) {
      return job->row().id;
    }
  }
  for (const JobRow& row : loaded_) {
    if (row.number == number) {
      return row.id;
    }
  }
  return {};
}

JobRun* Loop::FindJob(const std::string& id) {
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    if (job->row().id == id) {
      return job.get();
    }
  }
  for (const JobRow& row : loaded_) {
    if (row.id != id) {
      continue;
    }
    Result<Properties> properties = store_->JobProperties(row.number, row.run);
    if (!properties || row.workflow >= program_.workflow_count) {
      Break(properties ? Error{ErrorClass::kCorruptStore, "E0713",
                               "job " + id + " names a workflow that this program does not have"}
                       : properties.error());
      return nullptr;
    }
    auto job = std::make_unique<JobRun>(*this, program_.workflows[row.workflow], row,
                                        std::move(*properties));
    if (Result<void> loaded = job->Load(); !loaded) {
      Break(loaded.error());
      return nullptr;
    }
    return &Adopt(std::move(job));
  }
  return nullptr;
}

Network* Loop::network() {
  if (network_ == nullptr && program_.network != nullptr) {
    network_ = program_.network->open(*io_);
  }
  return network_.get();
}

FileSystems* Loop::file_systems() {
  if (file_systems_ == nullptr && program_.hadoop != nullptr && network() != nullptr) {
    file_systems_ = program_.hadoop->open(*network_, site_, facts_.site_path);
  }
  return file_systems_.get();
}

JobRun* Loop::LiveJob(std::string_view id) {
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    if (job->row().id == id) {
      return job.get();
    }
  }
  return nullptr;
}

long Loop::Depth(const JobRow& row) const {
  long depth = 0;
  std::int64_t parent = row.parent;
  while (parent >= 0) {
    ++depth;
    std::int64_t above = -1;
    for (const std::unique_ptr<JobRun>& job : jobs_) {
      above = job->row().number == parent ? job->row().parent : above;
    }
    parent = above;
  }
  return depth;
}

void Loop::JobEnded(JobRun& job) {
  if (job.row().number == 0) {
    StopWhenDurable();
    return;
  }
  // Posted: the parent's action must not go on inside whatever ended the child.
  boost::asio::post(*io_, [&job] { job.ended_waiters().ResumeAll(); });
}

void Loop::UpdateIndex() {
  std::vector<JobRow> rows;
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    rows.push_back(job->row());
  }
  (void)state_.UpdateIndex(root_id_, rows);
}

void Loop::UpdateIndex(const JobRow& row) {
  (void)state_.UpdateIndex(root_id_, {row});
}

// ---- Suspension
// ------------------------------------------------------------------------------------

void Loop::Idle() {
  if (--busy_ == 0 && suspended_) {
    StopWhenDurable();
  }
}

void Loop::Suspend(const std::string& by) {
  if (suspended_ || root().ended()) {
    return;
  }
  suspended_ = true;
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    job->Suspend(by);
  }
}

void Loop::Unsuspend() {
  if (!suspended_) {
    return;
  }
  suspended_ = false;
  stopping_ = false;
  drain_until_.reset();
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    job->Unsuspend();
  }
}

// ---- The outside
// -----------------------------------------------------------------------------------

void Loop::WatchTicks() {
  parts_->tick.expires_after(kTick);
  parts_->tick.async_wait([this](const boost::system::error_code& error) {
    if (!error) {
      Tick();
      WatchTicks();
    }
  });
}

void Loop::Tick() {
  FlushNotifications();
  for (const Soft& soft : std::exchange(soft_, {})) {
    soft.job->PutSoft(soft.node);
  }
  HandleRequests();
  if (sink_ != nullptr) {
    sink_->OnTick(NowMs());
  }
}

void Loop::WatchSignals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    boost::system::error_code ignored;
    // Ignored by whoever started the program, as nohup does: it stays so.
    if (sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
      parts_->signals.add(number, ignored);
    }
  }
  AwaitSignal();
}

void Loop::AwaitSignal() {
  parts_->signals.async_wait([this](const boost::system::error_code& error, int) {
    if (!error) {
      OnSignal();
      AwaitSignal();
    }
  });
}

void Loop::OnSignal() {
  // A second one, or one while the end waits for notifications.
  hurries_ = true;
  if (drain_until_) {
    drain_until_ = Notifier::Clock::now();
  }
  if (only_sends_) {
    Drain();
    return;
  }
  // Local children stay with the keeper and are adopted by `resume`: nothing to wait for.
  Suspend("signal");
  StopWhenDurable();
}

void Loop::HandleRequests() {
  for (const Request& request : TakeRequests(job_path_)) {
    switch (request.type) {
      case Request::Type::kSuspend:
        Suspend("user");
        if (busy_ == 0) {
          StopWhenDurable();
        }
        break;
      case Request::Type::kKill:
        root().Finish(JobState::kKilled, {}, "killed on request");
        break;
      case Request::Type::kRetry:
        for (const std::unique_ptr<JobRun>& job : jobs_) {
          bool parked = false;
          if (job->row().id == request.job && job->Retry(request.node, &parked)) {
            if (parked) {
              Unsuspend();
            }
            break;
          }
        }
        break;
    }
  }
}

}  // namespace hpdl::rt
