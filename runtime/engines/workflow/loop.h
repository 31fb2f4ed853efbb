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

/// One process that runs one root job and its sub-workflow jobs: the event loop, the group commit,
/// and what the jobs share. docs/design/engine.md describes commit and suspension.
///
/// While a commit is in flight the next one gathers: nothing outside begins before what it needs is
/// durable, but the loop goes on.
///
/// A turn of the loop: branches that can go on do so and put their new states, each by a
/// Transaction. At the end of the turn one commit makes all of that durable. Then the branches that
/// waited for it go on, and the progress view gets its events. If no branch waits, as when the
/// paths of a fork end one by one, the commit is put off for a moment, so that several ends share
/// it.
class Loop {
 public:
  Loop(const hpdl_program& program, StateDirectory& state, std::unique_ptr<Journal> journal,
       std::string root_id, ProgressSink* sink, const ExecuteHooks& hooks);
  ~Loop();

  /// Runs until the root job has ended, is suspended and idle, or the journal fails. For a job that
  /// has ended: sends what notifications it has left.
  Result<JobState> Run();

  // ---- for the jobs
  boost::asio::io_context& io() { return *io_; }
  const hpdl_program& program() const { return program_; }
  StateDirectory& state() { return state_; }
  Journal& journal() { return *journal_; }
  Processes* processes() { return processes_.get(); }
  /// Opened on the first call. Null in a program that was built with --no-network.
  Network* network();
  /// Those of Hadoop; null likewise.
  FileSystems* file_systems();
  Clusters* clusters();
  const JobFacts& facts() const { return facts_; }
  const ExecuteHooks& hooks() const { return hooks_; }
  const Site& site() const { return site_; }
  const std::string& job_path() const { return job_path_; }

  /// Null in a program whose workflows have agreed on nothing.
  JobSla* sla() { return sla_.get(); }
  /// Null without --callback-listen.
  Callbacks* callbacks() { return callbacks_.get(); }

  /// Wants a commit at the end of this turn. Records are put by a Transaction.
  void Changed();
  /// `co_await` it before an effect outside: returns when everything put so far is durable.
  Task<void> Durable() { co_await waiters_.Wait(); }
  bool settled() const { return !journal_->dirty() && !committing_; }
  /// Goes to the sink after the next commit.
  void Tell(ProgressEvent event);
  /// Goes to the sink now: about what is durable already, or is not in the journal at all.
  void TellNow(ProgressEvent event);
  bool has_sink() const { return sink_ != nullptr; }

  /// A branch is about to start in a later turn / has started.
  void Announce() { ++starting_; }
  void Arrived() { --starting_; }
  /// Counts what can make progress by itself: branches not parked and not waiting for a
  /// sub-workflow.
  void Busy() { ++busy_; }
  void Idle();

  /// A branch does nothing but wait for what its `wait` says / goes on.
  void WaitBegins();
  void WaitEnds() { --waits_; }

  /// Something may have made the waits that are left long ones.
  void ParkSoon();

  bool suspended() const { return suspended_; }
  void Suspend(const std::string& by);
  void Unsuspend();
  /// Whether the job, or one above it, was suspended by its own id.
  bool IsApart(const JobRow& row) const;
  /// The journal cannot be relied on any more: stops without another write.
  void Break(Error error);

  std::int64_t NextSequence() { return ++sequence_; }
  /// A number that no log has, for an attempt after a failure or after `retry`.
  std::int64_t FreshSequence();
  /// Takes over a job; null until Adopt: the root is adopted first.
  JobRun& Adopt(std::unique_ptr<JobRun> job);
  const std::vector<JobRow>& loaded_jobs() const { return loaded_; }
  /// A job of this process by its id; one that only the journal knows is loaded. Null: none such.
  JobRun* FindJob(const std::string& id);
  /// The id of a job by its number, "" if there is none such.
  std::string IdOf(std::int64_t number) const;
  /// A job that runs in this process now; null: none of that id.
  JobRun* LiveJob(std::string_view id);
  /// Whether there is such a job, and it has ended.
  bool HasEnded(const std::string& id) const;
  /// How many jobs are above this one.
  long Depth(const JobRow& row) const;
  /// The parent has taken the end of this sub-workflow job: it goes from memory when nothing of it
  /// is at work any more.
  void Release(JobRun& job);
  std::int64_t NextJobNumber() { return next_job_++; }
  void JobEnded(JobRun& job);
  /// Rows of running actions that the next tick makes durable.
  void MarkSoft(JobRun& job, std::uint32_t node);
  /// The row of a node that waits for a person has been put: once it is durable and the sink has
  /// heard of it, the row says so.
  void MustTell(JobRun& job, std::uint32_t node);

