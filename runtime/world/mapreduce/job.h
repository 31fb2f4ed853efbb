#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_JOB_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_JOB_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/value/eval.h"
#include "runtime/world/mapreduce/input.h"

namespace hpdl::rt::mapreduce {

/// A streaming job to run on this machine.
struct JobPlan {
  std::string id;            ///< "job_local0123456789_0001"
  Properties configuration;  ///< expanded; input and output paths are absolute
  std::string directory;     ///< where the commands run, with the files of the job
  std::string spill_directory;
  unsigned parallel = 1;                 ///< tasks at a time
  std::vector<std::string> environment;  ///< NAME=VALUE for the commands, over all else
  /// Local archive files, and the folders that they are unpacked into before the first task.
  std::vector<std::pair<std::string, std::string>> archives{};
  /// A list of copies (staged_input.h) of the input that is in other file systems; empty: none.
  std::string staged_list{};
  std::string local_output{};  ///< where the output goes instead of the configured place, if set

  /// The directory that the worker writes.
  std::string OutputPath() const;
};

struct JobReport {
  std::optional<Error> error;
  Counters counters;  ///< by Hadoop's names, of the tasks that ended
};

/// Runs the job to its end: map tasks, sort, reduce tasks, and output that appears when all of it
/// is there. Blocks; has threads of its own. Lines that commands write to their standard error go
/// to ours, but for those that speak to the reporter.
JobReport RunStreamingJob(const JobPlan& plan, InputFileSystem& files);

/// Removes what a job that was killed has left in its output directory.
void CleanOutput(const JobPlan& plan);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_JOB_H_
