#include "stdlib/cluster/launcher.h"

#include <utility>

#include "runtime/world/hadoop/conf.h"
#include "runtime/world/process/output_tail.h"
#include "stdlib/cluster/application.h"
#include "stdlib/cluster/launch_children.h"
#include "stdlib/cluster/launch_files.h"
#include "stdlib/cluster/launcher_settings.h"
#include "stdlib/cluster/upload.h"
#include "stdlib/local/command.h"
#include "stdlib/local/credentials.h"
#include "stdlib/local/run_plan.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

using rt::Error;
using rt::ErrorClass;
using rt::Outcome;

constexpr char kDescription[] = "hpdl-job";
constexpr char kResult[] = "hpdl-result";
/// The most bytes of a result, which holds captured output, small files and the last bytes of logs.
constexpr std::int64_t kMostResult = 64 << 20;
constexpr std::int64_t kTailBytes = 2000;
/// The number of bytes that are kept from the end of each output of a tool. These bytes are
/// searched for the ids of the tool's jobs and for the reason of a failure.
constexpr std::int64_t kToolBytes = 256 << 10;
/// The seconds during which a container tries to bring its result to a file system that is down.
constexpr const char* kBringSeconds = "600";

/// One attempt of a launcher action.
class LauncherRun {
 public:
  LauncherRun(rt::ActionContext& ctx, LauncherAction action, rt::Cluster& cluster,
              rt::PathBase base, rt::FileSystem& files)
      : ctx_(ctx),
        action_(std::move(action)),
        cluster_(cluster),
        base_(std::move(base)),
        files_(files),
        folder_(files.Home() + "/.hpdl/attempts/" + ctx.tag()),
        children_(cluster, base_, files, ChildTag(ctx)) {}

  ApplicationSteps Steps() {
    ApplicationSteps steps;
    steps.prepare = [this](const std::string&) { return Prepare(); };
    steps.conclude = [this](rt::Application app) { return Conclude(std::move(app)); };
    steps.clean = [this](std::string id) { return Clean(std::move(id)); };
    return steps;
  }

  const std::string& external_id() const { return external_id_; }

 private:
  rt::Task<rt::Result<rt::Submission>> Prepare();
  rt::Task<rt::Result<void>> AddOwnFiles(Launch* launch);
  rt::Task<rt::Result<void>> Put(std::string name, std::string_view bytes,
                                 std::vector<rt::LocalResource>* resources);
  void Complete(const ContainerSettings& settings, Launch* launch) const;
  rt::Submission SubmissionOf(ContainerSettings settings, Launch launch) const;
  rt::Task<Outcome> Conclude(rt::Application app);
  rt::Task<void> Clean(std::string id);
  Outcome Named(Outcome outcome) const;

  rt::ActionContext& ctx_;
  const LauncherAction action_;
  rt::Cluster& cluster_;
  const rt::PathBase base_;
  rt::FileSystem& files_;
  const std::string folder_;  ///< the attempt's folder in the cluster
  LaunchChildren children_;
  bool concluded_ = false;   ///< there is a result: the command ended by itself
  bool failed_ = false;      ///< the outcome has an error
  std::string external_id_;  ///< set by the kind in place of the application's id
};

/// Returns the URI to which Hadoop's client copies the result. It is in the file system of the
/// container's files.
std::string PlaceOf(const rt::FileSystem& files, const std::string& path) {
  return files.name() + path;
}

/// Returns the class path. Hadoop's classes come before the action's classes, as in Oozie, unless
/// the launch or the configuration puts the action's classes first.
std::string ClassPathOf(const rt::HadoopConf& conf, const Launch& launch) {
  bool own_first = launch.own_first;
  for (const char* name : {"mapreduce.job.user.classpath.first", "mapreduce.user.classpath.first",
                           "mapreduce.task.classpath.user.precedence"}) {
    const auto found = launch.configuration.find(std::string("oozie.launcher.") + name);
    if (found != launch.configuration.end()) {
      own_first = found->second == "true";
    }
  }
  std::string path = std::string(".:") + kLaunchJarName;
  const std::string hadoop = ":" + HadoopClassPath(conf, true);
  path += own_first ? launch.class_path + hadoop : hadoop + launch.class_path;
  return path;
}

