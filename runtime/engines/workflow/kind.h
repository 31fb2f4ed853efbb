#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_KIND_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_KIND_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/user.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/abi/hpdl_names.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/arg_node.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/wait.h"
#include "runtime/world/net/network.h"
#include "runtime/world/process/processes.h"

namespace hpdl::rt {

class Clusters;
class FileSystems;

class Site;

/// The result of an action.
struct Outcome {
  /// If nullopt, the action takes its ok transition. Otherwise the class of the error determines
  /// the next step.
  std::optional<Error> error;
  std::optional<Properties> data;
  std::optional<Counters> counters;
  std::string external_id, tracker_uri, external_status, console_url;
  /// True if the effect has happened, but its results could not be collected. The value true is
  /// allowed only for transient and non-transient errors. The node becomes END_RETRY or END_MANUAL.
  /// The executor is later called again for the same attempt, with resumed() true, and must not
  /// repeat the effect.
  bool at_end = false;

  static Outcome Ok() { return {}; }
  static Outcome Failed(ErrorClass error_class, std::string code, std::string message) {
    Outcome outcome;
    outcome.error = Error{error_class, std::move(code), std::move(message)};
    return outcome;
  }
};

/// A call of the URL that wf:callback() or CallbackUrl() returned for an action.
struct Callback {
  std::string status;        ///< the text that the caller put in place of the state variable
  std::string content_type;  ///< the body's media type
  std::string body;          ///< the body; at most capture_limit() bytes
  std::int64_t received_ms = 0;
};

/// The files of an application that the program contains.
struct PackagedApplication {
  std::string path;  ///< the path of the job's application, as in wf:appPath(); may be ""
  std::span<const hpdl_file> files;
};

/// Returns the failure of a sub-workflow whose depth exceeds the limit `most`, with Oozie's code
/// and message.
Outcome TooDeep(std::int64_t depth, std::int64_t most);

/// The services that the engine offers to an executor for one attempt. The object lives as long as
/// the attempt.
class ActionContext {
 public:
  virtual ~ActionContext() = default;
  /// The action's arguments. The arguments were evaluated when the action's row was recorded, and
  /// stay the same after a resume.
  virtual const ArgNode& args() const = 0;
  virtual std::uint32_t shape() const = 0;
  /// The evaluated arguments of <global> that the action uses; null if the kind takes nothing from
  /// <global> or the workflow has no <global>. For an argument that the action has too, the result
  /// may lack the argument of <global>.
  virtual const ArgNode* global() const = 0;
  /// The value of kGlobalProperty for a sub-workflow; "" if it is that of this job.
  virtual std::string_view handed_global() const = 0;
  virtual std::string_view node() const = 0;
  virtual const JobIdentity& job() const = 0;
  /// Name of the action's kind, such as "fs".
  virtual std::string_view kind() const { return {}; }
  /// Returns the user in whose name the action works: EffectiveUser() of
  /// runtime/engines/workflow/user.h for this kind, dialect and job. `element` is the action's
  /// <user> or <hadoop-user>. `configuration` holds the action's own properties; inline properties
  /// override the properties of job-xml.
  Result<std::string> User(const std::optional<std::string>& element = {},
                           const Properties& configuration = {}) const {
    return EffectiveUser({kind(), dialect(), job().user, element, configuration});
  }
  virtual std::uint32_t dialect() const = 0;
  /// The job's properties.
  virtual const Properties& configuration() const = 0;
  /// The properties of the application's config-default.xml or configuration.xml, as written.
  virtual Properties defaults() const { return {}; }
  /// The names that expressions in files may use. The files are read while the program runs.
  /// Returns null if the program reads no files with expressions.
  virtual const hpdl_names* names() const { return nullptr; }
  virtual std::uint32_t attempt() const = 0;
  /// The attempt's number within the root job. The names of the attempt's files contain this
  /// number.
  virtual std::int64_t sequence() const = 0;
  /// The attempt's tag: `hpdl-` and 32 hex digits, a hash of job, run, node and attempt. A resumed
  /// attempt has the same tag.
  virtual const std::string& tag() const = 0;
  /// True if an earlier process recorded this attempt. That process may have started the command or
  /// the application of the action.
  virtual bool resumed() const = 0;
  /// The last text that RecordProgress() has recorded in this attempt.
  virtual const std::string& progress() const = 0;
  /// In a rerun of failed nodes: the last text that RecordProgress() has recorded for this node in
  /// an earlier run. All runs between that run and this run are such reruns too. Returns "" if
  /// there is no text, and in other runs.
  virtual std::string progress_before() const { return {}; }
  /// Records a text of the executor in the journal. When the function returns, the text is durable.
  virtual Task<void> RecordProgress(std::string progress) = 0;
  /// Sets the external identifiers of the effect, such as an application's id. Reports, the API and
  /// EL functions show them while the action runs. The next record of the action in the journal
  /// contains them, so a call of RecordProgress() makes them durable. Identifiers in the outcome
  /// override them.
  virtual void SetExternal(std::string /*id*/, std::string /*tracker_uri*/,
                           std::string /*console_url*/) {}
  /// Sets the status of the effect in the system that executes it: PREP, RUNNING or SUSPENDED.
  /// Reports, the API and EL functions show it until the attempt ends. The status in the outcome
  /// replaces it.
  virtual void SetExternalStatus(std::string_view /*status*/) {}
  /// Sets the text that the progress view shows for a waiting action ("pid 4711"). The text is not
  /// journalled.
  virtual void SetWaiting(std::string what) = 0;
  /// Declares that from now until EndWait() is called, the action only waits for `wait`. The next
  /// record of the action in the journal contains the wait; the engine sets `since_ms`. Executors
  /// call this function through class Waiting.
  virtual void BeginWait(const Wait& /*wait*/) {}
  virtual void ConfirmWait() {}
  virtual void EndWait() {}
  /// True if --local was given. Actions that otherwise run in a cluster then run on this machine.
  virtual bool local() const = 0;
  /// The maximum number of local processes that run at a time (--parallel), at least 1.
  virtual unsigned parallel() const { return 1; }
  /// Runs the local child of this attempt, or adopts the child that an earlier process started, and
  /// waits for its end. If the action is cancelled, the child's process group is killed. Until the
  /// end, the external status of the action is RUNNING.
  virtual Task<ExitStatus> RunProcess(Command command) = 0;
  virtual std::string OutPath() const = 0;
  virtual std::string ErrPath() const = 0;
  /// Returns the path of a directory that only this attempt uses. The first call makes the
  /// directory.
  virtual Result<std::string> WorkDirectory() = 0;
  /// The maximum number of bytes of captured output (oozie.action.max.output.data, default 2048).
  virtual std::int64_t capture_limit() const = 0;
  /// Returns the network, or null in a program that was built with --no-network.
  virtual Network* network() { return nullptr; }
  /// The file systems of Hadoop (runtime/world/files/file_system.h); null in a program that was
  /// built with --no-network.
  virtual FileSystems* file_systems() { return nullptr; }
  /// The YARN clusters (runtime/world/hadoop/cluster.h); null in a program that was built with
  /// --no-network.
  virtual Clusters* clusters() { return nullptr; }
  /// Returns the URL of callbacks for this action. The caller of the URL replaces the text
  /// `state_variable` in it with a status. The URL contains a secret. Returns "" if no callbacks
  /// are accepted (--callback-listen).
  virtual std::string CallbackUrl(std::string_view /*state_variable*/) { return {}; }
  /// Waits for the next callback of this attempt. The callback is durable when it is returned. Each
  /// callback is returned once; after a resume, all callbacks are returned again. Returns nullopt
  /// when `timeout_ms` have passed; a negative `timeout_ms` means no limit. A callback does not
  /// prove the action's state, because its caller may be wrong.
  virtual Task<std::optional<Callback>> AwaitCallback(std::int64_t /*timeout_ms*/) {
    co_return std::nullopt;
  }
  /// The application's file at `path`, or null.
  virtual const hpdl_file* File(std::string_view path) const = 0;
  /// All files of the application.
  virtual std::span<const hpdl_file> Files() const = 0;
  /// The applications of the parents in this program from which the job inherits lib/, the nearest
  /// first. Empty if the job does not inherit it (runtime/engines/workflow/inheritance.h).
  virtual std::vector<PackagedApplication> InheritedApplications() const { return {}; }
  /// The administrator's settings (runtime/world/site/site.h). The job's properties are in
  /// configuration().
  virtual const Site& site() const = 0;
  /// Starts a definition of this program as a separate job, and waits for the job's end. The
  /// definition's <app-path> was written as `app_path` or resolves to `app_path`. Returns kError
  /// "E0711" if the program has no such definition.
  virtual Task<Outcome> RunSubWorkflow(const std::string& app_path, Properties configuration) = 0;
};

/// Declares to the engine that an action waits while this object lives. An engine may end when only
/// confirmed waits are left (--park). So before Confirm(), the executor must record everything that
/// a resumed attempt needs.
class Waiting {
 public:
  Waiting(ActionContext& context, const Wait& wait) : context_(context) {
    context_.BeginWait(wait);
  }
  ~Waiting() { context_.EndWait(); }
  /// Confirms the wait: this process has checked that the awaited event has not happened yet. The
  /// job is not parked while a wait is unconfirmed. Otherwise an engine that the event has woken
  /// could park the job again before it detects the event. A callback that reports the event ends
  /// the confirmation, so the executor must check and confirm again.
  void Confirm() { context_.ConfirmWait(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  ActionContext& context_;
};

}  // namespace hpdl::rt

namespace hpdl::rt {

/// The condition under which actions of a kind call RunProcess(). If no action of a program calls
/// RunProcess(), the program does not start the keeper, the process that runs local commands.
enum class StartsProcesses : std::uint8_t { kWithLocal, kAlways, kNever };

}  // namespace hpdl::rt

/// The descriptor of a kind of action. Emitted code refers to the descriptors that it needs, so the
/// linker adds only the executors of these kinds. Each kind has a constant `hpdl_kind_<kind>`, with
/// '_' for '-'. A kind that runs in the cluster and with --local has a second constant,
/// `hpdl_local_kind_<kind>` in <kind>_local.cpp, which needs no network code. Programs built with
/// --no-network use the second constant.
struct hpdl_kind {
  const char* name;
  /// Runs the attempt. After a crash, this function may be called again for the same attempt
  /// (ctx.resumed()).
  hpdl::rt::Task<hpdl::rt::Outcome> (*run)(hpdl::rt::ActionContext& ctx);
  /// True if the kind runs only with --local. Without --local, a program with a node of this kind
  /// does not start and reports the node. For a kind that also runs in the cluster, only
  /// `hpdl_local_kind_<kind>` has the value true.
  bool needs_local = false;
  /// True if a new attempt continues from the progress() of the failed attempt.
  bool goes_on = false;
  hpdl::rt::StartsProcesses starts_processes = hpdl::rt::StartsProcesses::kWithLocal;
  /// True if the kind needs libcurl. A program that uses the kind and was built with --no-network
  /// does not start.
  bool needs_network = false;
  /// `PROGRAM --worker KIND ARGUMENT` calls this function in a child process for a long
  /// computation. The child process outlives the engine. Returns the exit code.
  int (*worker)(const char* argument) = nullptr;
  /// Returns true if `field` is the number of the resource manager's element in the arguments.
  /// `shape` is the index of the arguments' shape in the kind's declaration, or HPDL_NONE for
  /// <global>. Only a kind that runs in the cluster and, with --local, on this machine has this
  /// function. For other kinds, the pointer is null.
  bool (*is_resource_manager)(std::uint32_t shape, std::uint32_t field) = nullptr;
};

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_KIND_H_
