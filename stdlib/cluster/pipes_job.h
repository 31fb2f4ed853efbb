#ifndef HPDL_STDLIB_CLUSTER_PIPES_JOB_H_
#define HPDL_STDLIB_CLUSTER_PIPES_JOB_H_

#include "stdlib/cluster/job_conf.h"

/// Hadoop Pipes: jobs in which a program does the parts that are not Java.
namespace hpdl::stdlib {

/// The property with the program of a pipes job, as written: PATH or PATH#NAME.
inline constexpr const char* kPipesExecutable = "mapreduce.pipes.executable";

/// Adds Hadoop's classes for pipes to a job, as Hadoop's client does before it submits a pipes job.
/// All layers must have been applied before, because any layer may set `mapreduce.pipes.isjava*`
/// and the classes that this function replaces. Turns off `mapreduce.job.ubertask.enable`, so tasks
/// with the program get their own containers. Fails with "JA018" if no layer names a program.
rt::Result<void> CompletePipes(JobConf* conf);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_PIPES_JOB_H_
