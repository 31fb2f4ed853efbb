#ifndef HPDL_STDLIB_CLUSTER_TOOL_H_
#define HPDL_STDLIB_CLUSTER_TOOL_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/world/site/site.h"
#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/launcher.h"

/// Tools that run by their own main class in a container of the launcher, as Spark or Sqoop do:
/// what their kinds have in common (docs/design/launcher.md, "Tools").
namespace hpdl::stdlib {

/// What the actions of all tools have; refers to the arguments.
struct ToolElements {
  const std::optional<std::string>& job_tracker;
  const std::optional<std::string>& name_node;
  const std::optional<Launcher>& launcher;
  const std::vector<std::string>& job_xml;
  const Configuration& configuration;
  const std::vector<std::string>& files;
  const std::vector<std::string>& archives;
};

template <typename Args>
ToolElements ToolElementsOf(const Args& args) {
  return {args.job_tracker,   args.name_node, args.launcher, args.job_xml,
          args.configuration, args.files,     args.archives};
}

/// How a tool is found and started.
struct Tool {
  std::string name;                  ///< of its folder in the sharelib, and in messages
  std::string main_class;            ///< "" if the kind writes the whole command
  std::optional<rt::Setting> home;   ///< where it is installed on the nodes
  std::string_view jars;             ///< of it there: "jars/*"; with commas
  std::string_view variable;         ///< that names the home for the tool, "SPARK_HOME"
  bool own_first = true;             ///< its classes are before Hadoop's
  std::vector<std::string> options;  ///< of its JVM, before those of the action
};

/// Options that Java 17 needs for code of Hadoop's time, and that earlier ones pass over.
std::vector<std::string> OpenModules();

/// What a kind goes on with.
struct ToolLaunch {
  /// The launch with the tool's own arguments, and files that only the user can read.
  Launch With(std::vector<std::string> words, std::map<std::string, std::string> files) &&;

  rt::Properties configuration;  ///< ClientConfiguration() with the tag for children
  ResourceSet resources;         ///< lib/, <file>, <archive>, libraries; what is added later counts
                                 ///< only in `launch`
  std::size_t own_resources = 0;  ///< of `resources`: those before the libraries, which come last
  std::string home;               ///< on the nodes; "" if the jars come with the action
  Launch launch;  ///< java, options, class path and, if there is one, the main class;
                  ///< `configuration` in it is set already
};

/// Collects files, jars and settings of a tool's action. Where the tool is installed on the nodes,
/// the sharelib's folder is used only if oozie.action.sharelib.for.KIND names it. Errors: those of
/// ClientConfiguration(), JavaOptions(), ResourceCollector and JavaLaunch(); "JA018" for
/// a home that is no plain absolute path.
rt::Task<rt::Result<ToolLaunch>> BeginTool(rt::ActionContext& ctx, ToolElements elements, Tool tool,
                                           rt::FileSystem& files, const rt::PathBase& base);

/// The place of a tool by a setting of the site or the job, without a slash at its end; "" if it
/// does not say it. "JA018" if it is no plain absolute path.
rt::Result<std::string> ToolHome(const rt::ActionContext& ctx, rt::Setting setting);

/// The error that a tool's end means: ErrorOfLaunch(), with the lines of its output that say most
/// (FailureLines() of stdlib/local) in place of the last ones. In place of the secrets there is
/// ***.
std::optional<rt::Error> ErrorOfTool(const LaunchResult& result, const std::string& what,
                                     const std::vector<std::string>& secrets = {});

/// Runs a tool's attempt as RunLauncher(), with ErrorOfTool(), and with its jobs as hadoopJobs;
/// with `counts` the outcome has their counters. No message has `secrets`.
template <typename Args>
rt::Task<rt::Outcome> RunTool(rt::ActionContext& ctx, const Args& args, std::string what,
                              NamedFiles fetched,
                              rt::Task<rt::Result<Launch>> (*arrange)(rt::ActionContext&,
                                                                      const Args&, rt::FileSystem&,
                                                                      const rt::PathBase&),
                              bool counts = false, std::vector<std::string> secrets = {}) {
  LauncherAction action = LauncherActionOf(ctx, args, what, std::move(fetched), arrange);
  action.outcome_of = [what, secrets](const LaunchResult& result) {
    rt::Outcome outcome;
    outcome.error = ErrorOfTool(result, what, secrets);
    return outcome;
  };
  action.tells_jobs = true;
  action.tells_counters = counts;
  co_return co_await RunLauncher(ctx, std::move(action));
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_TOOL_H_
