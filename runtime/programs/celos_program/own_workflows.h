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

/// Jobs of the workflows that are compiled into this program, each in a process of its own, in the
/// state directory of the program. A submission has the id of its job from the beginning
/// (JobIdOf), so what is submitted twice is one job.
class OwnWorkflows {
 public:
  /// What it is given outlives it. `options`: how jobs run, without properties.
  OwnWorkflows(const hpdl_program& program, StateDirectory& state, RunOptions options)
      : program_(program), state_(state), options_(std::move(options)) {}

  Result<std::string> Submit(const Submission& submission, std::uint32_t workflow,
                             const Properties& properties);
  /// Done twice is as done once.
  Result<void> Start(const std::string& id);
  /// A job whose process has gone before its end goes on. One that is suspended is one that runs.
  Result<JobProgress> Look(const std::string& id);
  Result<void> Kill(const std::string& id);
  Result<FoundJob> Find(const Submission& submission);
  /// Whether a job is one of these.
  bool Has(const std::string& id) const { return !id.empty() && state_.HasJob(id); }

  /// Waits for processes of this one that have ended. Whether there were some.
  bool Reap();

 private:
  Result<JobRow> RowOf(const std::string& id) const;
  Result<JobFacts> FactsOf(const std::string& id) const;
  Result<void> KillBy(const JobFacts& facts, const std::string& id);
  Result<void> Begin(const std::string& id, const char* verb);

  /// The process of a job, and when it was started.
  struct Child {
    pid_t process = -1;  ///< -1: it has ended
    std::chrono::steady_clock::time_point begun;
  };

  const hpdl_program& program_;
  StateDirectory& state_;
  const RunOptions options_;
  std::map<std::string, Child> children_;  ///< by id
};

/// The workflow that a job of the program is of (JobFacts::part); null: the program has none.
std::unique_ptr<PartOfProgram> WorkflowOf(const hpdl_program& program, std::string_view part);

/// The key of a submission: an id for its job, should that be one of ours, and what no other
/// submission has.
std::string KeyWith(const std::string& job_id, const std::string& key);
/// "" if there is none.
std::string JobIdOf(const Submission& submission);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_OWN_WORKFLOWS_H_