 private:
  friend class Transaction;
  struct Parts;  // timers, signals, requests: all that hangs on the io_context
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
  // Messages of other processes (loop_requests.cpp).
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
  // The end of the process when only waits are left (loop_park.cpp).
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
  Jobs jobs_;  ///< the root first
  std::unordered_map<std::int64_t, Jobs::iterator> by_number_;
  std::map<std::string, JobRun*, std::less<>> by_id_;
  std::vector<JobRun*> released_;
  /// By number: of the journal as it was opened, and of those that have gone from memory.
  std::vector<JobRow> loaded_;
  std::unordered_map<std::string, std::int64_t> loaded_by_id_;  ///< the number
  /// A message that is answered by the commit which makes what it asks for durable.
  struct InHand {
    std::unique_ptr<TakenMessage> taken;
    Message message;
    NodeRow before;                      ///< retry: of the node
    std::optional<Result<void>> answer;  ///< put, not yet durable
  };
  std::optional<Result<void>> AnswerTo(const InHand& request);
  std::vector<InHand> in_hand_;
  /// Answers in the journal, by the ids of their messages; read when the first message comes.
  std::optional<std::map<std::string, AnswerRow>> answers_;
  struct Soft {
    JobRun* job;
    std::uint32_t node;
  };
  std::vector<Soft> soft_;
  struct Untold {
    std::int64_t job;  ///< its number
    std::uint32_t node;
  };
  std::vector<Untold> untold_;
  std::vector<ProgressEvent> events_;
  std::int64_t last_told_ms_ = 0;  ///< times that the sink sees do not go back
  WaitList waiters_;
  std::optional<Error> broken_;
  std::int64_t sequence_ = 0;
  std::int64_t next_job_ = 1;
  std::size_t records_ = 0;  ///< since the last commit
  std::size_t open_transactions_ = 0;
  std::size_t starting_ = 0;
  std::size_t busy_ = 0;
  std::size_t waits_ = 0;  ///< of the busy ones, those that do nothing but wait
  /// What goes on when all that was put before it is durable; and when the commit in flight is.
  std::vector<std::function<void()>> after_next_, after_this_;
  bool committing_ = false;  ///< a commit is in flight
  bool commit_posted_ = false;
  bool park_posted_ = false;
  bool put_off_ = false;  ///< the timer of a later commit runs
  bool tick_is_soon_ = false, has_listened_ = false;
  bool suspended_ = false;
  bool stopping_ = false;
  bool hurries_ = false;     ///< a signal wants the end
  bool must_end_ = false;    ///< a signal ends this process, with the job suspended
  int detached_by_ = 0;      ///< the signal that ended the engine and not the job
  bool parked_ = false;      ///< it ends with waits left
  bool only_sends_ = false;  ///< the job has ended; only notifications are left
  std::optional<Notifier::Clock::time_point> drain_until_;  ///< the end waits for notifications
  std::unique_ptr<Notifier> notifier_;                      ///< made when one is to be sent
  std::unique_ptr<JobSla> sla_;

  // Destroyed in this order from the last: first what holds suspended coroutines, then the loop.
  std::unique_ptr<boost::asio::io_context> io_;
  std::unique_ptr<Parts> parts_;
  std::unique_ptr<Processes> processes_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<FileSystems> file_systems_;
  std::unique_ptr<Clusters> clusters_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_LOOP_H_
