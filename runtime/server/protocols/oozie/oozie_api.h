#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_API_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_API_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"
#include "runtime/server/jobs/job_verbs.h"
#include "runtime/server/jobs/program_question.h"
#include "runtime/server/jobs/purge_query.h"
#include "runtime/server/protocols/oozie/oozie_request.h"
#include "runtime/server/work/work_line.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/world/files/system_library.h"

namespace hpdl::rt {

/// The mode of the server (Oozie: OozieClient.SYSTEM_MODE).
enum class SystemMode : std::uint8_t { kNormal, kNoWebService, kSafeMode };
/// Returns NORMAL, NOWEBSERVICE or SAFEMODE.
std::string_view WordOf(SystemMode mode);
/// Reads a word that WordOf() returns; nullopt for any other word.
std::optional<SystemMode> ModeOf(std::string_view word);

/// Facts about the server that the protocol shows, and the objects and functions that do the work
/// of the requests.
struct OozieSettings {
  std::string base_url;                  ///< the beginning of links: "http://127.0.0.1:11000/oozie"
  std::string version;                   ///< the version of this server
  std::string host_name;                 ///< the host name; logs show it as SERVER[NAME]
  Properties configuration;              ///< the settings of the site
  Properties process;                    ///< data about the process, shown in place of Java's
                                         ///< system properties
  std::vector<std::string> environment;  ///< NAME=VALUE; a value is masked if its name looks secret

  SystemMode mode = SystemMode::kNormal;  ///< the mode at the start
  bool states_with_error = false;         ///< shows coordinators' states with error, for example
                                          ///< RUNNINGWITHERROR
  /// The number of actions of a coordinator that are shown by default.
  std::int64_t actions_shown = 1000;

  JobVerbs* verbs = nullptr;  ///< outlives the OozieApi
  /// Runs a program of a job (JobServer::AskProgram()).
  std::function<Task<Result<ProgramAnswer>>(Caller caller, ProgramQuestion question)> ask_program;
  /// Checks of a caller's rights; the error "E0503" is a refusal. `authorize_administration` checks
  /// that the caller may change how the server works. `authorize_system_info` checks that the
  /// caller may see the server's settings.
  std::function<Task<Result<void>>(Caller caller)> authorize_administration, authorize_system_info;
  /// Checks whether `caller`, who calls from `address`, may act as the user `other`. Returns
  /// `other` as the new caller, with `caller` as the proxy. "E1400": the caller may not do that;
  /// "E1603": one of the two user names is missing, or `other` is not a valid user name.
  std::function<Task<Result<Caller>>(Caller caller, std::string other, std::string address)> act_as;
  /// Removes jobs that ended long ago; returns their number.
  std::function<Task<Result<std::size_t>>(PurgeQuery query)> purge;
  /// Reads Oozie's sharelib with the permissions of the caller; kNotFound if the sharelib does not
  /// exist.
  std::function<Task<Result<SystemLibrary>>(Caller caller)> libraries;
  /// Returns the work of each kind: at most `items` running items and at most `items` waiting
  /// items. `user`: null for the work of all users. The function may be empty.
  std::function<std::vector<WorkNow>(std::size_t items, const std::string* user)> work;
  /// Called after the mode has changed; the server then holds its jobs or continues them. The
  /// function may be empty.
  std::function<void(SystemMode mode)> on_mode;
};

class KnownDefinitions;

/// Oozie Web Services v0, v1 and v2, below /oozie, for jobs of all types and administration
/// (https://oozie.apache.org/docs/5.2.1/WebServicesAPI.html). It has no sockets; the code that owns
/// the sockets authenticates the caller. Loop thread only.
class OozieApi {
 public:
  explicit OozieApi(OozieSettings settings);

  /// Answers a request. `state` is the state directory with the caller's jobs. `request` and
  /// `state` must outlive the task.
  Task<OozieAnswer> Answer(const OozieRequest& request, StateDirectory& state);
  SystemMode mode() const { return mode_; }

 private:
  OozieSettings settings_;
  SystemMode mode_;
  std::string libraries_;  ///< the folder of the sharelib at its last update
  std::shared_ptr<KnownDefinitions> definitions_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_API_H_
