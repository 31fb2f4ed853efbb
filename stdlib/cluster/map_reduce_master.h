#ifndef HPDL_STDLIB_CLUSTER_MAP_REDUCE_MASTER_H_
#define HPDL_STDLIB_CLUSTER_MAP_REDUCE_MASTER_H_

#include <string>

#include "runtime/world/hadoop/cluster.h"
#include "stdlib/cluster/job_conf.h"

/// How Hadoop's own application master for MapReduce is started.
namespace hpdl::stdlib {

/// Its command, environment, size, queue, priority and access lists, as the job's configuration and
/// else Hadoop's defaults say. Id, tags and resources are the caller's.
rt::Submission MasterOf(const JobConf& conf);

/// The class path of the master: the cluster's Hadoop, and what lies in the container's directory.
std::string MasterClassPath(const JobConf& conf);

/// The name of the folder that the archive mapreduce.application.framework.path is unpacked into;
/// "" if the cluster's nodes have MapReduce themselves.
std::string FrameworkName(const JobConf& conf);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_MAP_REDUCE_MASTER_H_
