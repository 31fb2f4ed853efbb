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

/// Commands in the cluster: one container that holds an application master of ours and the command
/// (docs/design/launcher.md).
namespace hpdl::stdlib {

/// What runs in the container.
struct Launch {
  LaunchDescription description;  ///< the frame adds the application master's command
  std::vector<rt::LocalResource> resources;
  std::map<std::string, std::string> contents;  ///< small files of the attempt, by their names
  rt::Properties configuration;   ///< of the action; oozie.launcher.* are about the container
  bool needs_class_path = false;  ///< the variable kClassPathVariable
  std::string class_path;         ///< the action's own part of it, each entry after a colon
  bool own_first = false;         ///< that is before Hadoop's, unless the configuration says
};

/// What kinds differ in. The functions are called while RunLauncher() runs, `arrange` again after
/// a crash before the submission.
struct LauncherAction {
  std::string what;  ///< names the command in messages: "shell", a class
  std::optional<std::string> job_tracker;
  std::string name_node;
  Prepare prepare;
  std::optional<Launcher> launcher;
  NamedFiles fetched;  ///< are on this machine when `arrange` is called
  /// `files` is the cluster's file system, `base` where the action's paths start.
  std::function<rt::Task<rt::Result<Launch>>(rt::FileSystem& files, const rt::PathBase& base)>
      arrange;
  /// What the end of the command means. The frame sets the external ids.
  std::function<rt::Outcome(const LaunchResult& result)> outcome_of;
  /// A tool that starts applications: those with ChildTag() and those that its output names become
  /// the property hadoopJobs of the outcome's data, and those with the tag die with an attempt that
  /// fails. The ends of its output are among the files of the result.
  bool tells_jobs = false;
  bool tells_counters = false;  ///< of these jobs, added up, if the command ended well
};

/// The action of a kind whose arguments have the elements job-tracker, name-node, prepare and
/// launcher; `outcome_of` is the caller's to set. `ctx` and `args` outlive it.
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

/// The class path of a command: the container's directory, our classes, Hadoop's, the action's.
inline constexpr const char* kClassPathVariable = "HPDL_CLASSPATH";

/// Runs one attempt as one YARN application: <prepare>, upload, submission, wait, result. Jobs that
/// the command started with ChildTag() die with the action. Errors: those of RunApplication();
/// "JA018" a container that ended without a result, with YARN's diagnostics.
rt::Task<rt::Outcome> RunLauncher(rt::ActionContext& ctx, LauncherAction action);

/// mapreduce.job.tags of the jobs that a command starts.
std::string ChildTag(const rt::ActionContext& ctx);

/// The ends of standard output and standard error of a tool, in a result.
inline constexpr const char* kToolOutput[] = {"tool-out", "tool-err"};

/// The error that a command's exit code, signal or failed start means, with the end of standard
/// error (the file kLaunchErr of the result); none for exit code 0. "JA018".
std::optional<rt::Error> ErrorOfLaunch(const LaunchResult& result, const std::string& what);

/// `message` with the end of standard error, if there is any.
std::string WithLaunchTail(std::string message, const LaunchResult& result);

/// Java properties among what was brought back as `name`; the limit is ctx.capture_limit(). "JA018"
/// as ReadCaptured() of stdlib/local/command.h.
rt::Result<rt::Properties> CapturedIn(const rt::ActionContext& ctx, const LaunchResult& result,
                                      const std::string& name);

/// Makes CapturedIn() the data of an outcome that has no error so far, or its error.
void AddCaptured(const rt::ActionContext& ctx, const LaunchResult& result, const std::string& name,
                 rt::Outcome* outcome);

/// A MapReduce job for Hadoop's own client, because its input format is code of somebody's.
struct ClientJob {
  std::optional<std::string> job_tracker;
  std::string name_node;
  std::optional<Launcher> launcher;
  rt::Properties configuration;              ///< the whole job.xml
  std::vector<rt::LocalResource> libraries;  ///< jars for the client's class path
};

/// Submits it in a container and waits for its end; <prepare> is the caller's. Outcome: external id
/// "job_...", counters, "JA017" if the job failed, "JA018" if it could not be submitted.
rt::Task<rt::Outcome> RunMapReduceByLauncher(rt::ActionContext& ctx, ClientJob job);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCHER_H_
