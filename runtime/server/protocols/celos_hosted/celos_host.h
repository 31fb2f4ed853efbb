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

/// Runs the workflows, the API and the page of Celos inside a server of jobs. The slots are stored
/// in the server's state directory. Loop thread only; must be destroyed before the loop.
class CelosHost {
 public:
  /// `server` outlives the host. Returns kError if a folder is missing or the store cannot be
  /// opened.
  static Result<std::unique_ptr<CelosHost>> Begin(boost::asio::io_context& loop, JobServer& server,
                                                  CelosHostSetup setup);
  virtual ~CelosHost() = default;
  /// Sets the address of this server. The first call also starts the periodic steps.
  virtual void SetAddress(const ServerAddress& address) = 0;
  /// True if this host answers requests for `target`.
  virtual bool Has(std::string_view target) const = 0;
  /// Answers an admitted request, whose caller is authenticated; `request` outlives the task. A
  /// request that changes something is allowed to administrators of the server and to the user of
  /// this process; other callers get 403.
  virtual Task<OozieAnswer> Answer(const OozieRequest& request) = 0;
  /// Writes the lines of the log that are still in memory. Does not wait for a running step of the
  /// scheduler: a step may take long, and ending the process in the middle of a step does no harm.
  virtual void End() = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_CELOS_HOST_H_
