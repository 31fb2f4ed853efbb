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

/// Coordinators and bundles that are run without processes, by a clock that somebody else moves.
namespace hpdl::rt {

/// A workflow that a coordinator has started. Nobody runs it: its end is told.
struct PlayedWorkflow {
  std::string app_path;
  JobState state = JobState::kRunning;
  std::int64_t run = 0;
  Properties properties;
};

/// Jobs with journals in one state directory, their workflows, and files of this machine.
class PlayedJobs {
 public:
  /// Makes the directory. All jobs have the settings of the site file.
  static Result<std::unique_ptr<PlayedJobs>> Open(const std::string& path, std::string site_path);
  ~PlayedJobs();

  /// The program of the definition at a URI. Borrowed.
  void SetProgram(const std::string& uri, const hpdl_program& program) {
    programs_[uri] = &program;
  }

  /// Makes a job of the definition at a URI, as the server does. `name`: of a coordinator, as its
  /// bundle calls it; else "".
  Result<std::string> SubmitJob(const std::string& uri, Properties properties, std::string name);
  /// `request.job` says whom. E0604 if there is no such job.
  Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request);
  /// Beats all jobs until none has anything left to do at this time. `crashing`: again and again a
  /// process dies before what it asks for is done, or before it knows that, and another one comes.
  Result<void> Settle(bool crashing);
  /// When one of them has something to do by itself; none: never.
  std::optional<std::int64_t> NextBeatMs() const;

  /// Null: there is no such job.
  Journal* JournalOf(const std::string& id);
  const JobRow* RowOf(const std::string& id) const;
  /// By their ids.
  const std::map<std::string, PlayedWorkflow>& workflows() const { return workflows_; }
  /// A workflow comes to a state by itself. E0604 if there is none.
  Result<void> SetState(const std::string& workflow, JobState state);

 private:
  class World;
  struct Job;

  PlayedJobs(std::unique_ptr<StateDirectory> state, std::string site_path);
  /// Also in the place of a process that has died: what was under way is lost.
  Result<void> OpenJob(Job* job);
  Result<void> Crash(Job* job);
  Result<std::string> StartJob(const WorkflowStart& start);

  const std::unique_ptr<StateDirectory> state_;
  const std::string site_path_;
  std::map<std::string, const hpdl_program*> programs_;
  std::map<std::string, std::unique_ptr<Job>> jobs_;
  std::map<std::string, PlayedWorkflow> workflows_;
  std::map<std::string, std::string> ids_;  ///< of what was started, by the key of the start
  int life_ = 1, steps_left_ = 1;           ///< until a process dies
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_PLAYED_JOBS_H_
