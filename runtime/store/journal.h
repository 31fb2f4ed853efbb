#ifndef HPDL_RUNTIME_STORE_JOURNAL_H_
#define HPDL_RUNTIME_STORE_JOURNAL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/coordinator_records.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

/// The outcome of a commit.
enum class CommitOutcome : std::uint8_t {
  kDurable,
  kFenced,  ///< final: another process has the lease now, and this process must leave the job alone
  kLostHistory,  ///< the journal contradicts itself; final
  kUnavailable,  ///< the write failed or got no answer, so the rows may or may not be durable
};

/// The error code of a commit that was fenced.
inline constexpr const char* kFenced = "E0731";
/// Returns the outcome for the result of Commit().
CommitOutcome OutcomeOf(const Result<void>& commit);

class Database;
/// Access to the journal's database for code that keeps rows in tables of its own, for example the
/// rows of coordinators.
struct JournalTables {
  Database* database = nullptr;
  /// Begins the transaction that the next commit ends, unless it has begun already.
  std::function<Result<void>()> begin;
};

/// The journal of one job. It decides what is true of the job and of its sub-workflow jobs. Data in
/// memory is only a cache. Not thread-safe.
///
/// Every implementation promises:
/// - Only the process that has the lease opens the journal for writing. Opening raises the
///   journal's epoch. After that no write of an older epoch becomes durable. Each commit compares
///   its own epoch with the journal's epoch, and is fenced (refused) if they differ. Rows read
///   after opening are the state from which the commits of this epoch continue.
/// - Put* collects rows. Commit() makes all of these rows durable or none of them, after all
///   earlier commits. Readers in other processes see the last commit. A failed Put* makes the
///   commit fail too.
/// - One commit is in flight at a time. Rows that are put before its end belong to the next commit.
///   turn() counts the commits, so each commit has a number. A commit without an answer can be
///   repeated under its number and takes effect only once. Before the answer, the commit may or may
/// not be durable. So a process that stops waiting for the answer must end as if it had crashed.
/// - The writer chooses the numbers of attempts and callbacks. PutNotification() chooses the number
///   of a notification whose number is 0.
class Journal {
 public:
  virtual ~Journal() = default;
  virtual Result<void> PutFacts(const JobFacts& facts) = 0;
  virtual Result<void> PutJob(const JobRow& row) = 0;
  virtual Result<void> PutNode(const NodeRow& row) = 0;
  /// Writes the properties of a job's run, after expansion. Replaces the properties written before.
  virtual Result<void> PutProperties(std::int64_t job, std::int64_t run,
                                     const Properties& properties) = 0;
  virtual Result<void> PutCallback(const CallbackRow& row) = 0;
  virtual Result<void> PutAttempt(const AttemptRow& row) = 0;
  virtual Result<void> PutAnswer(const AnswerRow& row) = 0;
  /// Writes the row of a run that has ended and is followed by another run.
  virtual Result<void> PutEndedRun(const JobRow& row) = 0;
  /// Inserts or replaces the notification. An id of 0 is replaced by the next id, also in `row`.
  virtual Result<void> PutNotification(NotificationRow* row) = 0;
  /// Returns the records of coordinators, bundles and agreements. The object lives as long as the
  /// journal. The function is not virtual: programs that never call it do not link the code for
  /// these records.
  CoordinatorRecords& coordinator();
  /// Gives coordinator() access to the journal's database, in which coordinator() keeps its own
  /// tables.
  virtual JournalTables tables() = 0;
  /// Makes the rows durable before it returns. Without rows it does nothing and succeeds. Meant for
  /// callers without an event loop.
  virtual Result<void> Commit() = 0;
  using Settled = std::function<void(const Result<void>&)>;
  /// Commits for a caller with an event loop. `settled` is called once, either before this function
  /// returns or later on the loop. Neither commit function may be called again before that.
  virtual void CommitThen(const Settled& settled) { settled(Commit()); }
  /// Returns the number of durable commits of this object.
  virtual std::int64_t turn() const = 0;
  virtual bool dirty() const = 0;  ///< true if rows wait for Commit()
  /// Fails with the fatal error "E0607" if the journal was removed while this process writes it,
  /// because further commits would be lost. Always succeeds if the store does not let anybody
  /// remove a journal that is in use.
  virtual Result<void> CheckThere() const = 0;

  virtual Result<JobFacts> Facts() = 0;
  virtual Result<std::vector<JobRow>> Jobs() = 0;
  virtual Result<std::vector<NodeRow>> Nodes(std::int64_t job, std::int64_t run) = 0;
  /// Returns the row of one node, or nullopt if the run has no row of this node.
  virtual Result<std::optional<NodeRow>> Node(std::int64_t job, std::int64_t run,
                                              std::string_view node) = 0;
  virtual Result<Properties> JobProperties(std::int64_t job, std::int64_t run) = 0;
  /// Returns the callbacks of one run of a job, ordered by node, attempt and number.
  virtual Result<std::vector<CallbackRow>> Callbacks(std::int64_t job, std::int64_t run) = 0;
  virtual Result<NotificationReport> Notifications() = 0;
  /// Returns the answers to the messages of the mailbox, ordered by message id.
  virtual Result<std::vector<AnswerRow>> Answers() = 0;
  /// Returns the attempts of one run of a job, ordered by node and attempt.
  virtual Result<std::vector<AttemptRow>> Attempts(std::int64_t job, std::int64_t run) = 0;
  /// Returns the rows of the jobs at the end of their earlier runs, ordered by job and run. A
  /// journal older than version 4 has no such rows.
  virtual Result<std::vector<JobRow>> EndedRuns() = 0;
  /// Returns the highest NodeRow.sequence of all jobs and runs; 0 if there are no nodes.
  virtual Result<std::int64_t> LastSequence() = 0;

 protected:
  /// Destroys the CoordinatorRecords object. Must be called before the database is closed.
  void DropCoordinator() { coordinator_.reset(); }

 private:
  std::unique_ptr<CoordinatorRecords> coordinator_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_JOURNAL_H_
