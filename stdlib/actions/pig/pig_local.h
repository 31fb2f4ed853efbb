#ifndef HPDL_STDLIB_ACTIONS_PIG_PIG_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_PIG_PIG_LOCAL_H_

#include "runtime/engines/workflow/kind.h"

namespace hpdl::stdlib {

/// Runs a pig action of Oozie with the Pig of this machine. Fails with "E0904" if the action is one
/// of HWS, which runs on another machine.
rt::Task<rt::Outcome> RunPigHere(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_PIG_PIG_LOCAL_H_
