#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_KIND_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_KIND_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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
  /// nullopt: the action takes its ok transition. Otherwise the class of the error decides what
  /// happens.
  std::optional<Error> error;
  std::optional<Properties> data;
  std::optional<Counters> counters;
  std::string external_id, tracker_uri, external_status, console_url;
  /// True if the effect has happened, but its results could not be collected; for transient and
  /// non-transient errors. The node becomes END_RETRY or END_MANUAL. The executor is then called
  /// again for the same attempt, with resumed(), and must not repeat the effect.
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
  std::string body;          ///< at most capture_limit() bytes
  std::int64_t received_ms = 0;
};

/// Returns the failure of a sub-workflow that would be `depth` deep where `most` is allowed, with
/// Oozie's code and words.
Outcome TooDeep(std::int64_t depth, std::int64_t most);

/// The services that the engine offers to an executor for one attempt. The object lives as long as
/// the attempt.
class ActionContext {
 public:
  virtual ~ActionContext() = default;
  /// The action's arguments. They were evaluated when the intent was recorded and are the same
  /// after a resume.
  virtual const ArgNode& args() const = 0;
  virtual std::uint32_t shape() const = 0;
  /// The evaluated arguments of <global>, or null.
  virtual const ArgNode* global() const = 0;
  virtual std::string_view node() const = 0;
  virtual const JobIdentity& job() const = 0;
  /// Name of the action's kind, such as "fs".
  virtual std::string_view kind() const { return {}; }
  /// Returns the user that the action works as: EffectiveUser() of runtime/engines/workflow/user.h
  /// for this kind, dialect and job. `element` is the action's <user> or <hadoop-user>.
  /// `configuration` holds the action's own properties; inline properties override those of
  /// job-xml.
  Result<std::string> User(const std::optional<std::string>& element = {},
                           const Properties& configuration = {}) const {
    return EffectiveUser({kind(), dialect(), job().user, element, configuration});
  }
  virtual std::uint32_t dialect() const = 0;
  /// The job's properties.
  virtual const Properties& configuration() const = 0;
  /// The properties of the application's config-default.xml or configuration.xml, as written.
  virtual Properties defaults() const { return {}; }
  /// The names that expressions may use in files which are read while the program runs. Null: the
  /// compiler has seen all expressions.
  virtual const hpdl_names* names() const { return nullptr; }
  virtual std::uint32_t attempt() const = 0;
  /// The attempt's number within the root job. The names of the attempt's files contain it.
  virtual std::int64_t sequence() const = 0;
  /// `hpdl-` and 32 hex digits: a hash of job, run, node and attempt. A resumed attempt has the
  /// same tag.
  virtual const std::string& tag() const = 0;
  /// True if an earlier process recorded the intent. That process may have started the effect.
  virtual bool resumed() const = 0;
  /// The text that RecordProgress() was given last in this attempt.
  virtual const std::string& progress() const = 0;
  /// The text that RecordProgress() was given last for this node in the previous run; "" if there
  /// is no such text.
  virtual std::string progress_before() const { return {}; }
  /// Records a text of the executor in the journal. The text is durable when this returns.
  virtual Task<void> RecordProgress(std::string progress) = 0;
  /// Sets the identifiers of the effect in the outside world. Reports, the API and EL functions
  /// show them while the action runs. They go into the journal with the next record of the action:
  /// a RecordProgress() before the effect makes them durable before the effect. Identifiers in the
  /// outcome override them.
  virtual void SetExternal(std::string /*id*/, std::string /*tracker_uri*/,
                           std::string /*console_url*/) {}
  /// Tells the progress view what the action waits for ("pid 4711"). The text is not journalled.
  virtual void SetWaiting(std::string what) = 0;
  /// Says that the action now only waits for `wait`, until EndWait(). The wait goes into the
  /// journal with the next record of the action; the engine fills in `since_ms`. Executors use it
  /// through class Waiting.
  virtual void BeginWait(const Wait& /*wait*/) {}
  virtual void ConfirmWait() {}
  virtual void EndWait() {}
  /// True if --local was given: compute kinds then run on this machine.
  virtual bool local() const = 0;
  /// The most local processes that run at a time (--parallel), at least 1.
  virtual unsigned parallel() const { return 1; }
  /// Runs the local child of this attempt, or adopts the child that an earlier process started, and
  /// waits for its end. If the action is cancelled, the child's process group is killed.
  virtual Task<ExitStatus> RunProcess(Command command) = 0;
  virtual std::string OutPath() const = 0;
  virtual std::string ErrPath() const = 0;
  /// Returns the path of a directory that only this attempt uses. The first call makes the
  /// directory.
  virtual Result<std::string> WorkDirectory() = 0;
  /// The most bytes of captured output (oozie.action.max.output.data, default 2048).
  virtual std::int64_t capture_limit() const = 0;
  /// The network; null in a program that was built with --no-network.
  virtual Network* network() { return nullptr; }
  /// The file systems of Hadoop (runtime/world/files/file_system.h); null in a program that was
  /// built with --no-network.
  virtual FileSystems* file_systems() { return nullptr; }
  /// The YARN clusters (runtime/world/hadoop/cluster.h); null in a program that was built with
  /// --no-network.
  virtual Clusters* clusters() { return nullptr; }
  /// Returns the URL at which others call back. `state_variable` stands for the status in the URL.
  /// The URL contains a secret. Returns "" if nothing listens for callbacks (--callback-listen).
  virtual std::string CallbackUrl(std::string_view /*state_variable*/) { return {}; }
  /// Waits for the next callback of this attempt. The callback is durable when it is returned. Each
  /// callback is returned once; after a resume, all are returned again from the first. Returns
  /// nullopt when `timeout_ms` have passed; a negative `timeout_ms` sets no limit. A callback is
  /// only what its caller claims; it does not prove the action's state.
  virtual Task<std::optional<Callback>> AwaitCallback(std::int64_t /*timeout_ms*/) {
    co_return std::nullopt;
  }
  /// The application's file at `path`, or null.
  virtual const hpdl_file* File(std::string_view path) const = 0;
  /// All files of the application.
  virtual std::span<const hpdl_file> Files() const = 0;
  /// The administrator's settings (runtime/world/site/site.h). The job's properties are in
  /// configuration().
  virtual const Site& site() const = 0;
  /// Runs a definition that was compiled into the program as a job of its own, and waits for its
  /// end. The definition is the one whose <app-path> was written as `app_path` or resolves to it.
  /// Errors: kError "E0711" if the program has no such definition.
  virtual Task<Outcome> RunSubWorkflow(const std::string& app_path, Properties configuration) = 0;
};