rt::Task<rt::Result<rt::Submission>> LauncherRun::Prepare() {
  ctx_.SetWaiting("files of " + action_.what);
  NamedFiles named = action_.fetched;
  HPDL_CO_TRY(co_await FetchFiles(ctx_, std::move(named), action_.name_node));
  rt::Result<Launch> launch = co_await action_.arrange(files_, base_);
  HPDL_CO_TRY(launch);
  rt::Result<ContainerSettings> settings =
      SettingsOf(ctx_, action_.launcher, launch->configuration);
  HPDL_CO_TRY(settings);
  Complete(*settings, &*launch);
  HPDL_CO_TRY(co_await AddOwnFiles(&*launch));
  co_return SubmissionOf(std::move(*settings), std::move(*launch));
}

/// Adds the application master's command, and the environment and files of every command.
void LauncherRun::Complete(const ContainerSettings& settings, Launch* launch) const {
  LaunchDescription& description = launch->description;
  description.master = {InContainer("JAVA"),
                        "-Xmx96m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.net.preferIPv4Stack=true",
                        kMasterClass,
                        kResult,
                        PlaceOf(files_, folder_ + "/" + kResult),
                        kBringSeconds};
  std::vector<LaunchWord> environment;
  for (const std::string& entry : AttemptVariables(ctx_)) {
    environment.push_back({entry});
  }
  for (const std::string& entry : settings.environment) {
    environment.push_back({entry});
  }
  // The variables that the kind sets come last, so they win.
  description.environment.insert(description.environment.begin(), environment.begin(),
                                 environment.end());
  description.files.push_back({kLaunchErr, kLaunchStderr, kTailBytes, true});
  if (action_.tells_jobs) {
    description.files.push_back({kToolOutput[0], kLaunchStdout, kToolBytes, true});
    description.files.push_back({kToolOutput[1], kLaunchStderr, kToolBytes, true});
  }
}

rt::Task<rt::Result<void>> LauncherRun::Put(std::string name, std::string_view bytes,
                                            std::vector<rt::LocalResource>* resources) {
  std::string path = folder_ + "/" + name;
  rt::Result<rt::LocalResource> resource =
      co_await PutResource(ctx_, files_, std::move(path), std::move(name), bytes);
  HPDL_CO_TRY(resource);
  resources->push_back(std::move(*resource));
  co_return rt::Result<void>();
}

rt::Task<rt::Result<void>> LauncherRun::AddOwnFiles(Launch* launch) {
  const std::pair<const char*, std::string_view> carried[] = {{kLaunchProgramName, LaunchProgram()},
                                                              {kLaunchJarName, LaunchJar()}};
  for (const auto& [name, bytes] : carried) {
    rt::Result<rt::LocalResource> uploaded = co_await UploadOnce(ctx_, files_, name, bytes);
    HPDL_CO_TRY(uploaded);
    launch->resources.push_back(std::move(*uploaded));
  }
  rt::Result<void> done = co_await files_.MakeDirectories(folder_);
  if (!done) {
    co_return Error{done.error().error_class,
                    done.error().code.empty() ? "JA009" : done.error().code, done.error().message};
  }
  const rt::Result<std::string> description = DescriptionText(launch->description);
  HPDL_CO_TRY(description);
  done = co_await Put(kDescription, *description, &launch->resources);
  for (auto each = launch->contents.begin(); done && each != launch->contents.end(); ++each) {
    done = co_await Put(each->first, each->second, &launch->resources);
  }
  co_return done;
}

rt::Submission LauncherRun::SubmissionOf(ContainerSettings settings, Launch launch) const {
  rt::Submission submission;
  submission.name = "oozie:launcher:T=" + std::string(ctx_.kind()) + ":W=" + ctx_.job().name +
                    ":A=" + std::string(ctx_.node()) + ":ID=" + ctx_.job().id;
  submission.queue = std::move(settings.queue);
  submission.priority = settings.priority;
  submission.memory_mb = settings.memory_mb;
  submission.vcores = settings.vcores;
  submission.view_acl = std::move(settings.view_acl);
  submission.modify_acl = std::move(settings.modify_acl);
  submission.command = std::string("./") + kLaunchProgramName + " " + kDescription +
                       " <LOG_DIR>/master 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr";
  submission.resources = std::move(launch.resources);
  const std::string jar = std::string(kLaunchJarName) + ":";
  submission.environment["CLASSPATH"] = jar + HadoopClassPath(cluster_.conf(), false);
  submission.environment["HADOOP_USER_NAME"] = cluster_.user();
  if (launch.needs_class_path) {
    submission.environment[kClassPathVariable] = ClassPathOf(cluster_.conf(), launch);
  }
  return submission;
}

