#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_RUN_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_RUN_H_

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/engines/workflow/job_end.h"
#include "runtime/engines/workflow/job_view.h"
#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/loop.h"
#include "runtime/engines/workflow/transaction.h"

namespace hpdl::rt {

/// A fork with paths that have not reached a join. Each path that reaches a join decreases `open`.
/// The last path continues after the join, in `parent`.
struct OpenFork {
  std::shared_ptr<OpenFork> parent;
  std::uint32_t node = 0;
  std::uint32_t open = 0;  ///< paths that have not reached a join
};
using ForkPath = std::shared_ptr<OpenFork>;

/// One execution path: a coroutine that passes node after node. The job owns the branch until the
/// branch ends.
struct Branch {
  boost::asio::cancellation_signal cancel;
  bool cancelled = false;
  bool working = false;  ///< true while the branch runs an executor or is in a wait that `cancel`
                         ///< can end
  boost::asio::steady_timer* retry_timer = nullptr;  ///< the timer of the wait for a retry, or null
  /// The node that waits for a retry; valid if retry_timer is not null.
  std::uint32_t retry_node = 0;
  std::unique_ptr<Wait> wait;  ///< the event that the branch waits for, or null
  /// True if the wait is confirmed: the branch has checked that the event has not happened yet.
  bool waits = false;
  std::uint32_t wait_node = 0;  ///< the node that waits; valid if `wait` is not null
  Branch* previous = nullptr;
  Branch* next = nullptr;
};

/// A counter that begins at 1. Down() decreases the counter and calls `done` when the counter is 0.
class StopCount {
 public:
  explicit StopCount(std::function<void()> done) : done_(std::move(done)) {}
  void Up() { ++left_; }
  void Down() {
    if (--left_ == 0) {
      done_();
    }
  }

 private:
  int left_ = 1;
  std::function<void()> done_;
};

/// Runs a workflow job: the state machine of the job (job.cpp) and the state machines of its nodes
/// (start.cpp, decision.cpp, fork.cpp, join.cpp, ending.cpp, action.cpp, sub_workflow.cpp). All
/// calls must be made on the loop's thread.
class JobRun {
 public:
  JobRun(Loop& loop, const hpdl_workflow& workflow, JobRow row, Properties properties);
  ~JobRun();

  /// Reads the rows of this run's nodes from the journal.
  Result<void> Load();
  /// Takes over rows of this run's nodes that the journal already has.
  void TakeRows(std::vector<NodeRow> rows);
  /// Starts or continues the job. PREP or SUSPENDED becomes RUNNING, and one branch begins at the
  /// start node. If a node has a row, the branch continues from the recorded state.
  void Start();
  /// Ends the job: cancels the running actions, and records `state` when all branches have ended.
  /// If the job was not started in this process, stops the actions that an earlier process has left
  /// running, in clusters or on this machine.
  void Finish(JobState state, std::string code, std::string message);
  void Suspend(const std::string& by);
  void Unsuspend();
  /// Makes a node that waits for a retry try again now, as a person has requested. Returns false if
  /// the node does not wait for a retry. Sets `*parked` to true if the job must first be resumed.
  bool Retry(const std::string& node, bool* parked);

