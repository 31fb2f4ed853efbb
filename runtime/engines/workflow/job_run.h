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

/// A fork that has not been joined yet, as its paths see it. A path that reaches a join takes
/// itself off; the last one goes on after the join, in `parent`.
struct OpenFork {
  std::shared_ptr<OpenFork> parent;
  std::uint32_t node = 0;
  std::uint32_t open = 0;  ///< paths that have not arrived
};
using ForkPath = std::shared_ptr<OpenFork>;

/// One execution path: a coroutine that goes from node to node. Owned by its job until it ends.
struct Branch {
  boost::asio::cancellation_signal cancel;
  bool cancelled = false;
  bool working = false;  ///< in an executor or a wait that the signal can cut short
  boost::asio::steady_timer* retry_timer = nullptr;  ///< it waits for a retry
  std::uint32_t retry_node = 0;                      ///< with retry_timer: of this node
  std::unique_ptr<Wait> wait;                        ///< it does nothing but wait for this
  bool waits = false;           ///< with wait: it has looked, and that has not happened
  std::uint32_t wait_node = 0;  ///< with wait: of this node
  Branch* previous = nullptr;
  Branch* next = nullptr;
};

/// Calls `done` when as many have come down as went up; one is up at the beginning.
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

/// A workflow job at work: its state machine (job.cpp) and those of its nodes (start.cpp,
/// decision.cpp, fork.cpp, join.cpp, ending.cpp, action.cpp, sub_workflow.cpp). Loop thread only.
class JobRun {
 public:
  JobRun(Loop& loop, const hpdl_workflow& workflow, JobRow row, Properties properties);
  ~JobRun();

  /// Reads what the journal knows of this run.
  Result<void> Load();
  /// Begins, or goes on: PREP or SUSPENDED becomes RUNNING, and one branch sets out from the start
  /// node. Where nodes have rows it follows these.
  void Start();
  /// Ends the job: cancels what runs, and records `state` when all branches have ended. Where it
  /// was not started in this process, what an earlier one has left of it is ended.
  void Finish(JobState state, std::string code, std::string message);
  void Suspend(const std::string& by);
  void Unsuspend();
  /// A person wants the node tried again now. False: it waits for nothing. `parked` tells whether
  /// the job has to be unsuspended for it.
  bool Retry(const std::string& node, bool* parked);

  const JobRow& row() const { return row_; }
  JobView& view() { return view_; }
  Loop& loop() { return loop_; }
  bool ended() const { return IsEnd(row_.state); }
  bool ending() const { return ending_; }
  /// It is suspended, or with all jobs about to be: nothing of it is begun.
  bool held() const { return loop_.suspended() || row_.state == JobState::kSuspended; }
  /// A coroutine of it is suspended or on the stack, or waits for its end.
  bool at_work() const {
    return !ended() || live_ != 0 || branches_ != nullptr || interrupts_ != 0 || !ended_.empty();
  }
  /// How many there are in this process.
  static std::size_t in_memory() { return in_memory_; }
  /// Adds what its branches wait for.
  void AddWaits(std::vector<ParkingNote::Entry>* entries) const;
  /// Writes into the row of a root job, or takes out of it, that it is parked.
  void Park(std::optional<std::string> note);
  /// Makes a row that is still of a running action durable with the next commit.
  void PutSoft(std::uint32_t node);
  /// A person can know now that the node waits: `resume` may try it again.
  void PutTold(std::uint32_t node);

  // ---- for the action at a node (action_context.cpp)
  void Write(NodeEntry& entry, NodeState state);
  void TellNode(const NodeEntry& entry);
  /// At once: its intent is durable already.
  void TellRunning(const NodeEntry& entry);
  /// Where the definition behind an <app-path> of this node is; HPDL_NONE if the program has none.
  std::uint32_t FindSubWorkflow(const std::string& app_path, const hpdl_node& node) const;
  Task<Outcome> RunSubWorkflow(Branch& branch, std::uint32_t node, std::string app_path,
                               Properties configuration);

 private:
  static constexpr std::uint32_t kStop = HPDL_NONE;
  static constexpr std::uint32_t kPark = HPDL_NONE - 1;  ///< wait at this node for `resume`
  static constexpr std::uint32_t kAsk = HPDL_NONE - 2;   ///< ask the file systems, then once more

  const hpdl_node& At(std::uint32_t index) const { return view_.workflow().nodes[index]; }
  void Spawn(std::uint32_t node, ForkPath path);
  void Launch(std::uint32_t node, ForkPath path);
  Task<void> RunBranch(Branch& branch, std::uint32_t node, ForkPath path);
  void BranchEnded(Branch& branch);
  // The way to its end (job_ending.cpp).
  std::optional<JobEnd> UnfinishedEnd();
  void PutEnding();
  bool CancelBranches();
  std::vector<std::uint32_t> TakeParkedOutside();
  Task<void> InterruptWhenDurable(std::vector<std::uint32_t> parked);
  Task<void> ReapWhenDurable();
  /// Ends the job at once if nothing of it runs.
  void CheckComplete();
  // What a killed job has left (leftovers.cpp). `then` counts what is still to go.
  void ReapAll();
  void ReapHere();
  void StopLeft(const std::shared_ptr<StopCount>& then);
  void StopOne(std::uint32_t node, const std::shared_ptr<StopCount>& then);
  Task<void> Stop(std::shared_ptr<Branch> branch, std::uint32_t node,
                  std::shared_ptr<StopCount> then);
  bool MustWait(std::uint32_t node, const ForkPath& path);
  bool SuspendsAt(std::uint32_t node);

  // One step each: the next node, or kStop.
  std::uint32_t PassStart(std::uint32_t node);
  std::uint32_t PassDecision(std::uint32_t node);
  void PassFork(std::uint32_t node, const ForkPath& path);
  std::uint32_t PassJoin(std::uint32_t node, ForkPath* path);
  void PassEnd(std::uint32_t node);
  std::uint32_t PassKill(std::uint32_t node);
  Task<std::uint32_t> PassAction(Branch& branch, std::uint32_t node);

  /// The row of a node that ended in this run, or null.
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
  /// `at_end`: as in Outcome.
  Next Refuse(std::uint32_t node, NodeEntry& entry, const Error& error, bool at_end);
  static void ClearFailure(NodeEntry& entry);
  std::uint32_t Follow(std::uint32_t node, const NodeEntry& entry);
  Task<Next> Attempt(Branch& branch, std::uint32_t node, NodeEntry& entry, bool resumed);
  Verdict Judge(std::uint32_t node, NodeRow& row, const Error& error);
  RetryPolicy TransientPolicyOf(std::uint32_t node) const;
  Task<Next> WaitForRetry(Branch& branch, std::uint32_t node, NodeEntry& entry);
  JobRun* ChildOf(const NodeEntry& entry);
  Result<JobRun*> MakeChild(NodeEntry& entry, std::uint32_t workflow, const std::string& app_path,
                            const Properties& configuration);
  void PutJob();

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
  Branch* branches_ = nullptr;
  std::size_t live_ = 0;        ///< branches announced or running, and children being reaped
  bool started_ = false;        ///< its branches set out in this process
  std::size_t interrupts_ = 0;  ///< InterruptWhenDurable() under way
  static inline std::size_t in_memory_ = 0;
  bool ending_ = false;
  JobEnd end_;
  WaitList ended_;  ///< the parent's action

 public:
  WaitList& ended_waiters() { return ended_; }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_RUN_H_