Outcome LauncherRun::Named(Outcome outcome) const {
  outcome.external_status = outcome.error ? "FAILED/KILLED" : "SUCCEEDED";
  return outcome;
}

rt::Task<Outcome> LauncherRun::Conclude(rt::Application app) {
  const rt::Result<std::string> text = co_await files_.Read(folder_ + "/" + kResult, kMostResult);
  if (!text && text.error().code != rt::kNotFound) {
    co_return FailedWith(text.error());
  }
  if (!text) {
    const std::string status = app.final_status == "KILLED" ? " was killed" : " failed";
    co_return Named(FailedWith(
        rt::ActionError(app.id + status + " before it returned a result" +
                        (app.diagnostics.empty() ? "" : ": " + rt::CleanText(app.diagnostics)))));
  }
  const rt::Result<LaunchResult> result = ReadLaunchResult(*text);
  if (!result) {
    co_return Named(FailedWith(result.error()));
  }
  concluded_ = true;
  Outcome outcome = action_.outcome_of(*result);
  external_id_ = outcome.external_id;
  failed_ = outcome.error.has_value();
  if (action_.tells_jobs) {
    const auto children = co_await children_.Find(app.id);
    if (!children) {
      co_return FailedWith(children.error());
    }
    std::vector<std::string> named;
    for (const char* name : kToolOutput) {
      if (const auto file = result->files.find(name); file != result->files.end()) {
        for (std::string& id : JobsInText(file->second.bytes)) {
          named.push_back(std::move(id));
        }
      }
    }
    const std::string jobs = JobList(*children, named, app.id);
    if (!outcome.data) {
      outcome.data.emplace();
    }
    (*outcome.data)["hadoopJobs"] = jobs;
    if (action_.tells_counters && !failed_) {
      outcome.counters = co_await children_.CountersOf(*children);
    }
  }
  co_return Named(std::move(outcome));
}

/// Deletes the attempt's folder. Kills the children of a command that did not end by itself. Also
/// kills the children of a tool that failed, because the tool is tried again. Lets all other
/// children run, because their command may have left them on purpose.
rt::Task<void> LauncherRun::Clean(std::string id) {
  if (!concluded_ || (failed_ && action_.tells_jobs)) {
    co_await children_.End(id, action_.tells_jobs && !concluded_);
  }
  const rt::Result<void> deleted = co_await files_.Delete(folder_);
  static_cast<void>(deleted);
}

}  // namespace

rt::Task<Outcome> RunLauncher(rt::ActionContext& ctx, LauncherAction action) {
  rt::Result<rt::Cluster*> cluster = ClusterOf(ctx, action.job_tracker, {});
  if (!cluster) {
    co_return FailedWith(cluster.error());
  }
  rt::PathBase base = BaseOf(ctx, action.name_node, (*cluster)->user());
  const rt::Result<rt::FileLocation> root = rt::Locate("/", base);
  if (!root) {
    co_return FailedWith(root.error());
  }
  if (root->files == &rt::LocalFiles() && action.name_node.empty()) {
    co_return FailedWith(
        {rt::ErrorClass::kNonTransient, "E0902",
         "no file system of the cluster is known: there is no name-node, and no "
         "fs.defaultFS in a Hadoop configuration; set HADOOP_CONF_DIR, then resume the job"});
  }
  if (root->files == &rt::LocalFiles()) {
    co_return FailedWith(
        rt::ActionError("no file system of the cluster is known: the action's name-node is this "
                        "machine; give a name node of the cluster"));
  }
  if (ApplicationOf(ctx.progress()).empty()) {
    const rt::Result<void> allowed =
        co_await CheckCredentials(ctx, AuthenticationOf(**cluster), action.job_tracker,
                                  action.fetched.job_xml, action.name_node);
    if (!allowed) {
      co_return FailedWith(allowed.error());
    }
    Outcome prepared =
        co_await RunPrepare(ctx, action.prepare, action.name_node, (*cluster)->user());
    if (prepared.error) {
      co_return prepared;
    }
  }
  LauncherRun run(ctx, std::move(action), **cluster, std::move(base), *root->files);
  ApplicationSteps steps = run.Steps();
  Outcome outcome = co_await RunApplication(ctx, **cluster, std::move(steps));
  if (!run.external_id().empty()) {
    outcome.external_id = run.external_id();
  }
  co_return outcome;
}

std::string ChildTag(const rt::ActionContext& ctx) {
  return ctx.tag() + "-child";
}

}  // namespace hpdl::stdlib
