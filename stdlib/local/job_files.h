#ifndef HPDL_STDLIB_LOCAL_JOB_FILES_H_
#define HPDL_STDLIB_LOCAL_JOB_FILES_H_

#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/resolve_path.h"

/// Input and output of a local job that are in Hadoop's file systems: input is copied here before
/// the job, output goes there after it.
namespace hpdl::stdlib {

struct JobPaths {
  struct Input {
    rt::FileLocation at;
    std::string written;  ///< as the configuration has it: a URI, or an absolute path
  };
  std::vector<Input> remote_inputs;
  rt::FileLocation output;  ///< `files` is null if no output is configured

  bool remote_output() const;
  bool remote() const { return !remote_inputs.empty() || remote_output(); }
};

/// Where input and output are. In `configuration` they become absolute: paths of this machine, URIs
/// of others. Paths without scheme are on `name_node`, as for fs actions. "E0904", "FS001".
rt::Result<JobPaths> LocateJobPaths(rt::ActionContext& ctx, const std::string& name_node,
                                    rt::Properties* configuration);

/// "JA018" if a remote output is there already.
rt::Task<rt::Result<void>> CheckRemoteOutput(const JobPaths& paths);

/// Copies the remote input into the attempt's directory, and writes the list of it for the worker
/// (runtime/world/mapreduce/staged_input.h). "JA018": input that is not there, is refused, is a
/// directory in a directory and `recursive` is not set, or does not fit here (non-transient).
rt::Task<rt::Result<void>> StageInput(rt::ActionContext& ctx, const JobPaths& paths,
                                      bool recursive);
/// The list that StageInput() writes.
std::string StagedList(const rt::ActionContext& ctx);
/// Removes the copies.
void DropStagedInput(const rt::ActionContext& ctx);

/// Where the worker writes output for another file system.
std::string LocalOutput(const rt::ActionContext& ctx);
/// Copies the files of LocalOutput() to the remote output: first all below a temporary directory
/// with the attempt's tag, then to their places, `_SUCCESS` last. Does what is left when an earlier
/// process got part of the way.
rt::Task<rt::Result<void>> PublishOutput(rt::ActionContext& ctx, const JobPaths& paths);
/// Removes LocalOutput().
void DropLocalOutput(const rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_JOB_FILES_H_
