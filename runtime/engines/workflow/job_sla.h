#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_SLA_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_SLA_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/notification.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

class JobView;
class Loop;
class StateDirectory;
class Transaction;

/// Judges the agreements (SLA) of the jobs of a process and of their actions. The judgements become
/// durable together with the rows of the jobs and actions. All calls must be made on the loop's
/// thread.
class JobSla {
 public:
  virtual ~JobSla() = default;
  /// Judges the jobs and actions that ended while no engine ran them. The judgements are durable
  /// when the function returns. `jobs` are all jobs of the journal. Must be called once, before all
  /// other functions.
  virtual Result<void> CatchUp(const std::vector<JobRow>& jobs) = 0;
  /// The engine calls this function for each row that is put in the transaction `together`. Returns
  /// the journal's error if the journal fails.
  virtual Result<void> Saw(Transaction& together, const JobRow& row) = 0;
  virtual Result<void> Saw(Transaction& together, const NodeRow& row) = 0;
  /// Returns the UTC milliseconds of the next judgement that depends only on the time, or nullopt
  /// if there is no such judgement.
  virtual std::optional<std::int64_t> NextMs() const = 0;
  /// Sends an alert. Notifier::send_other calls this function.
  virtual Task<TryResult> Send(NotificationRow row) = 0;
};

}  // namespace hpdl::rt

/// The functions that judge agreements. Only a program whose workflows have agreements points to
/// these functions (hpdl_program::sla), so no other program links their code.
struct hpdl_sla {
  std::unique_ptr<hpdl::rt::JobSla> (*open)(hpdl::rt::Loop& loop);
  /// Returns "E0302" if the SLA agreements of the root workflow or its actions have invalid terms.
  hpdl::rt::Result<void> (*check)(const hpdl_program& program, hpdl::rt::JobView& view);
  /// Notes that a root job has SLA agreements. Must be called before the job's first commit.
  hpdl::rt::Result<void> (*note)(const hpdl::rt::StateDirectory& state, std::string_view root_id);
};

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_SLA_H_
