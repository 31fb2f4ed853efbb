#ifndef HPDL_STDLIB_CLUSTER_JOB_LAYERS_H_
#define HPDL_STDLIB_CLUSTER_JOB_LAYERS_H_

#include "stdlib/cluster/job_conf.h"
#include "stdlib/cluster/map_reduce.h"

/// What a MapReduce action says of its job, before it is known which cluster runs it.
namespace hpdl::stdlib {

struct Said {
  JobConf conf;
  rt::Properties as_written;  ///< by the names that were given: user.name tells whose job it is
};

/// Layer by layer, later ones win: what <streaming> or <pipes> mean, then ConfigurationLayers() of
/// stdlib/local/job_xml.h, whose errors these are.
rt::Result<void> ApplyLayers(const rt::ActionContext& ctx, const MapReduceAction& action,
                             Said* said);

/// The cluster is the action's: in Oozie its elements name it, and properties that do are "JA010";
/// in HWS its configuration does, and is moved from there into `action`.
rt::Result<void> NameCluster(const rt::ActionContext& ctx, JobConf* conf, MapReduceAction* action);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JOB_LAYERS_H_
