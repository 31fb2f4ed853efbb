#ifndef HPDL_STDLIB_ACTIONS_SPARK_SPARK_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_SPARK_SPARK_LOCAL_H_

#include "runtime/engines/workflow/kind.h"

namespace hpdl::stdlib {

/// Runs a spark action on this machine.
rt::Task<rt::Outcome> RunSparkHere(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SPARK_SPARK_LOCAL_H_
