#ifndef HPDL_RUNTIME_SERVER_HPDLD_SERVICES_H_
#define HPDL_RUNTIME_SERVER_HPDLD_SERVICES_H_

#include <memory>
#include <string>

#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/server/protocols/oozie/oozie_request.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// The path that Prometheus reads.
inline constexpr std::string_view kMetricsPath = "/metrics";

/// True if requests for a path need no authentication: /metrics, and callbacks, whose URLs have a
/// secret.
bool IsForAnybody(std::string_view path);

/// The services that answer admitted requests: the APIs of Oozie and HWS, the workflow tokens, the
/// callbacks and the figures for Prometheus. Loop thread only.
class Services {
 public:
  virtual ~Services() = default;
  /// Answers an admitted request; `request` outlives the task. The caller of the request is
  /// authenticated, unless IsForAnybody() is true for the path.
  virtual Task<OozieAnswer> Answer(const OozieRequest& request) = 0;
};

struct ServicesSetup {
  std::string address;    ///< the URL that callers use: `http://HOST:PORT`
  std::string host_name;  ///< the host name that is shown in answers
  Site site;
};

/// Makes the services of one server of jobs; `server` outlives them.
std::unique_ptr<Services> ServicesOf(JobServer& server, ServicesSetup setup);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_SERVICES_H_
