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
  std::string id;  ///< "job_local0123456789_0001"
  /// The properties of the job, with expanded values. Input and output paths are absolute.
  Properties configuration;
  std::string directory;  ///< work directory of the commands, with the files of the job
  std::string spill_directory;
  unsigned parallel = 1;                 ///< maximum number of tasks at the same time
  std::vector<std::string> environment;  ///< NAME=VALUE; replaces any other value of NAME
  /// Pairs of a local archive file and the folder that it is unpacked into before the first task.
  std::vector<std::pair<std::string, std::string>> archives{};
  /// The path of a file that lists the inputs copied from other file systems (staged_input.h); "":
  /// there is no list.
  std::string staged_list{};
  /// The directory that gets the output instead of the configured directory; "": the output goes to
  /// the configured directory.
  std::string local_output{};

  /// Returns the directory that gets the output of the job: `local_output`, or the configured
  /// directory.
  std::string OutputPath() const;
};

struct JobReport {
  std::optional<Error> error;
  Counters counters;  ///< the counters of the tasks that ended, by Hadoop's names
};

/// Runs the map tasks, the sort and the reduce tasks of a job, and returns when all have ended. The
/// output appears only when it is complete. Blocks the calling thread, and starts threads of its
/// own. Lines that commands write to their standard error go to the standard error of this process,
/// except lines for the reporter.
JobReport RunStreamingJob(const JobPlan& plan, InputFileSystem& files);

/// Removes the temporary files that a killed job left in its output directory.
void CleanOutput(const JobPlan& plan);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_JOB_H_
