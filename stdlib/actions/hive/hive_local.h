#ifndef HPDL_STDLIB_ACTIONS_HIVE_HIVE_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_HIVE_HIVE_LOCAL_H_

#include "runtime/engines/workflow/kind.h"

namespace hpdl::stdlib {

/// Runs a hive action with the Hive of this machine.
rt::Task<rt::Outcome> RunHiveHere(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HIVE_HIVE_LOCAL_H_
