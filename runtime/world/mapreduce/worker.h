#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_WORKER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_WORKER_H_

#include <optional>
#include <string>

#include "runtime/world/mapreduce/job.h"

/// A job in a process of its own: the program runs itself as the worker of an attempt. Plan and
/// report pass through files in the attempt's directory.
namespace hpdl::rt::mapreduce {

/// Writes the plan for RunWorker(). Errors as those of SpillFile.
Result<void> WritePlan(const std::string& directory, const JobPlan& plan);
/// What the worker came to; nothing if it has not got that far.
std::optional<JobReport> ReadReport(const std::string& directory);

/// main() of the worker: the job planned in `directory`. 0: a report was written, whatever it says.
int RunWorker(const char* directory);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_WORKER_H_
