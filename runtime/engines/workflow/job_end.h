#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_END_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_END_H_

#include <optional>
#include <string>

#include "runtime/store/records.h"

/// How a job comes to its end. What still runs of it has to be ended first, and that is an effect:
/// a process that dies between the effect and the record of why would have the next one see actions
/// that failed. So the end is durable before anything is ended.
namespace hpdl::rt {

struct JobEnd {
  JobState state = JobState::kKilled;
  std::string code, message;

  static JobEnd Killed() { return {JobState::kKilled, {}, "killed on request"}; }
};

/// Marks the row of a job that has not ended: it is on its way to `end`. Its state stays.
void MarkEnding(const JobEnd& end, JobRow* row);
/// The end that the row is marked with. Whoever goes on with the job brings it there, and starts
/// nothing more.
std::optional<JobEnd> EndingOf(const JobRow& row);
/// The job has ended now.
void PutAtEnd(const JobEnd& end, JobRow* row);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_JOB_END_H_
