#ifndef HPDL_STDLIB_ACTIONS_MAP_REDUCE_MAP_REDUCE_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_MAP_REDUCE_MAP_REDUCE_LOCAL_H_

#include "runtime/engines/workflow/kind.h"

namespace hpdl::stdlib {

/// Runs an attempt with --local on this machine: a streaming job without a JVM, or a job of Java
/// classes with the Hadoop that is installed. Fails with "JA018" for other jobs.
rt::Task<rt::Outcome> RunMapReduceLocally(rt::ActionContext& ctx);

/// Implements hpdl_kind::worker: StreamingWorker() if `argument` is a directory, else
/// UnpackWorker().
int MapReduceWorker(const char* argument);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_MAP_REDUCE_MAP_REDUCE_LOCAL_H_
