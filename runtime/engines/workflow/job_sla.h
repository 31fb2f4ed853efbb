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

/// Judges what the jobs of a process, and their actions, have agreed on (SLA). What it puts is
/// durable with what it was told of. Loop thread only.
class JobSla {
 public:
  virtual ~JobSla() = default;
  /// Judges what has ended while no engine ran it; durable when it returns. `jobs`: all of the
  /// journal. To be called once, before all else.
  virtual Result<void> CatchUp(const std::vector<JobRow>& jobs) = 0;
  /// A row is being put. Errors are those of the journal.
  virtual Result<void> Saw(Transaction& together, const JobRow& row) = 0;
  virtual Result<void> Saw(Transaction& together, const NodeRow& row) = 0;
  /// When the passing of time alone brings something; nothing: never.
  virtual std::optional<std::int64_t> NextMs() const = 0;
  /// Sends an alert: Notifier::send_other.
  virtual Task<TryResult> Send(NotificationRow row) = 0;
};

}  // namespace hpdl::rt

/// How a process judges agreements. A program whose workflows have some points to one
/// (hpdl_program::sla), so that no other program links its code.
struct hpdl_sla {
  std::unique_ptr<hpdl::rt::JobSla> (*open)(hpdl::rt::Loop& loop);
  /// Refuses terms of the root workflow and its actions that are none, "E0302".
  hpdl::rt::Result<void> (*check)(const hpdl_program& program, hpdl::rt::JobView& view);
  /// Notes that a root job has agreements, before the first commit of it.
  hpdl::rt::Result<void> (*note)(const hpdl::rt::StateDirectory& state, std::string_view root_id);
};

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_SLA_H_
