#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_END_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_END_H_

#include <optional>
#include <string>

#include "runtime/store/records.h"

/// The end of a job in two steps. Everything that still runs must be ended first, and that is an
/// effect: if a process died between this effect and the record of its reason, the next process
/// would see failed actions. So the job's end is made durable before anything is ended.
namespace hpdl::rt {

struct JobEnd {
  JobState state = JobState::kKilled;
  std::string code, message;

  static JobEnd Killed() { return {JobState::kKilled, {}, "killed on request"}; }
};

/// Marks the row of a job that has not ended: the job is on its way to `end`. The job's state
/// stays.
void MarkEnding(const JobEnd& end, JobRow* row);
/// Returns the end that the row is marked with, or nullopt. An engine that goes on with a marked
/// job starts no more nodes and brings the job to this end.
std::optional<JobEnd> EndingOf(const JobRow& row);
/// Sets the row to the end of the job, with the present time.
void PutAtEnd(const JobEnd& end, JobRow* row);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_END_H_
