#ifndef HPDL_STDLIB_LOCAL_STREAMING_H_
#define HPDL_STDLIB_LOCAL_STREAMING_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"
#include "stdlib/local/remote_files.h"

/// MapReduce streaming on this machine: what `map-reduce` of Oozie and `hadoop` of HWS share.
namespace hpdl::stdlib {

/// A streaming action, whichever dialect it is written in.
struct StreamingAction {
  const char* kind = "";  ///< whose worker is started
  Prepare prepare;
  std::optional<std::string> job_tracker;  ///< as written; nothing runs there
  std::string name_node;                   ///< where paths without scheme are; empty: this machine
  rt::Properties streaming;                ///< the properties that <streaming> means
  std::vector<std::string> environment;    ///< NAME=VALUE for the commands
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::vector<std::string> files;     ///< PATH or PATH#NAME
  std::vector<std::string> archives;  ///< the same
};

/// Fetches the files, runs the job in a child of the attempt, and gives its counters. `fetched` is
/// what FilesOf() says of the action, without what is here already. An output path is JA018 if it
/// exists.
rt::Task<rt::Outcome> RunStreaming(rt::ActionContext& ctx, StreamingAction action,
                                   NamedFiles fetched);

/// hpdl_kind::worker of both kinds.
int StreamingWorker(const char* directory);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_STREAMING_H_
