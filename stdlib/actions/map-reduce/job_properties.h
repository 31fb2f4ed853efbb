#ifndef HPDL_STDLIB_ACTIONS_MAP_REDUCE_JOB_PROPERTIES_H_
#define HPDL_STDLIB_ACTIONS_MAP_REDUCE_JOB_PROPERTIES_H_

#include "runtime/ground/value/eval.h"
#include "stdlib/actions/map-reduce/map-reduce.kind.h"

namespace hpdl::stdlib {

/// Returns the properties that Oozie derives from <streaming> for a job in the cluster.
rt::Properties PropertiesOfStreaming(const Streaming& streaming);

/// Returns the properties that the elements of <pipes> set. CompletePipes()
/// (stdlib/cluster/pipes_job.h) adds the other properties of the job when all layers of its
/// configuration are known.
rt::Properties PropertiesOfPipes(const Pipes& pipes);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_MAP_REDUCE_JOB_PROPERTIES_H_
