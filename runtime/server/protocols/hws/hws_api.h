#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_HWS_API_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_HWS_API_H_

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"
#include "runtime/server/applications/applications.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/server/jobs/job_verbs.h"
#include "runtime/server/jobs/purge_query.h"
#include "runtime/server/protocols/oozie/oozie_request.h"
#include "runtime/server/work/work_line.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Facts about the server that the API shows, and the objects and functions that do the API's work.
/// The objects outlive the API.
struct HwsSettings {
  JobVerbs* verbs = nullptr;
  Applications* applications = nullptr;
  Properties process;                    ///< data about the process, shown in place of Java's
                                         ///< system properties
  std::vector<std::string> environment;  ///< NAME=VALUE; a value is masked if its name looks secret
  /// These two functions check whether a caller may change how the server works, and whether a
  /// caller may see the server's settings. E0503: the caller may not do this.
  std::function<Task<Result<void>>(Caller caller)> authorize_administration, authorize_system_info;
  /// Checks whether `caller`, who calls from `address`, may act as the user `other`. Returns
  /// `other` as the new caller, with `caller` as the proxy. "E1400": the caller may not do that;
  /// "E1603": one of the two user names is missing, or `other` is not a valid user name.
  std::function<Task<Result<Caller>>(Caller caller, std::string other, std::string address)> act_as;
  /// Removes jobs that ended long ago; returns their number.
  std::function<Task<Result<std::size_t>>(PurgeQuery query)> purge;
  std::function<ServerNumbers()> numbers;
  std::function<std::vector<WorkNow>()> work;
};

/// The HWS API: applications, jobs and administration as JSON below /hws/v1 (docs/hws-api.md). It
/// has no sockets; the code that owns the sockets authenticates the caller. Loop thread only.
class HwsApi {
 public:
  explicit HwsApi(HwsSettings settings) : settings_(std::move(settings)) {}

  /// Answers a request; `request` and `state`, which has the caller's jobs, outlive the task.
  Task<OozieAnswer> Answer(const OozieRequest& request, StateDirectory& state);

 private:
  HwsSettings settings_;
  bool active_ = true;
};

/// True if a path is /hws or below it.
bool IsHwsPath(std::string_view path);
/// Returns the text of /hws/openapi.json.
std::string_view HwsOpenApi();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_HWS_API_H_
