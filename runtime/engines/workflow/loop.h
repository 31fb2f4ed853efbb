#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_LOOP_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_LOOP_H_

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/engines/workflow/execute.h"
#include "runtime/engines/workflow/job_sla.h"
#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/messages.h"
#include "runtime/engines/workflow/notifier.h"
#include "runtime/engines/workflow/wait_list.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/mailbox.h"
#include "runtime/store/wait.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

class Callbacks;
class JobRun;

/// Runs one root job and its sub-workflow jobs in one process: the event loop, the group commit,
/// and the objects that the jobs share. docs/design/engine.md describes commit and suspension.
///
/// While a commit is running, the loop continues and gathers records for the next commit. No
/// external effect begins before its records are durable.
///
/// The time between two commits is a turn of the loop. In a turn, each branch that can continue
/// does so and puts its new states into the journal by a Transaction. At the end of the turn, one
/// commit makes all of these records durable. Then the branches that waited for the commit
/// continue, and the progress view receives its events. If no branch waits, the commit is delayed
/// for a moment. So one commit can contain the ends of several paths of a fork.
class Loop {
 public:
  Loop(const hpdl_program& program, StateDirectory& state, std::unique_ptr<Journal> journal,
       std::string root_id, ProgressSink* sink, const ExecuteHooks& hooks);
  ~Loop();

  /// Runs until the root job has ended, or is suspended and idle, or the journal fails. If the job
  /// has already ended, only sends the remaining notifications.
  Result<JobState> Run();

  // ---- Functions for the jobs
  boost::asio::io_context& io() { return *io_; }
  const hpdl_program& program() const { return program_; }
  StateDirectory& state() { return state_; }
  Journal& journal() { return *journal_; }
  Processes* processes() { return processes_.get(); }
  /// Returns the network, which the first call opens. Returns null in a program that was built with
  /// --no-network.
  Network* network();
  /// The file systems and clusters of Hadoop; null in a program that was built with --no-network.
  FileSystems* file_systems();
  Clusters* clusters();
  const JobFacts& facts() const { return facts_; }
  const ExecuteHooks& hooks() const { return hooks_; }
  const Site& site() const { return site_; }
  const std::string& job_path() const { return job_path_; }

  /// Checks the SLA agreements; null in a program whose workflows have no agreements.
  JobSla* sla() { return sla_.get(); }
  /// The callbacks of this process; null without --callback-listen and --callback-url.
  Callbacks* callbacks() { return callbacks_.get(); }

  /// Causes a commit at the end of this turn of the loop. A Transaction calls this function for its
  /// records.
  void Changed();
  /// Returns when all records put so far are durable. A branch must await this call before an
  /// external effect.
  Task<void> Durable() { co_await waiters_.Wait(); }
  bool settled() const { return !journal_->dirty() && !committing_; }
  /// Passes the event to the sink after the next commit.
  void Tell(ProgressEvent event);
  /// Passes the event to the sink at once. The event's transition must be durable already, or must
  /// be a transition that is never journalled.
  void TellNow(ProgressEvent event);
  bool has_sink() const { return sink_ != nullptr; }

  /// Announce() must be called when a branch is posted, and Arrived() when the branch starts. The
  /// commit waits for announced branches.
  void Announce() { ++starting_; }
  void Arrived() { --starting_; }
  /// Busy() and Idle() count the branches that can continue by themselves: branches that are not
  /// parked and do not wait for a sub-workflow.
  void Busy() { ++busy_; }
  void Idle();

  /// WaitBegins() must be called when a branch begins to wait only for the event in its `wait`, and
  /// WaitEnds() when the branch continues.
  void WaitBegins();
  void WaitEnds() { --waits_; }

  /// Checks soon whether the job can be parked. Must be called when only long waits may be left.
  void ParkSoon();

  bool suspended() const { return suspended_; }
  void Suspend(const std::string& by);
  void Unsuspend();
  /// True if a request has suspended this sub-workflow job by the job's own id, or has suspended a
  /// sub-workflow job above this job by that job's id. A resume of the root job then does not
  /// resume this job.
  bool IsApart(const JobRow& row) const;
  /// Stops the loop without a further write, because the journal is no longer reliable.
  void Break(Error error);

