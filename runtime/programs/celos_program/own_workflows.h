#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_OWN_WORKFLOWS_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_OWN_WORKFLOWS_H_

#include <sys/types.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt::celos {

/// Jobs of the workflows that are compiled into this program. Each job runs in its own process, in
/// the program's state directory. The id of the job is part of the submission's key (JobIdOf), so a
/// repeated submission does not make a second job.
class OwnWorkflows {
 public:
  /// `program` and `state` must outlive this object. `options` are the options of all jobs; they
  /// contain no properties.
  OwnWorkflows(const hpdl_program& program, StateDirectory& state, RunOptions options)
      : program_(program), state_(state), options_(std::move(options)) {}

  Result<std::string> Submit(const Submission& submission, std::uint32_t workflow,
                             const Properties& properties);
  /// Starts a job. A second call for the same job has no effect.
  Result<void> Start(const std::string& id);
  /// Returns the progress of a job. If the job has not ended but its process has, starts a new
  /// process for the job. A suspended job is reported as running.
  Result<JobProgress> Look(const std::string& id);
  Result<void> Kill(const std::string& id);
  Result<FoundJob> Find(const Submission& submission);
  /// True if the job is in this state directory.
  bool Has(const std::string& id) const { return !id.empty() && state_.HasJob(id); }

  /// Collects the child processes that have ended. Returns true if a process has ended since the
  /// last call.
  bool Reap();

 private:
  Result<JobRow> RowOf(const std::string& id) const;
  Result<JobFacts> FactsOf(const std::string& id) const;
  Result<void> KillBy(const JobFacts& facts, const std::string& id);
  Result<void> Begin(const std::string& id, const char* verb);

  /// The process that runs a job, and the time at which it was started.
  struct Child {
    pid_t process = -1;  ///< -1: the process has ended
    std::chrono::steady_clock::time_point begun;
  };

  const hpdl_program& program_;
  StateDirectory& state_;
  const RunOptions options_;
  std::map<std::string, Child> children_;  ///< the key is the id of the job
};

/// Returns the workflow that a job runs, as a PartOfProgram. `part` is JobFacts::part, the number
/// of the workflow. Returns null if the program does not have the workflow.
std::unique_ptr<PartOfProgram> WorkflowOf(const hpdl_program& program, std::string_view part);

/// Makes the key of a submission from `job_id` and `key`. `job_id` is the id that the job gets if
/// it runs in this program. `key` is a text that no other submission has.
std::string KeyWith(const std::string& job_id, const std::string& key);
/// Returns the id of a job from the key of a submission; "" if the key contains no id.
std::string JobIdOf(const Submission& submission);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_OWN_WORKFLOWS_H_
