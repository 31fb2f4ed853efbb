#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_PLAYED_JOBS_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_PLAYED_JOBS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/coordinator_request.h"
#include "runtime/engines/coordinator/coordinator_world.h"
#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/store/journal.h"
#include "runtime/store/local/state_directory.h"

/// Runs coordinators and bundles without processes, by a clock that the caller moves.
namespace hpdl::rt {

/// A workflow that a coordinator has started. The workflow does not run; SetState() sets its state.
struct PlayedWorkflow {
  std::string app_path;
  JobState state = JobState::kRunning;
  std::int64_t run = 0;
  Properties properties;
};

/// Jobs with journals in one state directory, and their workflows. Data is checked on this machine.
class PlayedJobs {
 public:
  /// Makes the directory. The settings of the site file apply to all jobs.
  static Result<std::unique_ptr<PlayedJobs>> Open(const std::string& path, std::string site_path);
  ~PlayedJobs();

  /// Sets the program of the definition at a URI. Borrows the program.
  void SetProgram(const std::string& uri, const hpdl_program& program) {
    programs_[uri] = &program;
  }

  /// Makes a job of the definition at a URI. `name` is the name that a bundle gives to its
  /// coordinator, or "" if there is no bundle.
  Result<std::string> SubmitJob(const std::string& uri, Properties properties, std::string name);
  /// Sends the request to the job `request.job`. Returns E0604 if there is no such job.
  Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request);
  /// Calls Beat() of all jobs until no job has more to do at this time. If `crashing` is true,
  /// processes of jobs die before their operations begin or before they get the results. New
  /// processes continue the jobs.
  Result<void> Settle(bool crashing);
  /// Returns the UTC milliseconds at which a job next has work without a command, or no value if
  /// there is no such time.
  std::optional<std::int64_t> NextBeatMs() const;

  /// JournalOf() and RowOf() return null if there is no job with this id.
  Journal* JournalOf(const std::string& id);
  const JobRow* RowOf(const std::string& id) const;
  /// The workflows by their ids.
  const std::map<std::string, PlayedWorkflow>& workflows() const { return workflows_; }
  /// Sets the state of a workflow. Returns E0604 if there is no such workflow.
  Result<void> SetState(const std::string& workflow, JobState state);

 private:
  class World;
  struct Job;

  PlayedJobs(std::unique_ptr<StateDirectory> state, std::string site_path);
  /// Opens the journal and the engine of a job. If the job is already open, acts as a new process
  /// after a crash; pending results are lost.
  Result<void> OpenJob(Job* job);
  Result<void> Crash(Job* job);
  Result<std::string> StartJob(const WorkflowStart& start);
  /// Tells all jobs that the state of a job or a workflow has changed.
  void TellOfStates();

  const std::unique_ptr<StateDirectory> state_;
  const std::string site_path_;
  std::map<std::string, const hpdl_program*> programs_;
  std::map<std::string, std::unique_ptr<Job>> jobs_;
  std::map<std::string, PlayedWorkflow> workflows_;
  std::map<std::string, std::string> ids_;  ///< ids of started jobs by the key of the start
  /// The number of steps after which the current process dies, and the number of steps that are
  /// left.
  int life_ = 1, steps_left_ = 1;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_PLAYED_JOBS_H_
