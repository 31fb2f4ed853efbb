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
#include "runtime/server/jobs/program_question.h"
#include "runtime/server/jobs/purge_query.h"
#include "runtime/server/jobs/server_address.h"
#include "runtime/server/work/server_log.h"
#include "runtime/server/work/work_line.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/world/files/system_library.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// The setup of a server of jobs.
struct ServerSetup {
  std::string state_path;
  std::string site_path;  ///< the path of the site file; "": no site file
  Site site;              ///< the content of the site file
  std::string hpdlc;      ///< the path of the compiler
  std::string archive;    ///< the folder of purged jobs; "": purged jobs are deleted
  bool local = false;     ///< actions of compute kinds run on this machine
  AuthorizationRules authorization;
  ProxyRules proxies;
  ServerLog log;
  /// Asks the server of many users for permission to start work of any kind. If the function is
  /// empty, the site limits how much work of each kind runs at a time.
  WorkLine::Ask ask_for_places;
};

/// Numbers that a server reports.
struct ServerNumbers {
  std::size_t wanted = 0;      ///< jobs that should run
  std::size_t parked = 0;      ///< parked jobs whose wake-up times or paths are watched
  std::size_t paths = 0;       ///< paths that the parked jobs wait for
  std::uint64_t looks = 0;     ///< requests that checked these paths
  std::uint64_t compiled = 0;  ///< calls of the compiler
};

/// Does all work for jobs except the communication with clients. The server locks the state
/// directory, compiles, and starts programs. It watches what parked jobs wait for, and restarts
/// programs that died. The programs run the nodes, so jobs go on when the server ends. Loop thread
/// only. Destroy the server before the loop, and do not run the loop after that: coroutines that
/// wait in the loop still use the server.
class JobServer {
 public:
  /// Locks the state directory, and continues the work of an earlier server. kError: another server
  /// has the lock.
  static Result<std::unique_ptr<JobServer>> Begin(boost::asio::io_context& loop, ServerSetup setup);
  virtual ~JobServer() = default;

  /// Sets the address at which this server can be called from now on. Call it once the port is
  /// open.
  virtual void SetAddress(ServerAddress address) = 0;
  virtual StateDirectory& state() = 0;
  virtual JobVerbs& verbs() = 0;
  virtual Applications& applications() = 0;
  virtual const Authorization& authorization() const = 0;
  virtual const ProxyUsers& proxies() const = 0;
  virtual ServerNumbers Numbers() const = 0;
  /// Removes jobs that ended long ago, and returns their number. "E0307": the site does not allow
  /// it.
  virtual Task<Result<std::size_t>> Purge(PurgeQuery query) = 0;
  /// Reads Oozie's sharelib with the permissions of the caller. kNotFound: there is no sharelib.
  virtual Task<Result<SystemLibrary>> Libraries(Caller caller) = 0;
  /// Returns the running and waiting items of each kind of work, at most `items` of each. `user`:
  /// null for the items of all users.
  virtual std::vector<WorkNow> Work(std::size_t items, const std::string* user = nullptr) const = 0;
  /// Returns the waiting line of a kind of work.
  virtual WorkLine& Line(WorkKind kind) = 0;
  /// True if the server has nothing to do and nothing to watch until the next request. The server
  /// may then end, and the next request may start it again.
  virtual bool IsIdle() const = 0;
  /// As long as `held` is true, the server neither starts nor wakes a program; running programs go
  /// on (Oozie's SAFEMODE).
  virtual void Hold(bool held) = 0;
  /// Runs a program and returns its exit code and what it writes. Returns an error if the program
  /// writes too much, does not end in time or is ended by a signal.
  virtual Task<Result<ProgramAnswer>> AskProgram(ProgramQuestion question) = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_SERVER_H_