  std::int64_t NextSequence() { return ++sequence_; }
  /// Returns a sequence number for an attempt after a failure or after `retry`. The number is
  /// neither in the journal nor in the log of the keeper, the process that runs local commands.
  std::int64_t FreshSequence();
  /// Takes over a job and returns it. The root job must be adopted first.
  JobRun& Adopt(std::unique_ptr<JobRun> job);
  const std::vector<JobRow>& loaded_jobs() const { return loaded_; }
  /// Returns the job with this id, or null if there is no such job. Loads the job from the journal
  /// if it is not in memory.
  JobRun* FindJob(const std::string& id);
  /// Returns the id of the job with this number, or "" if there is no such job.
  std::string IdOf(std::int64_t number) const;
  /// Returns the job with this id if it is in this process's memory, or null.
  JobRun* LiveJob(std::string_view id);
  /// True if there is a job with this id and it has ended.
  bool HasEnded(const std::string& id) const;
  /// Returns the row of the job with this id if the job has ended and is not in memory, or null.
  /// The row is valid until the next job is freed from memory.
  const JobRow* EndedRow(const std::string& id) const;
  /// Returns the parent of the job of `row` if it is in this process's memory, or null.
  JobRun* ParentOf(const JobRow& row) const;
  /// Returns the number of jobs above the job of `row`.
  long Depth(const JobRow& row) const;
  /// Must be called when the parent has taken the result of this sub-workflow job. The job is freed
  /// from memory when no coroutine of the job is left.
  void Release(JobRun& job);
  std::int64_t NextJobNumber() { return next_job_++; }
  void JobEnded(JobRun& job);
  /// Notes that the row of a running action has changed. The next tick puts the row into the
  /// journal.
  void MarkSoft(JobRun& job, std::uint32_t node);
  /// Notes that the row of a node that waits for a person was put into the journal. When this row
  /// is durable and the sink has received the node's event, the row is put again without its mark
  /// (MarkTold() of args_codec.h).
  void MustTell(JobRun& job, std::uint32_t node);

 private:
  friend class Transaction;
  struct Parts;  // the members that need the io_context: timers, signals and the bell
  Result<void> Open();
  Result<void> OpenCallbacks();
  void EndTurn();
  void PutOff();
  void CommitTurn(const std::function<void()>& then = {});
  struct Turn;
  void TurnIsDurable(Turn& turn);
  void Commit(std::function<void()> then);
  bool PrepareCommit();
  void Committed(const Result<void>& done);
  void StopWhenDurable();
  const JobRow* LoadedRow(std::int64_t number) const;
  void Keep(JobRow row);
  JobRun* Load(const JobRow& row);
  void FreeReleased();
  Notifier& notifier();
  void FlushNotifications();
  void Drain();
  void Stop();
  void TickSoon();
  void TickAfter(std::int64_t milliseconds);
  void Tick();
  void FlushRows();
  void ListenToBell();
  void AwaitBell();
  void WatchSignals();
  void AwaitSignal();
  // Functions that handle messages from other processes (loop_requests.cpp).
  void HandleMessages();
  bool CloseKnown(const TakenMessage& taken);
  void TakeUp(std::unique_ptr<TakenMessage> taken);
  bool IsForTheNext(const Message& message) const;
  Result<void> BeginMessage(const Message& message, NodeRow* before);
  Result<void> BeginRequest(const Request& request, NodeRow* before);
  void SuspendJob(JobRun& job);
  void ResumeJob(JobRun& job);
  void RetryNode(JobRun& job, const std::string& node);
  void RecordAnswers();
  void CloseAnswered();
  std::vector<JobRow> CurrentRows() const;
  std::vector<JobRun*> FamilyOfJob(const JobRow& row);
  void Begin(JobRun& root_job);
  void OnSignal(int number);
  void Detach(int number);
  // Functions for parking, in which the process ends when only waits are left (loop_park.cpp).
  std::vector<ParkingNote::Entry> Waits() const;
  bool HasNothingInHand() const;
  bool WaitsLast(const std::vector<ParkingNote::Entry>& waits, std::int64_t now_ms) const;
  void ParkIfIdle();
  void ParkEnded();
  JobRun& root() { return *jobs_.front(); }

