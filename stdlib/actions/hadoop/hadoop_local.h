#ifndef HPDL_STDLIB_ACTIONS_HADOOP_HADOOP_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_HADOOP_HADOOP_LOCAL_H_

#include "runtime/engines/workflow/kind.h"

namespace hpdl::stdlib {

/// The attempt with --local: streaming jobs on this machine; "JA018" for others.
rt::Task<rt::Outcome> RunHadoopLocally(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HADOOP_HADOOP_LOCAL_H_
