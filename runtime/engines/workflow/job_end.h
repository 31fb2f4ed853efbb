#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_END_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_END_H_

#include <optional>
#include <string>

#include "runtime/store/records.h"

/// A job that is stopped ends in three steps: its row records the coming end, the actions that
/// still run are stopped, and the row gets the end state. If the actions were stopped first and the
/// process died then, the next process would treat the stopped actions as failed.
namespace hpdl::rt {

struct JobEnd {
  JobState state = JobState::kKilled;
  std::string code, message;

  static JobEnd Killed() { return {JobState::kKilled, {}, "killed on request"}; }
};

/// Records in the row that the job is ending with `end`. The job must not have ended. The job's
/// state does not change.
void MarkEnding(const JobEnd& end, JobRow* row);
/// Returns the end that MarkEnding() recorded in the row, or nullopt. An engine that continues this
/// job starts no more nodes and ends the job.
std::optional<JobEnd> EndingOf(const JobRow& row);
/// Sets the end state, error and end time of the job in the row. The end time is the current time.
void PutAtEnd(const JobEnd& end, JobRow* row);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_END_H_