  const hpdl_program& program_;
  StateDirectory& state_;
  const std::string root_id_;
  const std::string job_path_;
  const std::unique_ptr<Mailbox> mailbox_;
  ProgressSink* const sink_;
  const ExecuteHooks& hooks_;
  JobFacts facts_;
  Site site_;
  std::unique_ptr<Journal> journal_;

  std::unique_ptr<Callbacks> callbacks_;
  using Jobs = std::list<std::unique_ptr<JobRun>>;
  Jobs jobs_;  ///< the jobs in memory; the root job is the first
  std::unordered_map<std::int64_t, Jobs::iterator> by_number_;
  std::map<std::string, JobRun*, std::less<>> by_id_;
  std::vector<JobRun*> released_;
  /// The rows of the journal when it was opened, and the rows of jobs freed from memory, by number.
  std::vector<JobRow> loaded_;
  std::unordered_map<std::string, std::int64_t> loaded_by_id_;  ///< the numbers of jobs by their
                                                                ///< ids
  /// A message that has no durable answer yet. The commit that makes the message's effect durable
  /// also records the answer.
  struct InHand {
    std::unique_ptr<TakenMessage> taken;
    Message message;
    NodeRow before;                      ///< the node's row before a `retry`
    std::optional<Result<void>> answer;  ///< the answer, if it was put in a commit that is not
                                         ///< durable yet
  };
  std::optional<Result<void>> AnswerTo(const InHand& request);
  std::vector<InHand> in_hand_;
  /// The answers in the journal by the ids of their messages. The answers are read when the first
  /// message comes.
  std::optional<std::map<std::string, AnswerRow>> answers_;
  struct Soft {
    JobRun* job;
    std::uint32_t node;
  };
  std::vector<Soft> soft_;
  struct Untold {
    std::int64_t job;  ///< the job's number
    std::uint32_t node;
  };
  std::vector<Untold> untold_;
  std::vector<ProgressEvent> events_;
  /// The time of the last event. The times of the events that the sink receives do not decrease.
  std::int64_t last_told_ms_ = 0;
  WaitList waiters_;
  std::optional<Error> broken_;
  std::int64_t sequence_ = 0;
  std::int64_t next_job_ = 1;
  std::size_t records_ = 0;  ///< the number of records that were put since the last commit
  std::size_t open_transactions_ = 0;
  std::size_t starting_ = 0;
  std::size_t busy_ = 0;
  std::size_t waits_ = 0;  ///< the number of busy branches that only wait for an event
  /// Functions to call after a commit: `after_next_` after the next commit, `after_this_` after the
  /// running commit.
  std::vector<std::function<void()>> after_next_, after_this_;
  bool committing_ = false;  ///< true while a commit is running
  bool commit_posted_ = false;
  bool park_posted_ = false;
  bool put_off_ = false;  ///< true while the timer of a delayed commit runs
  bool tick_is_soon_ = false, has_listened_ = false;
  bool suspended_ = false;
  bool stopping_ = false;
  bool hurries_ = false;     ///< true if the process must end quickly because of a signal
  bool must_end_ = false;    ///< true if this process ends because of a signal and leaves the job
                             ///< suspended
  int detached_by_ = 0;      ///< the signal that ended the engine but not the job, or 0
  bool parked_ = false;      ///< true if the process ends and the job is parked
  bool only_sends_ = false;  ///< true if the job has ended and only notifications are left
  /// When the process ends, it waits for notifications until this time.
  std::optional<Notifier::Clock::time_point> drain_until_;
  std::unique_ptr<Notifier> notifier_;  ///< made when the first notification is to be sent
  std::unique_ptr<JobSla> sla_;

  // The members are destroyed from the last to the first, so members that hold suspended coroutines
  // are destroyed before the io_context.
  std::unique_ptr<boost::asio::io_context> io_;
  std::unique_ptr<Parts> parts_;
  std::unique_ptr<Processes> processes_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<FileSystems> file_systems_;
  std::unique_ptr<Clusters> clusters_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_LOOP_H_
