#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_CELOS_HOST_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_CELOS_HOST_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/server/protocols/celos/celos_server.h"
#include "runtime/server/protocols/celos_hosted/hosted_options.h"
#include "runtime/server/protocols/oozie/oozie_request.h"
#include "runtime/server/work/server_log.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt::celos {

struct CelosHostSetup {
  HostedOptions options;
  std::string state_path;
  std::string site_path;
  Site site;
  std::string version;
  ServerLog log;
  MakeLoader loader;
};

/// Celos within a server of jobs: its workflows, API and page, on a store of ours. Loop thread
/// only; must go before the loop does.
class CelosHost {
 public:
  /// `server` outlives it. kError: the folders are not there, or the store cannot be opened.
  static Result<std::unique_ptr<CelosHost>> Begin(boost::asio::io_context& loop, JobServer& server,
                                                  CelosHostSetup setup);
  virtual ~CelosHost() = default;
  /// Where this server is reached, from now on. The first time it begins to step.
  virtual void SetAddress(const ServerAddress& address) = 0;
  /// Whether a request is for it.
  virtual bool Has(std::string_view target) const = 0;
  /// `request`, which outlives the task, has been let in, and its caller authenticated. Whoever
  /// may administer the server may change something, and so may whom it runs as.
  virtual Task<OozieAnswer> Answer(const OozieRequest& request) = 0;
  /// Writes out its log. What it works on may take its time, and end anywhere: so the process ends
  /// at once after that.
  virtual void End() = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_CELOS_HOST_H_
