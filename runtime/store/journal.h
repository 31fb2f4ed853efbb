#ifndef HPDL_RUNTIME_STORE_JOURNAL_H_
#define HPDL_RUNTIME_STORE_JOURNAL_H_

#include <cstdint>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/store/records.h"
#include "runtime/value/eval.h"

namespace hpdl::rt {

/// The journal of one job. Not thread-safe. Put* calls gather in a transaction that Commit() makes
/// durable; a crash loses all or nothing of it. Readers in other processes see the last commit.
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
  /// Durable when it returns. Nothing to commit is fine and free.
  virtual Result<void> Commit() = 0;
  virtual bool dirty() const = 0;  ///< something waits for Commit()

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
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_JOURNAL_H_
