#ifndef HPDL_STDLIB_LOCAL_STREAMING_H_
#define HPDL_STDLIB_LOCAL_STREAMING_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"
#include "stdlib/local/remote_files.h"

/// MapReduce streaming on this machine. `map-reduce` of Oozie and `hadoop` of HWS share this code.
namespace hpdl::stdlib {

/// A streaming action of either dialect.
struct StreamingAction {
  const char* kind = "";  ///< the kind whose hpdl_kind::worker runs the job
  std::string user;       ///< the user that makes the requests to file systems
  Prepare prepare;
  std::optional<std::string> job_tracker;  ///< as written; no job is sent to this address
  std::string name_node;                   ///< the base of paths without scheme; "": this machine
  rt::Properties streaming;                ///< the properties that <streaming> sets
  std::vector<std::string> environment;    ///< each entry is NAME=VALUE, for the commands
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::vector<std::string> files;     ///< each entry is PATH or PATH#NAME
  std::vector<std::string> archives;  ///< each entry is PATH or PATH#NAME
};

/// Fetches the files, runs the job in a child process of the attempt, and returns the job's
/// counters. `fetched` is the result of FilesOf() for the action, without the files that are on
/// this machine already. Fails with "JA018" if the output path exists.
rt::Task<rt::Outcome> RunStreaming(rt::ActionContext& ctx, StreamingAction action,
                                   NamedFiles fetched);

/// Implements hpdl_kind::worker for `map-reduce` and `hadoop`.
int StreamingWorker(const char* directory);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_STREAMING_H_
