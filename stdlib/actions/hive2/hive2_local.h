#ifndef HPDL_STDLIB_ACTIONS_HIVE2_HIVE2_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_HIVE2_HIVE2_LOCAL_H_

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/hive2/hive2.kind.h"

namespace hpdl::stdlib {

/// Runs a hive2 action with the beeline of this machine.
rt::Task<rt::Outcome> RunHive2Here(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HIVE2_HIVE2_LOCAL_H_
