#ifndef HPDL_STDLIB_CLUSTER_PIPES_JOB_H_
#define HPDL_STDLIB_CLUSTER_PIPES_JOB_H_

#include "stdlib/cluster/job_conf.h"

/// Hadoop Pipes: jobs in which a program does what is not Java.
namespace hpdl::stdlib {

/// Where the program of a pipes job is, as written: PATH or PATH#NAME.
inline constexpr const char* kPipesExecutable = "mapreduce.pipes.executable";

/// Hooks Hadoop's classes for pipes into a job, as its own client does before it submits one. The
/// configuration must be complete but for them: any layer may say which parts are Java
/// (`mapreduce.pipes.isjava*`) and name classes whose place the hooks take.
/// Tasks with the program get containers of their own, for `mapreduce.job.ubertask.enable` is
/// turned off. "JA018" if no layer names a program.
rt::Result<void> CompletePipes(JobConf* conf);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_PIPES_JOB_H_