  const JobRow& row() const { return row_; }
  JobView& view() { return view_; }
  Loop& loop() { return loop_; }
  bool ended() const { return IsEnd(row_.state); }
  bool ending() const { return ending_; }
  /// True if the job is suspended or all jobs of the loop are being suspended. Then no node of the
  /// job begins.
  bool held() const { return loop_.suspended() || row_.state == JobState::kSuspended; }
  /// True if the job has not ended, or if a coroutine of the job exists, or if a coroutine waits
  /// for the job's end.
  bool at_work() const {
    return !ended() || live_ != 0 || branches_ != nullptr || interrupts_ != 0 || !ended_.empty();
  }
  /// Returns the number of JobRun objects in this process.
  static std::size_t in_memory() { return in_memory_; }
  /// Adds the waits of the job's branches to `entries`.
  void AddWaits(std::vector<ParkingNote::Entry>* entries) const;
  /// Must be called when a callback for a node has become durable, and when the executor gets the
  /// callback. If the node waits for an event that callbacks report, its wait is no longer
  /// confirmed: the executor must first check if the event has happened.
  void Called(std::string_view node);
  /// Puts the parking note into the row of a root job; nullopt removes the note.
  void Park(std::optional<std::string> note);
  /// Puts the row of a node into the journal if the node is still running. The next commit makes
  /// the row durable.
  void PutSoft(std::uint32_t node);
  /// Must be called when the wait of a node for a person has been reported. Puts the row of the
  /// node into the journal without the row's mark (MarkTold() of args_codec.h), so `resume` may try
  /// the node again.
  void PutTold(std::uint32_t node);

  // ---- Functions for the action at a node (action_context.cpp)
  void Write(NodeEntry& entry, NodeState state);
  void TellNode(const NodeEntry& entry);
  /// Reports to the sink at once that the action runs. The journal already has the action's row.
  void TellRunning(const NodeEntry& entry);
  /// Sets the external status of the node if the node is running.
  void SetExternalStatus(std::uint32_t node, std::string_view status);
  /// Returns the node's row in the last earlier run in which the node has recorded progress or an
  /// external id. This run and the runs between must be reruns of failed nodes, because other
  /// reruns begin a node without its past. Returns nullopt if there is no such row.
  std::optional<NodeRow> RowBefore(std::string_view node);
  /// Returns the index of the workflow for an <app-path> of this node, or HPDL_NONE if the program
  /// does not have the workflow.
  std::uint32_t FindSubWorkflow(const std::string& app_path, const hpdl_node& node) const;
  Task<Outcome> RunSubWorkflow(Branch& branch, std::uint32_t node, std::string app_path,
                               Properties configuration);

 private:
  static constexpr std::uint32_t kStop = HPDL_NONE;
  static constexpr std::uint32_t kPark = HPDL_NONE - 1;  ///< the branch waits at this node for
                                                         ///< `resume`
  /// File systems must first answer the node's questions about files.
  static constexpr std::uint32_t kAsk = HPDL_NONE - 2;

  const hpdl_node& At(std::uint32_t index) const { return view_.workflow().nodes[index]; }
  void Spawn(std::uint32_t node, ForkPath path);
  void Launch(std::uint32_t node, ForkPath path);
  Task<void> RunBranch(Branch& branch, std::uint32_t node, ForkPath path);
  void BranchEnded(Branch& branch);
  // The functions from here to CheckComplete() end the job. job_ending.cpp defines them.
  std::optional<JobEnd> UnfinishedEnd();
  void PutEnding();
  bool CancelBranches();
  std::vector<std::uint32_t> TakeParkedOutside();
  Task<void> InterruptWhenDurable(std::vector<std::uint32_t> parked);
  Task<void> ReapWhenDurable();
  /// Records the end of the job if the job is ending, no branch is left, and no action is still
  /// being stopped.
  void CheckComplete();
  // The functions of leftovers.cpp stop the actions that a killed job has left running. `then`
  // counts the actions that are not stopped yet.
  void ReapAll();
  void ReapHere();
  void StopLeft(const std::shared_ptr<StopCount>& then);
  void StopOne(std::uint32_t node, const std::shared_ptr<StopCount>& then);
  Task<void> Stop(std::shared_ptr<Branch> branch, std::uint32_t node,
                  std::shared_ptr<StopCount> then);
  bool MustWait(std::uint32_t node, const ForkPath& path);
  bool MayEnter(std::uint32_t node);
  bool SuspendsAt(std::uint32_t node);

  // Each of these functions does the work of one node. The result is the next node, kStop, kPark or
  // kAsk.
  std::uint32_t PassStart(std::uint32_t node);
  std::uint32_t PassDecision(std::uint32_t node);
  void PassFork(std::uint32_t node, const ForkPath& path);
  std::uint32_t PassJoin(std::uint32_t node, ForkPath* path);
  void PassEnd(std::uint32_t node);
  std::uint32_t PassKill(std::uint32_t node);
  Task<std::uint32_t> PassAction(Branch& branch, std::uint32_t node);

