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
  std::optional<Error> error;  ///< none: the ok transition. Its class decides what happens else
  std::optional<Properties> data;
  std::optional<Counters> counters;
  std::string external_id, tracker_uri, external_status, console_url;
  /// Of a transient or non-transient error: the effect has happened, and only what it left could
  /// not be collected. END_RETRY or END_MANUAL; the executor is then called for the same attempt
  /// again, with resumed(), and must not repeat the effect.
  bool at_end = false;

  static Outcome Ok() { return {}; }
  static Outcome Failed(ErrorClass error_class, std::string code, std::string message) {
    Outcome outcome;
    outcome.error = Error{error_class, std::move(code), std::move(message)};
    return outcome;
  }
};

/// A call of the URL that wf:callback() or CallbackUrl() gave out for an action.
struct Callback {
  std::string status;        ///< what they put in the place of the state variable
  std::string content_type;  ///< of the body
  std::string body;          ///< at most capture_limit() bytes
  std::int64_t received_ms = 0;
};

/// The failure of a sub-workflow that would be `depth` deep: Oozie's code and words.
Outcome TooDeep(std::int64_t depth, std::int64_t most);

/// What the engine gives to an executor for one attempt. Lives as long as the attempt.
class ActionContext {
 public:
  virtual ~ActionContext() = default;
  /// Evaluated when the intent was recorded; the same after a resume.
  virtual const ArgNode& args() const = 0;
  virtual std::uint32_t shape() const = 0;
  /// Evaluated <global>, or null.
  virtual const ArgNode* global() const = 0;
  virtual std::string_view node() const = 0;
  virtual const JobIdentity& job() const = 0;
  /// Name of the action's kind, as "fs".
  virtual std::string_view kind() const { return {}; }
  /// The user that the action works as: EffectiveUser() of runtime/engines/workflow/user.h for this
  /// kind, dialect and job. `element` is its <user> or <hadoop-user>, `configuration` its own
  /// properties (those of job-xml below those inline).
  Result<std::string> User(const std::optional<std::string>& element = {},
                           const Properties& configuration = {}) const {
    return EffectiveUser({kind(), dialect(), job().user, element, configuration});
  }
  virtual std::uint32_t dialect() const = 0;
  /// The job's properties.
  virtual const Properties& configuration() const = 0;
  /// The application's config-default.xml or configuration.xml, as written.
  virtual Properties defaults() const { return {}; }
  /// What expressions in files that are read while the program runs may name; null: the compiler
  /// has seen all that there are.
  virtual const hpdl_names* names() const { return nullptr; }
  virtual std::uint32_t attempt() const = 0;
  /// Number of the attempt within the root job; names its files.
  virtual std::int64_t sequence() const = 0;
  /// `hpdl-` and 32 hex digits, a hash over job, run, node and attempt: the same for a resumed
  /// attempt.
  virtual const std::string& tag() const = 0;
  /// An earlier process recorded the intent, and may have started the effect.
  virtual bool resumed() const = 0;
  /// What RecordProgress was last given in this attempt.
  virtual const std::string& progress() const = 0;
  /// What it was last given for this node in the run before this one; "" if there was none.
  virtual std::string progress_before() const { return {}; }
  /// Durable when it returns.
  virtual Task<void> RecordProgress(std::string progress) = 0;
  /// What the effect is known by outside, for all who look at the running action: reports, the API,
  /// functions. Goes into the journal with the next record of the action, so before the effect if
  /// RecordProgress() comes in between. What the outcome says later wins.
  virtual void SetExternal(std::string /*id*/, std::string /*tracker_uri*/,
                           std::string /*console_url*/) {}
  /// Tells the progress view what the action waits for ("pid 4711"); not journalled.
  virtual void SetWaiting(std::string what) = 0;
  /// The action does nothing from here on but wait for this, until EndWait(). It goes into the
  /// journal with the next record of the action; `since_ms` is filled in. Use it through Waiting.
  virtual void BeginWait(const Wait& /*wait*/) {}
  virtual void ConfirmWait() {}
  virtual void EndWait() {}
  /// --local was given: compute kinds run on this machine.
  virtual bool local() const = 0;
  /// How many local processes may run at a time (--parallel), at least 1.
  virtual unsigned parallel() const { return 1; }
  /// Runs or adopts the local child of this attempt and waits for its end. Cancelled with the
  /// action: the child's process group is then killed.
  virtual Task<ExitStatus> RunProcess(Command command) = 0;
  virtual std::string OutPath() const = 0;
  virtual std::string ErrPath() const = 0;
  /// A directory of this attempt's own, made on the first call.
  virtual Result<std::string> WorkDirectory() = 0;
  /// Bytes of captured output allowed (oozie.action.max.output.data, default 2048).
  virtual std::int64_t capture_limit() const = 0;
  /// Null in a program that was built with --no-network.
  virtual Network* network() { return nullptr; }
  /// Those of Hadoop (runtime/world/files/file_system.h); null in a program built with
  /// --no-network.
  virtual FileSystems* file_systems() { return nullptr; }
  /// YARN (runtime/world/hadoop/cluster.h); null in a program built with --no-network.
  virtual Clusters* clusters() { return nullptr; }
  /// The URL for others to call back at, with `state_variable` as its status; it holds a secret.
  /// "" if nothing listens (--callback-listen).
  virtual std::string CallbackUrl(std::string_view /*state_variable*/) { return {}; }
  /// The next callback that came for this attempt: durable, and each returned once, but after a
  /// resume from the first on again. None when `timeout_ms` have passed; negative: no limit. A
  /// callback is what somebody says, not the truth about the action.
  virtual Task<std::optional<Callback>> AwaitCallback(std::int64_t /*timeout_ms*/) {
    co_return std::nullopt;
  }
  /// The application's file at `path`, or null.
  virtual const hpdl_file* File(std::string_view path) const = 0;
  /// All files of the application.
  virtual std::span<const hpdl_file> Files() const = 0;
  /// What the administrator set (runtime/world/site/site.h); a job's properties are in
  /// configuration().
  virtual const Site& site() const = 0;
  /// Runs the compiled-in definition whose <app-path> was written so or resolves to `app_path`, as
  /// a job of its own, and waits for its end. kError "E0711" if the program has none such.
  virtual Task<Outcome> RunSubWorkflow(const std::string& app_path, Properties configuration) = 0;
};

