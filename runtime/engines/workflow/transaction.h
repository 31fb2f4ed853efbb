#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSACTION_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSACTION_H_

#include <cstdint>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/journal.h"

namespace hpdl::rt {

class Loop;

/// Records that become durable together or not at all: the loop commits nothing while one is open.
/// Its end may commit, if many records have gathered; else the end of the turn does. One inside
/// another is a part of that. None is held across a co_await.
///
/// Records are put in no other way. What fails breaks the loop, and nothing more is written.
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
  /// Of a run of a job.
  void Put(std::int64_t job, std::int64_t run, const Properties& properties);
  /// Notifications of a transition that is put with them. They are sent when it is durable.
  void Notify(std::vector<NotificationRow> rows);

 private:
  void Count(const Result<void>& put, std::size_t records);
  Loop& loop_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TRANSACTION_H_
