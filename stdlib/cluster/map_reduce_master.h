#ifndef HPDL_STDLIB_CLUSTER_MAP_REDUCE_MASTER_H_
#define HPDL_STDLIB_CLUSTER_MAP_REDUCE_MASTER_H_

#include <string>

#include "runtime/world/hadoop/cluster.h"
#include "stdlib/cluster/job_conf.h"

/// The start of Hadoop's own application master for MapReduce.
namespace hpdl::stdlib {

/// Returns the master's command, environment, size, queue, priority and access lists. They come
/// from the job's configuration, or else from Hadoop's defaults. The caller sets id, tags and
/// resources.
rt::Submission MasterOf(const JobConf& conf);

/// Returns the class path of the master: the cluster's Hadoop and the files of the container.
std::string MasterClassPath(const JobConf& conf);

/// Returns the name of the folder into which the archive mapreduce.application.framework.path is
/// unpacked. Returns "" if the cluster's nodes have MapReduce themselves.
std::string FrameworkName(const JobConf& conf);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_MAP_REDUCE_MASTER_H_