/// A wait of an action, as long as this lives. An engine of which only confirmed waits are left may
/// end itself (--park): whatever a resumed attempt has to know must have been recorded.
class Waiting {
 public:
  Waiting(ActionContext& context, const Wait& wait) : context_(context) {
    context_.BeginWait(wait);
  }
  ~Waiting() { context_.EndWait(); }
  /// This process has asked, and what is waited for has not happened. Without that, an engine that
  /// was woken because it has would end itself before it sees it.
  void Confirm() { context_.ConfirmWait(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  ActionContext& context_;
};

}  // namespace hpdl::rt

namespace hpdl::rt {

/// When actions of a kind call RunProcess(). A program whose actions never do has no keeper of
/// processes.
enum class StartsProcesses : std::uint8_t { kWithLocal, kAlways, kNever };

}  // namespace hpdl::rt

/// The descriptor of a kind that can run: emitted code names it, so the linker brings in its
/// executor and no other. One per kind, `hpdl_kind_<kind>` with '-' as '_', a constant. A kind that
/// runs in the cluster and with --local has a second one, `hpdl_local_kind_<kind>` in
/// <kind>_local.cpp, that needs nothing of the network: programs built with --no-network name it.
struct hpdl_kind {
  const char* name;
  /// The attempt. May be called again for the same attempt after a crash (ctx.resumed()).
  hpdl::rt::Task<hpdl::rt::Outcome> (*run)(hpdl::rt::ActionContext& ctx);
  /// Runs only with --local: the program refuses to start without it, naming the node. A kind that
  /// runs in the cluster too has this in its half for programs without network.
  bool needs_local = false;
  /// An attempt after a failed one sees its progress(), and goes on from there.
  bool goes_on = false;
  hpdl::rt::StartsProcesses starts_processes = hpdl::rt::StartsProcesses::kWithLocal;
  /// Does nothing without libcurl: a program built with --no-network refuses to start.
  bool needs_network = false;
  /// `PROGRAM --worker KIND ARGUMENT`: long computing in a child, which outlives the engine. Gives
  /// the exit code.
  int (*worker)(const char* argument) = nullptr;
  /// A kind that runs in the cluster, and on this machine with --local: whether the field of the
  /// arguments in that shape is the resource manager; with HPDL_NONE for the shape, of <global>.
  bool (*is_resource_manager)(std::uint32_t shape, std::uint32_t field) = nullptr;
};

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_KIND_H_
