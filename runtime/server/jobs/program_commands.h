#ifndef HPDL_RUNTIME_SERVER_JOBS_PROGRAM_COMMANDS_H_
#define HPDL_RUNTIME_SERVER_JOBS_PROGRAM_COMMANDS_H_

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

/// Runs short commands of the programs of jobs, and waits for their effects. Each command waits for
/// a place in the line WorkKind::kCommand. Loop thread only. The objects that the constructor gets
/// must outlive this one.
class ProgramCommands {
 public:
  /// The maximum length of a program's answer, in bytes.
  static constexpr std::size_t kMostAnswer = 16 << 20;

  ProgramCommands(StateDirectory& state, ServerRecords& records, Children& children,
                  std::shared_ptr<WorkLine> line, JobKeeper& keeper);

  /// Runs `command` when its turn comes.
  Task<Result<ChildEnd>> Run(WorkItem item, ChildCommand command);
  /// Sends a verb to the program of a job, and waits until the program has done it. If the program
  /// refuses, returns its error.
  Task<Result<void>> Tell(FoundJob found, std::string_view verb, std::string_view option = {});
  /// Sends the verb resume to the process that runs the job. First records that the job should run,
  /// because that process may die right after its answer.
  Task<Result<void>> TellToGoOn(FoundJob found);
  /// Sends a verb that brings the job into `state` to the program of the job. If the program
  /// refuses, the call still succeeds when the job reaches `state` within two seconds. This happens
  /// if an earlier server sent the same command and ended. The engine then refuses the second
  /// command because of the new state, and commits this state a moment later.
  Task<Result<void>> TellInto(FoundJob found, std::string_view verb, JobState state);
  /// Runs `command` of a coordinator's or a bundle's program, and returns what the program prints.
  Task<Result<std::string>> AskFor(FoundJob found, std::string_view verb, ChildCommand command);
  /// Records that a coordinator or a bundle should run, if it has not ended. Call it after each
  /// command.
  Result<void> Follow(const std::string& root_id);
  /// Waits until no program of the job runs. A program ends a moment after its effect can be seen.
  /// "E0606": the program did not end in time.
  Task<Result<void>> AwaitEnd(std::string root_id);
  /// Waits until the job is no longer in `state`, but not longer than two seconds. The call does
  /// not affect the program of the job.
  Task<Result<void>> AwaitLeft(std::string id, JobState state);

 private:
  StateDirectory& state_;
  ServerRecords& records_;
  Children& children_;
  const std::shared_ptr<WorkLine> line_;
  JobKeeper& keeper_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PROGRAM_COMMANDS_H_
