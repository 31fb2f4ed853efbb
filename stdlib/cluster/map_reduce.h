#ifndef HPDL_STDLIB_CLUSTER_MAP_REDUCE_H_
#define HPDL_STDLIB_CLUSTER_MAP_REDUCE_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"

/// MapReduce jobs in the cluster: code that `map-reduce` of Oozie and `hadoop` of HWS share.
namespace hpdl::stdlib {

/// A MapReduce action of either dialect.
struct MapReduceAction {
  Prepare prepare;
  /// The job tracker as written. For HWS, NameCluster() takes it from the configuration.
  std::optional<std::string> job_tracker;
  /// The name node as written. For HWS, NameCluster() takes it from the configuration.
  std::optional<std::string> name_node;
  bool streaming = false;
  bool pipes = false;
  /// The properties that <streaming> or <pipes> set.
  rt::Properties properties;
  std::vector<std::string> job_xml;
  Configuration configuration;
  std::optional<Launcher> launcher;
  std::vector<std::string> files;     ///< each entry is PATH or PATH#NAME
  std::vector<std::string> archives;  ///< each entry is PATH or PATH#NAME
};

/// The property that gives Oozie's launcher the class of <config-class>.
inline constexpr const char* kConfigClass = "oozie.action.config.class";

/// Runs the job as one YARN application. The outcome has the job's counters. This program submits
/// the job itself if InputThatNeedsJava() (job_input.h) returns "" and the job has no kConfigClass.
/// Otherwise the launcher submits the job.
rt::Task<rt::Outcome> RunMapReduce(rt::ActionContext& ctx, MapReduceAction action);

/// Returns the properties that Oozie derives from <streaming>: the classes of Hadoop Streaming and
/// their commands. `mapper` and `reducer` are URL-encoded, as they are written.
rt::Properties StreamingProperties(const std::optional<std::string>& mapper,
                                   const std::optional<std::string>& reducer,
                                   const std::vector<std::string>& environment);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_MAP_REDUCE_H_