  /// Returns the entry of a node that ended in this run, or null.
  NodeEntry* Ended(std::uint32_t node);
  ProgressEvent EventOf(const NodeEntry& entry) const;
  NodeEntry& Begin(std::uint32_t node);
  std::string TransitionName(const hpdl_edge& edge) const;
  void FailAt(std::uint32_t node, const Error& error);
  std::uint32_t Prepare(std::uint32_t node);
  bool MustAsk(std::uint32_t node);
  Task<std::uint32_t> Ask(Branch& branch, std::uint32_t node);
  Task<Result<void>> AskOnce(Branch& branch, AskedFiles& asked);
  Task<void> Sleep(Branch& branch, std::int64_t milliseconds);
  static void KeepAttempt(Transaction& together, const NodeRow& row);
  void BeginAttempt(NodeEntry& entry, bool again);
  enum class Next : std::uint8_t { kGoOn, kRetry, kPark, kStop };
  Next Conclude(Branch& branch, std::uint32_t node, NodeEntry& entry, Outcome outcome);
  Result<void> PutOnFinish(std::uint32_t node, NodeEntry& entry, NodeState state);
  Next FailOnFinish(NodeEntry& entry, const Error& error);
  /// `at_end` is true if the error came at the end of the action (Outcome::at_end).
  Next Refuse(std::uint32_t node, NodeEntry& entry, const Error& error, bool at_end);
  static void ClearFailure(NodeEntry& entry);
  std::uint32_t Follow(std::uint32_t node, const NodeEntry& entry);
  Task<Next> Attempt(Branch& branch, std::uint32_t node, NodeEntry& entry, bool resumed);
  Verdict Classify(std::uint32_t node, NodeRow& row, const Error& error);
  RetryPolicy TransientPolicyOf(std::uint32_t node) const;
  Task<Next> WaitForRetry(Branch& branch, std::uint32_t node, NodeEntry& entry);
  JobRun* ChildOf(const NodeEntry& entry);
  const JobRow* ChildBefore(const NodeRow& row);
  bool HadChild(const NodeRow& row);
  Result<void> DescribeChild(std::uint32_t workflow, const std::string& app_path,
                             const Properties& properties, JobRow* row);
  Result<JobRun*> MakeChild(NodeEntry& entry, std::uint32_t workflow, const std::string& app_path,
                            const Properties& configuration);
  Result<JobRun*> RunChildAgain(NodeEntry& entry, const JobRow& ended, std::uint32_t workflow,
                                const std::string& app_path, const Properties& configuration);
  void PutJob();
  /// Sets the state of this job as the external status of its parent's action, unless this job has
  /// ended.
  void TellParent();

  struct Parked {
    std::uint32_t node;
    ForkPath path;
  };

  Loop& loop_;
  JobRow row_;
  JobView view_;
  JobNotices notices_;
  std::set<std::string, std::less<>> suspend_nodes_;
  std::vector<Parked> parked_;
  /// For each node, true if a branch has entered it in this process. Empty if fork/join validation
  /// was on, because then no two branches enter one node.
  std::vector<bool> entered_;
  Branch* branches_ = nullptr;
  /// The number of branches that are running or announced (Loop::Announce()), plus the number of
  /// actions that are being stopped.
  std::size_t live_ = 0;
  bool started_ = false;        ///< true if branches of the job were started in this process
  std::size_t interrupts_ = 0;  ///< the number of running calls of InterruptWhenDurable()
  static inline std::size_t in_memory_ = 0;
  bool ending_ = false;
  JobEnd end_;
  WaitList ended_;  ///< the coroutines that wait for the job's end, such as the parent's action

 public:
  WaitList& ended_waiters() { return ended_; }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_RUN_H_
