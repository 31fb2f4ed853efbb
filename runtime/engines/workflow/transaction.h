#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSACTION_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSACTION_H_

#include <cstdint>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/journal.h"

namespace hpdl::rt {

class Loop;

/// A set of records that become durable together or not at all. The loop commits nothing while a
/// transaction is open. The end of a transaction commits if many records have gathered; otherwise
/// the end of the turn commits. A transaction inside another one is part of it. No transaction may
/// be held across a co_await.
///
/// All records are put by transactions. A record that cannot be put breaks the loop, and nothing
/// more is written.
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
  /// Puts the properties of a run of a job.
  void Put(std::int64_t job, std::int64_t run, const Properties& properties);
  /// Puts the notifications of a transition that is put in the same transaction. They are sent when
  /// the transition is durable.
  void Notify(std::vector<NotificationRow> rows);

 private:
  void Count(const Result<void>& put, std::size_t records);
  Loop& loop_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSACTION_H_
