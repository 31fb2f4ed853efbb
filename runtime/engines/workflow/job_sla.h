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

/// Checks whether the jobs of a process and their actions meet the times in their agreements (SLA).
/// The results become durable together with the rows of the jobs and actions. All calls must be
/// made on the loop's thread.
class JobSla {
 public:
  virtual ~JobSla() = default;
  /// Checks the agreements of jobs and actions that ended while no engine ran them. The results are
  /// durable when the function returns. `jobs` are all jobs of the journal. Must be called once,
  /// before all other functions.
  virtual Result<void> CatchUp(const std::vector<JobRow>& jobs) = 0;
  /// The engine calls this function for each row that is put in the transaction `together`. Returns
  /// the journal's error if the journal fails.
  virtual Result<void> Saw(Transaction& together, const JobRow& row) = 0;
  virtual Result<void> Saw(Transaction& together, const NodeRow& row) = 0;
  /// Returns the UTC milliseconds of the next check that is due because of the time alone, without
  /// a new row. Returns nullopt if no check will be due.
  virtual std::optional<std::int64_t> NextMs() const = 0;
  /// Sends an alert. Notifier::send_other calls this function.
  virtual Task<TryResult> Send(NotificationRow row) = 0;
};

}  // namespace hpdl::rt

/// The functions for agreements (SLA). Only a program whose workflows have agreements points to
/// these functions (hpdl_program::sla), so no other program links their code.
struct hpdl_sla {
  std::unique_ptr<hpdl::rt::JobSla> (*open)(hpdl::rt::Loop& loop);
  /// Returns "E0302" if the SLA agreements of the root workflow or its actions have invalid terms.
  hpdl::rt::Result<void> (*check)(const hpdl_program& program, hpdl::rt::JobView& view);
  /// Notes that a root job has SLA agreements. Must be called before the job's first commit.
  hpdl::rt::Result<void> (*note)(const hpdl::rt::StateDirectory& state, std::string_view root_id);
};

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_SLA_H_
