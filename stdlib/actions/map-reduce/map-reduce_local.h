#ifndef HPDL_STDLIB_ACTIONS_MAP_REDUCE_MAP_REDUCE_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_MAP_REDUCE_MAP_REDUCE_LOCAL_H_

#include "runtime/engines/workflow/kind.h"

namespace hpdl::stdlib {

/// Runs an attempt with --local: a streaming job on this machine. Fails with "JA018" for other
/// jobs.
rt::Task<rt::Outcome> RunMapReduceLocally(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_MAP_REDUCE_MAP_REDUCE_LOCAL_H_
