#ifndef HPDL_STDLIB_LOCAL_JOB_FILES_H_
#define HPDL_STDLIB_LOCAL_JOB_FILES_H_

#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/resolve_path.h"

/// Input and output of a local job in Hadoop's file systems. Input is copied to this machine before
/// the job starts. Output is copied to its file system after the job.
namespace hpdl::stdlib {

struct JobPaths {
  struct Input {
    rt::FileLocation at;
    std::string written;  ///< as in the configuration: a URI, or an absolute path
  };
  std::vector<Input> remote_inputs;
  rt::FileLocation output;  ///< `output.files` is null if no output is configured

  bool remote_output() const;
  bool remote() const { return !remote_inputs.empty() || remote_output(); }
};

/// Finds the input and the output of a job. Makes their paths in `configuration` absolute: paths
/// for this machine, URIs for other file systems. Paths without scheme are on `name_node`, as for
/// fs actions. Fails with "E0904" or "FS001".
rt::Result<JobPaths> LocateJobPaths(rt::ActionContext& ctx, const std::string& name_node,
                                    const std::string& user, rt::Properties* configuration);

/// Fails with "JA018" if a remote output exists already.
rt::Task<rt::Result<void>> CheckRemoteOutput(const JobPaths& paths);

/// Copies the remote input into the attempt's directory, and writes a list of the copies for the
/// process that runs the job (runtime/world/mapreduce/staged_input.h). Fails with "JA018" if input
/// does not exist or is refused, and with a kNonTransient "JA018" if this disk has no room. Also
/// fails with "JA018" if an input directory contains a directory and `recursive` is false.
rt::Task<rt::Result<void>> StageInput(rt::ActionContext& ctx, const JobPaths& paths,
                                      bool recursive);
/// Returns the path of the list that StageInput() writes.
std::string StagedList(const rt::ActionContext& ctx);
/// Removes the copies that StageInput() made.
void DropStagedInput(const rt::ActionContext& ctx);

/// Returns the local directory for the output of a job whose output belongs in another file system.
std::string LocalOutput(const rt::ActionContext& ctx);
/// Copies the files of LocalOutput() to the remote output. All files are first copied to a
/// temporary directory with the attempt's tag. Then they are moved to their places, and `_SUCCESS`
/// is made last. Continues the work if an earlier process did a part of it.
rt::Task<rt::Result<void>> PublishOutput(rt::ActionContext& ctx, const JobPaths& paths);
/// Removes LocalOutput().
void DropLocalOutput(const rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_JOB_FILES_H_
