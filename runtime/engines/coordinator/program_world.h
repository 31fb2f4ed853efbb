#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_PROGRAM_WORLD_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_PROGRAM_WORLD_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/coordinator_world.h"
#include "runtime/engines/coordinator/scheduled_job.h"
#include "runtime/engines/coordinator/workflows.h"
#include "runtime/ground/base/task.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/world/files/path_looks.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {

/// Implements CoordinatorWorld for a program, with file systems and the jobs of the state
/// directory. All calls must be made on the loop's thread. All constructor arguments must outlive
/// this object.
class ProgramWorld final : public CoordinatorWorld {
 public:
  /// If `workflows` is null, each start of a job fails with `refusal`.
  ProgramWorld(boost::asio::io_context& loop, StateDirectory& state,
               std::unique_ptr<Workflows> workflows, Error refusal, PathBase base);
  ~ProgramWorld() override;
  ProgramWorld(const ProgramWorld&) = delete;
  ProgramWorld& operator=(const ProgramWorld&) = delete;

  /// Sets the job to which results are passed. `beat` is called after each result.
  void Answer(ScheduledJob* job, std::function<void()> beat);
  /// Updates the states of the workflows for which StateOf() was called since the last Poll().
  /// Returns true if a state has changed.
  bool Poll();
  /// True if Poll() has states of workflows to update.
  bool Follows() const { return !followed_.empty(); }
  /// True while checks of paths are running.
  bool IsLooking() const { return !looking_.empty(); }

  Result<std::optional<bool>> IsThere(const std::string& path, std::int64_t since_ms) override;
  void Look(const std::vector<std::string>& paths) override;
  Result<std::string> NewWorkflowId() override;
  void Start(WorkflowStart start) override;
  std::optional<JobState> StateOf(const std::string& workflow_id) override;
  std::optional<JobTimes> TimesOf(const std::string& workflow_id) override;
  void Kill(std::int64_t number, const std::string& workflow_id) override;
  void Suspend(std::int64_t number, const std::string& workflow_id) override;
  void Resume(std::int64_t number, const std::string& workflow_id) override;
  void RunAgain(std::int64_t number, const std::string& workflow_id) override;
  void Delete(std::int64_t number, const std::vector<std::string>& uris) override;
  void Ask(std::int64_t number, CoordinatorRequest request) override;

 private:
  /// The result of the last check of a path.
  struct Seen {
    std::int64_t at_ms = 0;
    Result<bool> there = false;
  };
  struct Followed {
    JobState state = JobState::kPrep;
    JobTimes times;
  };
  using Verb = Task<Result<void>> (Workflows::*)(std::string);

  Task<void> StartOne(WorkflowStart start);
  Task<void> RunOneAgain(std::int64_t number, std::string id);
  Task<void> AskOne(std::int64_t number, CoordinatorRequest request);
  template <class T>
  Task<Result<T>> Insist(std::function<Task<Result<T>>()> call);
  Task<void> Tell(std::int64_t number, std::string id, Verb verb);
  Task<void> DeleteAll(std::int64_t number, std::vector<std::string> uris);
  void Spawn(Task<void> task);
  std::optional<JobRow> RowOf(const std::string& workflow_id) const;
  std::optional<std::int64_t> RunOf(const std::string& workflow_id) const;
  void Refresh(const std::string& workflow_id);
  void KeepAlive();
  static Followed SeenOf(const JobRow& row);

  boost::asio::io_context& loop_;
  StateDirectory& state_;
  const std::unique_ptr<Workflows> workflows_;
  const Error refusal_;
  const PathBase base_;
  ScheduledJob* job_ = nullptr;
  std::function<void()> beat_;
  std::map<std::string, Seen> seen_;
  PathLooks looks_;
  std::set<std::string> looking_;             ///< paths whose checks have not ended
  std::map<std::string, Followed> followed_;  ///< workflows with their last known states
  std::set<std::string> asked_;               ///< the arguments of StateOf() since the last Poll()
  /// UTC milliseconds of the next check that each workflow has a process.
  std::int64_t next_keep_ms_ = 0;
  const std::shared_ptr<bool> gone_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_PROGRAM_WORLD_H_
