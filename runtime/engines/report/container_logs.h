#ifndef HPDL_RUNTIME_ENGINES_REPORT_CONTAINER_LOGS_H_
#define HPDL_RUNTIME_ENGINES_REPORT_CONTAINER_LOGS_H_

#include "runtime/engines/report/job_log.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {

/// The access to clusters. Each pointer is null if the program does not use the network.
struct ClusterAccess {
  const hpdl_network* network = nullptr;
  const hpdl_hadoop* hadoop = nullptr;
};

/// Adds the logs of the containers of `options->node` to `options->containers`. Does nothing if
/// `options->node` is empty. The attempt's record names the cluster (stdlib/cluster/application.h);
/// the job's site has the settings for access. Returns the error of the last application whose logs
/// could not be read.
Result<void> FetchContainerLogs(const ClusterAccess& access, const JobReport& report,
                                LogOptions* options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_CONTAINER_LOGS_H_
