#ifndef HPDL_RUNTIME_STORE_JOURNAL_H_
#define HPDL_RUNTIME_STORE_JOURNAL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/coordinator_records.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

/// What has come of a commit.
enum class CommitOutcome : std::uint8_t {
  kDurable,
  kFenced,       ///< another process has the lease, and writes. Final: the job is left alone
  kLostHistory,  ///< the journal contradicts itself. Final
  kUnavailable,  ///< it could not be written, or nothing answers: durable or not, nobody knows
};

/// The code of the error of a commit that was fenced.
inline constexpr const char* kFenced = "E0731";
/// Of what Commit() gave.
CommitOutcome OutcomeOf(const Result<void>& commit);

class Database;
/// Where rows of more tables than those of workflows go.
struct JournalTables {
  Database* database = nullptr;
  /// Begins the transaction that the next commit ends, if there is none yet.
  std::function<Result<void>()> begin;
};

/// The journal of one job: the truth about it and the sub-workflow jobs in it. Memory is a cache.
/// Not thread-safe.
///
/// What each implementation promises:
/// - It is opened for writing by who has the lease, which raises its epoch. From then on nothing
///   of an older epoch becomes durable: each commit checks the epoch itself, and is fenced if it is
///   not the journal's. What is read afterwards is what the commits of this epoch go on from.
/// - Put* gather; Commit() makes that durable, all of it or nothing, after all commits before.
///   Readers in other processes see the last commit. A failed Put* fails the commit too.
/// - One commit is in flight at a time, and what is put meanwhile belongs to the next. Commits have
///   numbers, turn(), by which one that was not answered can be repeated without coming true twice.
///   Until it is answered it may or may not be durable; so who gives up on it ends as in a crash.
/// - Numbers of rows (notifications, attempts, callbacks) come from the writer, not from here.
class Journal {
 public:
  virtual ~Journal() = default;
  virtual Result<void> PutFacts(const JobFacts& facts) = 0;
  virtual Result<void> PutJob(const JobRow& row) = 0;
  virtual Result<void> PutNode(const NodeRow& row) = 0;
  /// The properties of a job's run, after expansion. Replaces what was there.
  virtual Result<void> PutProperties(std::int64_t job, std::int64_t run,
                                     const Properties& properties) = 0;
  virtual Result<void> PutCallback(const CallbackRow& row) = 0;
  virtual Result<void> PutAttempt(const AttemptRow& row) = 0;
  virtual Result<void> PutAnswer(const AnswerRow& row) = 0;
  /// The row of a run that has ended and that another run follows.
  virtual Result<void> PutEndedRun(const JobRow& row) = 0;
  /// Inserts or replaces. An id of 0 becomes the next one, which is written to the row.
  virtual Result<void> PutNotification(NotificationRow* row) = 0;
  /// What coordinators and bundles have, and agreements. It lives as long as the journal. Not
  /// virtual: programs that never call it do not link what reads and writes it.
  CoordinatorRecords& coordinator();
  /// For it: where more tables are.
  virtual JournalTables tables() = 0;
  /// Durable when it returns. Nothing to commit is fine and free. For who has no loop that goes on.
  virtual Result<void> Commit() = 0;
  using Settled = std::function<void(const Result<void>&)>;
  /// The same for a loop. `settled` is called once, before this returns or later on the loop; until
  /// then neither is called again.
  virtual void CommitThen(const Settled& settled) { settled(Commit()); }
  /// Commits of this object that are durable.
  virtual std::int64_t turn() const = 0;
  virtual bool dirty() const = 0;  ///< something waits for Commit()
  /// Fatal "E0607" where a journal can be removed under who writes it, and has been: what is
  /// committed would be lost.
  virtual Result<void> CheckThere() const = 0;

  virtual Result<JobFacts> Facts() = 0;
  virtual Result<std::vector<JobRow>> Jobs() = 0;
  virtual Result<std::vector<NodeRow>> Nodes(std::int64_t job, std::int64_t run) = 0;
  virtual Result<Properties> JobProperties(std::int64_t job, std::int64_t run) = 0;
  /// Of one run of a job, by node, attempt and number.
  virtual Result<std::vector<CallbackRow>> Callbacks(std::int64_t job, std::int64_t run) = 0;
  virtual Result<NotificationReport> Notifications() = 0;
  /// By the ids of the messages.
  virtual Result<std::vector<AnswerRow>> Answers() = 0;
  /// Of one run of a job, by node and attempt.
  virtual Result<std::vector<AttemptRow>> Attempts(std::int64_t job, std::int64_t run) = 0;
  /// The root job as its earlier runs left it, the first one first. A journal from before version 4
  /// knows none.
  virtual Result<std::vector<JobRow>> EndedRuns() = 0;
  /// The highest NodeRow.sequence of all jobs and runs; 0 if there is none.
  virtual Result<std::int64_t> LastSequence() = 0;

 protected:
  /// To be called before the database goes.
  void DropCoordinator() { coordinator_.reset(); }

 private:
  std::unique_ptr<CoordinatorRecords> coordinator_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_JOURNAL_H_
