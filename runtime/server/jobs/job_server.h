#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_SERVER_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_SERVER_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/authorization.h"
#include "runtime/server/access/proxy_users.h"
#include "runtime/server/applications/applications.h"
#include "runtime/server/jobs/job_verbs.h"
#include "runtime/server/jobs/purge_query.h"
#include "runtime/server/jobs/server_address.h"
#include "runtime/server/work/server_log.h"
#include "runtime/server/work/work_line.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/world/files/system_library.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// What a server of jobs is to be.
struct ServerSetup {
  std::string state_path;
  std::string site_path;  ///< as Site::Locate() gives it; "": none
  Site site;              ///< what is in it
  std::string hpdlc;      ///< the path of the compiler
  std::string archive;    ///< where purged jobs go; "": nowhere
  bool local = false;     ///< compute kinds run on this machine
  AuthorizationRules authorization;
  ProxyRules proxies;
  ServerLog log;
  /// Where the places of all work come from; empty: the site says how many there are.
  WorkLine::Ask ask_for_places;
};

/// What there is to count.
struct ServerNumbers {
  std::size_t wanted = 0;      ///< jobs that are to run
  std::size_t parked = 0;      ///< jobs whose waits are watched
  std::size_t paths = 0;       ///< paths that these wait for
  std::uint64_t looks = 0;     ///< requests by which they were looked for
  std::uint64_t compiled = 0;  ///< calls of the compiler
};

/// All that a server does for jobs but speaking to clients: it has the state directory for itself,
/// compiles, starts programs, watches for parked jobs, and begins again what died. It runs no node;
/// its end touches no job. Loop thread only. The owner destroys it before the loop, and does not
/// run the loop in between: coroutines that wait in the loop still use it.
class JobServer {
 public:
  /// Takes the state directory, and goes on where an earlier server has ended. kError: another
  /// server has it.
  static Result<std::unique_ptr<JobServer>> Begin(boost::asio::io_context& loop, ServerSetup setup);
  virtual ~JobServer() = default;

  /// Where this server can be called, from now on. To be called once the port is open.
  virtual void SetAddress(ServerAddress address) = 0;
  virtual StateDirectory& state() = 0;
  virtual JobVerbs& verbs() = 0;
  virtual Applications& applications() = 0;
  virtual const Authorization& authorization() const = 0;
  virtual const ProxyUsers& proxies() const = 0;
  virtual ServerNumbers Numbers() const = 0;
  /// Removes jobs that ended long ago. How many have gone. "E0307": the site has switched this off.
  virtual Task<Result<std::size_t>> Purge(PurgeQuery query) = 0;
  /// Oozie's sharelib as the caller may read it. kNotFound: there is none.
  virtual Task<Result<SystemLibrary>> Libraries(Caller caller) = 0;
  /// Work of each kind, with at most so many items that run and that wait; null: of all users.
  virtual std::vector<WorkNow> Work(std::size_t items, const std::string* user = nullptr) const = 0;
  /// The line of a kind of work.
  virtual WorkLine& Line(WorkKind kind) = 0;
  /// Whether it has nothing to do and nothing to watch until somebody asks, so that its end is not
  /// noticed.
  virtual bool IsIdle() const = 0;
  /// While it holds, no program is started or woken; what runs goes on (Oozie's SAFEMODE).
  virtual void Hold(bool held) = 0;
  /// Starts a program with arguments, argv[0] being its path, and gives what it writes. An error if
  /// that was more than its part, or it did not end well: then what it wrote is the message.
  virtual Task<Result<std::string>> AskProgram(std::vector<std::string> argv) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_SERVER_H_
