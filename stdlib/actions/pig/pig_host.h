#ifndef HPDL_STDLIB_ACTIONS_PIG_PIG_HOST_H_
#define HPDL_STDLIB_ACTIONS_PIG_PIG_HOST_H_

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/pig/pig.kind.h"

namespace hpdl::stdlib {

/// Runs Pig on `pig-host` by ssh (HWS section 3.2.3), once for the attempt. The script, with its
/// parameters replaced, and the properties are copied to the host first. `args` outlives the task.
rt::Task<rt::Outcome> RunPigOnHost(rt::ActionContext& ctx, const PigArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_PIG_PIG_HOST_H_
