#ifndef HPDL_STDLIB_ACTIONS_JAVA_JAVA_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_JAVA_JAVA_LOCAL_H_

#include "runtime/engines/workflow/kind.h"

namespace hpdl::stdlib {

/// Runs a java action on this machine.
rt::Task<rt::Outcome> RunJavaHere(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_JAVA_LOCAL_H_
