#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_COMMANDS_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_COMMANDS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/work/children.h"
#include "runtime/server/work/work_line.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// Commands of the programs of jobs: short processes, each of which has a place in the line of
/// commands, and waiting for what comes of them. Loop thread only; what it is given outlives it.
class JobCommands {
 public:
  /// Bytes that a program may answer.
  static constexpr std::size_t kMostAnswer = 16 << 20;

  JobCommands(StateDirectory& state, ServerRecords& records, Children& children,
              std::shared_ptr<WorkLine> line, JobKeeper& keeper);

  /// Any command, when its turn comes.
  Task<Result<ChildEnd>> Run(WorkItem item, ChildCommand command);
  /// Asks a job for something and waits until it is so. The error is the program's.
  Task<Result<void>> Tell(FoundJob found, std::string_view verb, std::string_view option = {});
  /// Asks a process that runs the job. It is wanted before: that process may die behind its
  /// answer.
  Task<Result<void>> TellToGoOn(FoundJob found);
  /// Asks for what brings a job into a state. Who comes second, as after a server that has ended
  /// while its command went on, is refused, and finds that it is so, or soon will be: the engine
  /// refuses by what it is about to commit.
  Task<Result<void>> TellInto(FoundJob found, std::string_view verb, JobState state);
  /// What a program of a coordinator prints when it is told something.
  Task<Result<std::string>> AskFor(FoundJob found, std::string_view verb, ChildCommand command);
  /// A coordinator or a bundle is to run as long as it is not over, whatever was asked of it.
  Result<void> Follow(const std::string& root_id);
  /// Until no program of the job is at work: one ends a moment after what it has done can be seen.
  /// "E0606": it has still something to do.
  Task<Result<void>> AwaitEnd(std::string root_id);
  /// Looks until the job has left a state, for a while: its program goes on anyway.
  Task<Result<void>> AwaitLeft(std::string id, JobState state);

 private:
  StateDirectory& state_;
  ServerRecords& records_;
  Children& children_;
  const std::shared_ptr<WorkLine> line_;
  JobKeeper& keeper_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_COMMANDS_H_
