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

/// Code that the kinds of tools such as Spark or Sqoop share. A tool runs its own main class in a
/// container of the launcher (docs/design/launcher.md, "Tools").
namespace hpdl::stdlib {

/// The elements that the actions of all tools have. The members refer to the action's arguments.
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

/// The data by which a tool is found and started.
struct Tool {
  /// The name of the tool's folder in the sharelib. Messages call the tool by this name.
  std::string name;
  std::string main_class;  ///< the class that java runs; "" if the kind writes the whole command
  std::optional<rt::Setting> home;  ///< the setting with the tool's folder on the nodes
  std::string_view jars;            ///< the tool's jars below `home`, separated by commas: "jars/*"
  std::string_view variable;        ///< the environment variable with the folder: "SPARK_HOME"
  bool own_first = true;            ///< the tool's classes come before Hadoop's in the class path
  /// Options of the tool's JVM. The options of the action follow them.
  std::vector<std::string> options;
};

/// Returns options that old code of Hadoop needs in Java 17. Earlier versions of Java ignore them.
std::vector<std::string> OpenModules();

/// The launch that BeginTool() begins and a kind completes.
struct ToolLaunch {
  /// Returns the launch with the tool's own arguments and with files that only the user can read.
  Launch With(std::vector<std::string> words, std::map<std::string, std::string> files) &&;

  rt::Properties configuration;  ///< ClientConfiguration() with the tag for children
  /// The files of lib/, <file>, <archive> and the libraries. Files that the kind adds later are
  /// only in `launch`.
  ResourceSet resources;
  /// The number of `resources` that are not libraries. The libraries come after them.
  std::size_t own_resources = 0;
  std::string home;  ///< the tool's folder on the nodes; "" if the jars come with the action
  Launch launch;     ///< the launch's command has java, options, class path, `configuration`
                     ///< and the main class, if there is one
};

/// Collects files, jars and settings of a tool's action. If the tool is installed on the nodes, the
/// sharelib's folder is used only if oozie.action.sharelib.for.KIND names it. Errors: those of
/// ClientConfiguration(), JavaOptions(), ResourceCollector and JavaLaunch(); "JA018" if the tool's
/// folder is not a plain absolute path.
rt::Task<rt::Result<ToolLaunch>> BeginTool(rt::ActionContext& ctx, ToolElements elements, Tool tool,
                                           rt::FileSystem& files, const rt::PathBase& base);

/// Returns the folder of a tool, without a slash at its end. A setting of the site or the job names
/// the folder. Returns "" if the setting is empty. Fails with "JA018" if the folder is not a plain
/// absolute path.
rt::Result<std::string> ToolHome(const rt::ActionContext& ctx, rt::Setting setting);

/// Returns the error of an attempt whose tool has ended, or nullopt if the tool succeeded. The
/// error is that of ErrorOfLaunch(), but its message ends with FailureLines() (stdlib/local) of the
/// output. Each of `secrets` is replaced by ***.
std::optional<rt::Error> ErrorOfTool(const LaunchResult& result, const std::string& what,
                                     const std::vector<std::string>& secrets = {});

/// Runs a tool's attempt with RunLauncher() and ErrorOfTool(). The outcome has the tool's jobs as
/// hadoopJobs. If `counts` is true, it also has their counters. No message contains one of
/// `secrets`.
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
