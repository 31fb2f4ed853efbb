#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSACTION_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSACTION_H_

#include <cstdint>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/journal.h"

namespace hpdl::rt {

class Loop;
struct NextRun;

/// A set of records that become durable together or not at all. The loop does not commit while a
/// transaction is open. The end of a transaction commits if there are many records; otherwise the
/// end of the loop's turn commits. A transaction inside another transaction is part of that
/// transaction. No transaction may be open across a co_await.
///
/// All records are put by transactions. If a record cannot be put, the loop stops without a further
/// write.
class Transaction {
 public:
  explicit Transaction(Loop& loop);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void Put(const JobRow& row);
  void Put(const NodeRow& row);
  void Put(const AttemptRow& row);
  void Put(const CallbackRow& row);
  /// Puts the properties of a run of a job into the journal.
  void Put(std::int64_t job, std::int64_t run, const Properties& properties);
  /// Puts the records with which the next run of a job begins.
  void Put(const NextRun& next);
  /// Puts the notifications of a transition in the same transaction as the transition. The
  /// notifications are sent when the transition is durable.
  void Notify(std::vector<NotificationRow> rows);

 private:
  void Count(const Result<void>& put, std::size_t records);
  Loop& loop_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSACTION_H_
