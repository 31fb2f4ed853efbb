#ifndef HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_LOCAL_H_

#include "runtime/engines/workflow/kind.h"

namespace hpdl::stdlib {

/// Runs a sqoop action on this machine.
rt::Task<rt::Outcome> RunSqoopHere(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_LOCAL_H_
