#ifndef HPDL_STDLIB_ACTIONS_DISTCP_DISTCP_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_DISTCP_DISTCP_LOCAL_H_

#include "runtime/engines/workflow/kind.h"

namespace hpdl::stdlib {

/// Runs a distcp action with the Hadoop of this machine.
rt::Task<rt::Outcome> RunDistcpHere(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_DISTCP_DISTCP_LOCAL_H_
