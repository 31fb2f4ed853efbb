#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_LOG_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_LOG_H_

#include "runtime/server/protocols/oozie/log_filter.h"
#include "runtime/server/protocols/oozie/resources.h"

namespace hpdl::rt {

/// Returns the log of a coordinator or a bundle. The parameters `type` and `scope` of the request
/// select actions of a coordinator.
Answered CoordinationLog(const Exchange& exchange, const LogFilter& filter);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_LOG_H_