/// Tells the engine that an action waits, as long as this object lives. An engine may end itself
/// when it has only confirmed waits left (--park). So the executor must have recorded everything
/// that a resumed attempt has to know when it calls Confirm().
class Waiting {
 public:
  Waiting(ActionContext& context, const Wait& wait) : context_(context) {
    context_.BeginWait(wait);
  }
  ~Waiting() { context_.EndWait(); }
  /// Says that this process has asked, and the awaited event has not happened yet. An unconfirmed
  /// wait does not park the job. Otherwise an engine that was woken by the event would end itself
  /// before it sees the event.
  void Confirm() { context_.ConfirmWait(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  ActionContext& context_;
};

}  // namespace hpdl::rt

namespace hpdl::rt {

/// Says when actions of a kind call RunProcess(). A program whose actions never call it has no
/// keeper of processes.
enum class StartsProcesses : std::uint8_t { kWithLocal, kAlways, kNever };

}  // namespace hpdl::rt

/// The descriptor of a kind that can run. Emitted code names the descriptor, so the linker brings
/// in this kind's executor and no other. Each kind has one constant, `hpdl_kind_<kind>` with '-' as
/// '_'. A kind that runs in the cluster and with --local has a second one, `hpdl_local_kind_<kind>`
/// in <kind>_local.cpp, which needs no network code. Programs built with --no-network name the
/// second one.
struct hpdl_kind {
  const char* name;
  /// Runs the attempt. After a crash it may be called again for the same attempt (ctx.resumed()).
  hpdl::rt::Task<hpdl::rt::Outcome> (*run)(hpdl::rt::ActionContext& ctx);
  /// The kind runs only with --local. Without --local the program refuses to start and names the
  /// node. A kind that also runs in the cluster sets this only in its descriptor for programs
  /// without network.
  bool needs_local = false;
  /// An attempt after a failed one sees the failed attempt's progress() and goes on from there.
  bool goes_on = false;
  hpdl::rt::StartsProcesses starts_processes = hpdl::rt::StartsProcesses::kWithLocal;
  /// The kind needs libcurl. A program that has it and was built with --no-network refuses to
  /// start.
  bool needs_network = false;
  /// `PROGRAM --worker KIND ARGUMENT` calls this function for a long computation in a child
  /// process, which outlives the engine. Returns the exit code.
  int (*worker)(const char* argument) = nullptr;
  /// True if `field` is the resource manager in arguments of the shape `shape`. The shape HPDL_NONE
  /// means the arguments of <global>. Only kinds that can run both in the cluster and, with
  /// --local, on this machine have this function.
  bool (*is_resource_manager)(std::uint32_t shape, std::uint32_t field) = nullptr;
};

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_KIND_H_
