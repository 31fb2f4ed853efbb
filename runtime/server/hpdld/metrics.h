#ifndef HPDL_RUNTIME_SERVER_HPDLD_METRICS_H_
#define HPDL_RUNTIME_SERVER_HPDLD_METRICS_H_

#include <string>

#include "runtime/server/jobs/job_server.h"

namespace hpdl::rt {

/// Returns the figures of a server, in the text format of Prometheus (version 0.0.4).
Result<std::string> MetricsText(JobServer& server);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_METRICS_H_
