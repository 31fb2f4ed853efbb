#ifndef HPDL_RUNTIME_ENGINES_REPORT_CONTAINER_LOGS_H_
#define HPDL_RUNTIME_ENGINES_REPORT_CONTAINER_LOGS_H_

#include "runtime/engines/report/job_log.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {

/// What speaks to clusters; both may be null, where programs have no network.
struct ClusterAccess {
  const hpdl_network* network = nullptr;
  const hpdl_hadoop* hadoop = nullptr;
};

/// Puts what containers wrote for `options->node` into `options->containers`; does nothing without
/// a node. The cluster is that of the attempt's record (stdlib/cluster/application.h), reached by
/// the site of the job. The error of the last application whose logs could not be had.
Result<void> FetchContainerLogs(const ClusterAccess& access, const JobReport& report,
                                LogOptions* options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_CONTAINER_LOGS_H_
