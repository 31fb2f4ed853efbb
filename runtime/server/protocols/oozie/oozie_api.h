#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_API_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_API_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"
#include "runtime/server/jobs/job_verbs.h"
#include "runtime/server/jobs/purge_query.h"
#include "runtime/server/protocols/oozie/oozie_request.h"
#include "runtime/server/work/work_line.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/world/files/system_library.h"

namespace hpdl::rt {

/// How far the server works (Oozie: OozieClient.SYSTEM_MODE).
enum class SystemMode : std::uint8_t { kNormal, kNoWebService, kSafeMode };
/// NORMAL, NOWEBSERVICE or SAFEMODE.
std::string_view WordOf(SystemMode mode);

/// What the protocol tells of the server, and what it has done by others.
struct OozieSettings {
  std::string base_url;                  ///< links are below it: "http://127.0.0.1:11000/oozie"
  std::string version;                   ///< of this server
  std::string host_name;                 ///< SERVER[...] in logs
  Properties configuration;              ///< of the site
  Properties process;                    ///< what there is instead of Java's properties
  std::vector<std::string> environment;  ///< NAME=VALUE; secrets are masked by their names

  bool states_with_error = false;     ///< coordinators are shown as RUNNINGWITHERROR, ...
  std::int64_t actions_shown = 1000;  ///< of a coordinator, if nobody says how many

  JobVerbs* verbs = nullptr;  ///< outlives the protocol
  /// Starts a program with arguments, argv[0] being its path, and gives what it writes.
  std::function<Task<Result<std::string>>(Caller caller, std::vector<std::string> argv)>
      ask_program;
  /// Whether somebody may change how the server works, and see how it is set up; E0503 if not.
  std::function<Task<Result<void>>(Caller caller)> authorize_administration, authorize_system_info;
  /// The caller whom one from an address becomes who wants to act as another; E1400, E1603.
  std::function<Task<Result<Caller>>(Caller caller, std::string other, std::string address)> act_as;
  /// Removes jobs that ended long ago.
  std::function<Task<Result<std::size_t>>(PurgeQuery query)> purge;
  /// Oozie's sharelib as the caller may read it; kNotFound: there is none.
  std::function<Task<Result<SystemLibrary>>(Caller caller)> libraries;
  /// The work of each kind, as JobServer::Work() has it. May be empty.
  std::function<std::vector<WorkNow>(std::size_t items, const std::string* user)> work;
  /// Called when the mode has changed: whoever wakes jobs wants to know. May be empty.
  std::function<void(SystemMode mode)> on_mode;
};

/// Oozie Web Services v0, v1 and v2, below /oozie, for jobs of all types and administration
/// (https://oozie.apache.org/docs/5.2.1/WebServicesAPI.html). It knows no sockets; whoever has them
/// authenticates the caller. Loop thread only.
class OozieApi {
 public:
  explicit OozieApi(OozieSettings settings) : settings_(std::move(settings)) {}

  /// `request` and `state`, where the jobs of the caller are, outlive the task.
  Task<OozieAnswer> Answer(const OozieRequest& request, StateDirectory& state);
  SystemMode mode() const { return mode_; }

 private:
  OozieSettings settings_;
  SystemMode mode_ = SystemMode::kNormal;
  std::string libraries_;  ///< folder of the sharelib when somebody updated it last
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_API_H_
