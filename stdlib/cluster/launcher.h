#ifndef HPDL_STDLIB_CLUSTER_LAUNCHER_H_
#define HPDL_STDLIB_CLUSTER_LAUNCHER_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/cluster.h"
#include "stdlib/cluster/launch_text.h"
#include "stdlib/core/common.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/remote_files.h"

/// Runs commands in the cluster. The application master of this project and the command run in the
/// same container (docs/design/launcher.md).
namespace hpdl::stdlib {

/// The command of a container with its files and settings.
struct Launch {
  LaunchDescription description;  ///< RunLauncher() adds the application master's command
  std::vector<rt::LocalResource> resources;
  /// The content of each small file of the attempt, by the file's name.
  std::map<std::string, std::string> contents;
  /// The action's properties. The properties oozie.launcher.* apply to the container.
  rt::Properties configuration;
  bool needs_class_path = false;  ///< the command needs the variable kClassPathVariable
  std::string class_path;         ///< the action's part of the class path, each entry after a colon
  /// True if `class_path` comes before Hadoop's class path. Properties of `configuration` override
  /// this.
  bool own_first = false;
};

/// The action that a launcher runs. Its functions are called while RunLauncher() runs. After a
/// crash before the submission `arrange` is called again.
struct LauncherAction {
  std::string what;  ///< name of the command in messages: "shell", or the name of a class
  std::optional<std::string> job_tracker;
  std::string name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  NamedFiles fetched;  ///< the files to fetch to this machine before `arrange`
  /// Returns the launch. `files` is the cluster's file system. The action's paths start at `base`.
  std::function<rt::Task<rt::Result<Launch>>(rt::FileSystem& files, const rt::PathBase& base)>
      arrange;
  /// Returns the outcome of the attempt after the end of the command. RunApplication() sets the
  /// external ids. An external id that the function sets replaces the application's id.
  std::function<rt::Outcome(const LaunchResult& result)> outcome_of;
  /// True for a tool that starts applications. The outcome's data then has the property hadoopJobs,
  /// which lists the applications with the tag of ChildTag() and the applications that the tool's
  /// output names. If the attempt fails, the applications with the tag are killed. The result has
  /// the last bytes of the tool's output (kToolOutput).
  bool tells_jobs = false;
  /// If true and the command succeeds, the outcome has the sum of the counters of its jobs.
  bool tells_counters = false;
};

/// Returns the action of a kind whose arguments have the elements job-tracker, name-node, prepare
/// and launcher. The caller sets `outcome_of`. `ctx` and `args` must outlive the action.
template <typename Args>
LauncherAction LauncherActionOf(
    rt::ActionContext& ctx, const Args& args, std::string what, NamedFiles fetched,
    rt::Task<rt::Result<Launch>> (*arrange)(rt::ActionContext&, const Args&, rt::FileSystem&,
                                            const rt::PathBase&)) {
  LauncherAction action;
  action.what = std::move(what);
  action.job_tracker = args.job_tracker;
  action.name_node = NameNodeOf(ctx, args.name_node);
  action.prepare = args.prepare;
  action.launcher = args.launcher;
  action.fetched = std::move(fetched);
  action.arrange = [&ctx, &args, arrange](rt::FileSystem& files, const rt::PathBase& base) {
    return arrange(ctx, args, files, base);
  };
  return action;
}

/// The variable with the class path of a command: the container's directory, the classes of
/// LaunchJar(), Hadoop's classes and the action's classes.
inline constexpr const char* kClassPathVariable = "HPDL_CLASSPATH";

/// Runs one attempt as one YARN application: <prepare>, upload, submission, wait and result. If the
/// action is killed, the jobs with the tag of ChildTag() are killed too. Errors: those of
/// RunApplication(); "JA018", with YARN's diagnostics, if the container ended without a result.
rt::Task<rt::Outcome> RunLauncher(rt::ActionContext& ctx, LauncherAction action);

/// Returns the value of mapreduce.job.tags for the jobs that a command starts.
std::string ChildTag(const rt::ActionContext& ctx);

/// A result has the last bytes of a tool's standard output and standard error in entries with these
/// names.
inline constexpr const char* kToolOutput[] = {"tool-out", "tool-err"};

/// Returns the error "JA018" for a command's exit code, signal or failed start. Returns nullopt for
/// exit code 0. The message ends with the last lines of standard error (the file kLaunchErr of the
/// result).
std::optional<rt::Error> ErrorOfLaunch(const LaunchResult& result, const std::string& what);

/// Returns `message` with the last lines of standard error, if standard error is not empty.
std::string WithLaunchTail(std::string message, const LaunchResult& result);

/// Returns the Java properties in the file `name` of the result. Fails with "JA018" if the file
/// could not be read, has more than ctx.capture_limit() bytes, or does not contain properties.
rt::Result<rt::Properties> CapturedIn(const rt::ActionContext& ctx, const LaunchResult& result,
                                      const std::string& name);

/// Stores the data or the error of CapturedIn() in an outcome that has no error so far.
void AddCaptured(const rt::ActionContext& ctx, const LaunchResult& result, const std::string& name,
                 rt::Outcome* outcome);

/// A MapReduce job that Hadoop's own client submits because it needs code of the user, such as an
/// input format.
struct ClientJob {
  std::optional<std::string> job_tracker;
  std::string name_node;
  std::optional<Launcher> launcher;
  rt::Properties configuration;              ///< the whole job.xml
  std::vector<rt::LocalResource> libraries;  ///< jars for the client's class path
};

/// Submits the job in a container and waits for its end. The caller runs <prepare>. The outcome has
/// the external id "job_..." and the counters. Its error is "JA018" if the job failed or could not
/// be submitted.
rt::Task<rt::Outcome> RunMapReduceByLauncher(rt::ActionContext& ctx, ClientJob job);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCHER_H_
