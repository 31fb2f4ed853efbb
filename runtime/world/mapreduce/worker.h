#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_WORKER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_WORKER_H_

#include <optional>
#include <string>

#include "runtime/world/mapreduce/job.h"

/// Runs a job in a process of its own: the program starts itself again as the worker of an attempt.
/// The plan for the worker and the worker's report are files in the attempt's directory.
namespace hpdl::rt::mapreduce {

/// Writes the plan for RunWorker(). Returns a StorageError() if the file cannot be written.
Result<void> WritePlan(const std::string& directory, const JobPlan& plan);
/// Reads the worker's report. Returns nullopt if the report is missing or broken.
std::optional<JobReport> ReadReport(const std::string& directory);

/// The main() of the worker: runs the job planned in `directory`. Returns 0 if a report was
/// written, even if the job failed; otherwise 1.
int RunWorker(const char* directory);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_WORKER_H_
