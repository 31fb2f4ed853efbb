#ifndef HPDL_RUNTIME_PROGRAM_CONTAINER_LOGS_H_
#define HPDL_RUNTIME_PROGRAM_CONTAINER_LOGS_H_

#include "runtime/abi/hpdl_abi.h"
#include "runtime/program/views.h"

namespace hpdl::rt {

/// Puts what containers wrote for `options->node` into `options->containers`; does nothing without
/// a node. The cluster is that of the attempt's record (stdlib/cluster/application.h), reached by
/// the site of the job. The error of the last application whose logs could not be had.
Result<void> FetchContainerLogs(const hpdl_program& program, const JobReport& report,
                                LogOptions* options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAM_CONTAINER_LOGS_H_
