#ifndef HPDL_STDLIB_CLUSTER_JOB_LAYERS_H_
#define HPDL_STDLIB_CLUSTER_JOB_LAYERS_H_

#include "stdlib/cluster/job_conf.h"
#include "stdlib/cluster/map_reduce.h"

/// The settings of a MapReduce action before its cluster is known.
namespace hpdl::stdlib {

struct Said {
  JobConf conf;
  /// The properties under the names that the layers use, including Hadoop's former names. user.name
  /// is the user of the job.
  rt::Properties as_written;
};

/// Adds the layers of an action to `said`; later layers win. The lowest layer has the properties of
/// <streaming> or <pipes>. The other layers are ConfigurationLayers() of stdlib/local/job_xml.h.
/// Errors: those of ConfigurationLayers().
rt::Result<void> ApplyLayers(const rt::ActionContext& ctx, const MapReduceAction& action,
                             Said* said);

/// Finds the name of the action's cluster. In Oozie the action's elements name the cluster. In HWS
/// the configuration names the cluster, and the function moves the names from the configuration
/// into `action`.
rt::Result<void> NameCluster(const rt::ActionContext& ctx, JobConf* conf, MapReduceAction* action);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JOB_LAYERS_H_
