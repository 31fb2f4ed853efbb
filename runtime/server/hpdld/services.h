#ifndef HPDL_RUNTIME_SERVER_HPDLD_SERVICES_H_
#define HPDL_RUNTIME_SERVER_HPDLD_SERVICES_H_

#include <memory>
#include <string>

#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/server/protocols/oozie/oozie_request.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// Prometheus reads it.
inline constexpr std::string_view kMetricsPath = "/metrics";

/// Whether a path is answered to callers who have not said who they are: /metrics, and callbacks,
/// whose URLs have a secret.
bool IsForAnybody(std::string_view path);

/// What is behind the gate: Oozie's services, tokens, callbacks and figures. Loop thread only.
class Services {
 public:
  virtual ~Services() = default;
  /// `request`, which outlives the task, has been let in; its caller has been authenticated, unless
  /// the path is for anybody.
  virtual Task<OozieAnswer> Answer(const OozieRequest& request) = 0;
};

struct ServicesSetup {
  std::string address;    ///< where callers reach it: `http://HOST:PORT`
  std::string host_name;  ///< as told to callers
  Site site;
};

/// Those of one server of jobs, which outlives them.
std::unique_ptr<Services> ServicesOf(JobServer& server, ServicesSetup setup);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_SERVICES_H_
