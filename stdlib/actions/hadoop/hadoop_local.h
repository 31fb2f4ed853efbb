#ifndef HPDL_STDLIB_ACTIONS_HADOOP_HADOOP_LOCAL_H_
#define HPDL_STDLIB_ACTIONS_HADOOP_HADOOP_LOCAL_H_

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/hadoop/hadoop.kind.h"

namespace hpdl::stdlib {

/// Checks that the package has the files that the action takes from it. Fails with "JA008".
rt::Result<void> CheckPackagedFiles(const rt::ActionContext& ctx, const HadoopArgs& args);

/// Runs an attempt with --local: a streaming job on this machine. Fails with "JA018" for other
/// jobs.
rt::Task<rt::Outcome> RunHadoopLocally(rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HADOOP_HADOOP_LOCAL_H_
