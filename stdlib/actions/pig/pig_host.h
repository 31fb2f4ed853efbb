#ifndef HPDL_STDLIB_ACTIONS_PIG_PIG_HOST_H_
#define HPDL_STDLIB_ACTIONS_PIG_PIG_HOST_H_

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/pig/pig.kind.h"

namespace hpdl::stdlib {

/// HWS section 3.2.3: runs Pig on `pig-host` by ssh, once for the attempt. The script, with its
/// parameters replaced, and the properties are put there first. `args` outlives the task.
rt::Task<rt::Outcome> RunPigOnHost(rt::ActionContext& ctx, const PigArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_PIG_PIG_HOST_H_
