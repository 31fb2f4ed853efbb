#ifndef HPDL_STDLIB_ACTIONS_MAP_REDUCE_JAVA_JOB_H_
#define HPDL_STDLIB_ACTIONS_MAP_REDUCE_JAVA_JOB_H_

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/map-reduce/map-reduce.kind.h"

namespace hpdl::stdlib {

/// Runs a MapReduce job of Java classes with the Hadoop of this machine, in one JVM (Hadoop's local
/// mode). The outcome has the job's id and counters. `args` outlives the task.
rt::Task<rt::Outcome> RunJavaJobHere(rt::ActionContext& ctx, const MapReduceArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_MAP_REDUCE_JAVA_JOB_H_
