#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATIONS_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATIONS_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/authorization.h"
#include "runtime/server/access/caller.h"
#include "runtime/server/applications/compiled_programs.h"
#include "runtime/server/applications/package.h"
#include "runtime/server/work/children.h"
#include "runtime/server/work/server_log.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/application_records.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// Error codes of the operations on applications; kBadPackage is also an error code of these
/// operations.
inline constexpr const char* kNoSuchApplication = "HWS001";
inline constexpr const char* kNameTaken = "HWS002";
inline constexpr const char* kWrongState = "HWS003";
inline constexpr const char* kHasJobs = "HWS004";
inline constexpr const char* kNotCompiled = "HWS006";
inline constexpr const char* kTooManyDeployments = "HWS007";
inline constexpr const char* kNotActive = "HWS008";
inline constexpr const char* kDiskFull = "HWS011";

/// The maximum length of an application's name, in bytes.
inline constexpr std::size_t kMostApplicationName = 255;
/// True if an application may have this name. The name is UTF-8 without control characters, '/',
/// ':', '$' and '\', has no blank at its ends, and is neither "." nor "..".
bool IsApplicationName(std::string_view name);

/// The result of a deployment.
struct Deployment : DeployedApplication {
  std::string warnings;  ///< the compiler's warnings about the application (CompileWarnings())
};

/// Deployed applications: packages that were unpacked to `<state>/applications` and compiled.
/// ApplicationRecords lists the applications; a folder that is not in this list is a leftover. Only
/// one application is deployed at a time, so that the compiler also has time for the applications
/// of submissions. Loop thread only. The objects that the constructor gets must outlive this one.
class Applications {
 public:
  Applications(boost::asio::io_context& loop, StateDirectory& state, ServerRecords& records,
               CompiledPrograms& programs, Children& children, const Authorization& authorization,
               ServerLog log);

  /// Removes the unfinished applications of an earlier server.
  Result<void> Begin();

  /// Deploys a package. The application gets the name that its definition has. Errors: kBadPackage,
  /// kNotCompiled with one line for each diagnostic, kNameTaken, kTooManyDeployments, kDiskFull.
  Task<Result<Deployment>> Deploy(Caller caller, std::string package);
  /// Activates or suspends an application. Errors: kNoSuchApplication, kWrongState, E0508.
  Task<Result<DeployedApplication>> Change(Caller caller, std::string name, ApplicationVerb verb);
  /// Deactivates an application once its jobs have ended. Waits for at most `wait_ms`, or until
  /// `gone` returns true because the caller has left. `gone` may be empty. Does not wait if too
  /// many callers wait already. The message of kHasJobs names a job that has not ended.
  Task<Result<DeployedApplication>> Deactivate(Caller caller, std::string name,
                                               std::int64_t wait_ms, std::function<bool()> gone);
  Task<Result<void>> Undeploy(Caller caller, std::string name);

  Result<DeployedApplication> Find(const std::string& name);
  Result<std::vector<DeployedApplication>> List(const ApplicationFilter& filter,
                                                std::int64_t offset, std::int64_t limit) {
    return records_.applications().List(filter, offset, limit);
  }
  Result<std::int64_t> Count(const ApplicationFilter& filter) {
    return records_.applications().Count(filter);
  }
  /// Returns the workflow.xml of an application.
  Task<Result<std::string>> Definition(DeployedApplication application);
  std::string PathOf(const DeployedApplication& application) const {
    return folder_ + "/" + application.folder;
  }

 private:
  struct Owner;
  Task<Result<Deployment>> DeployAlone(const Caller& caller, std::string package);
  Task<Result<std::string>> NameIn(const std::string& program);
  Task<Result<DeployedApplication>> Ask(Caller caller, std::string name, ApplicationVerb verb);
  Task<Result<std::string>> FirstOpenJob(const std::string& name);
  Result<bool> IsOpen(const std::string& id);
  Task<void> RemoveFolder(std::string path);

  boost::asio::io_context& loop_;
  StateDirectory& state_;
  ServerRecords& records_;
  CompiledPrograms& programs_;
  Children& children_;
  const Authorization& authorization_;
  const ServerLog log_;
  const std::string folder_;
  const std::shared_ptr<AdmissionQueue> turn_;              ///< lets one deployment run at a time
  const std::shared_ptr<std::set<std::string>> deploying_;  ///< owners who deploy now
  /// Each caller that waits for jobs holds a copy of this pointer, so use_count() tells how many
  /// callers wait.
  const std::shared_ptr<void> waits_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATIONS_H_
