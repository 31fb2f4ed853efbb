#include <utility>

#include "stdlib/actions/pig/pig_host.h"
#include "stdlib/local/property_text.h"
#include "stdlib/actions/pig/script_parameters.h"
#include "stdlib/cluster/java_launch.h"
#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/launcher.h"
#include "stdlib/local/command.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kPig[] = "org.apache.pig.Main";
constexpr char kScriptName[] = "script.pig";
constexpr char kPropertiesName[] = "pig.properties";

/// The script with its parameters replaced.
rt::Result<std::string> ScriptOf(const rt::ActionContext& ctx, const PigArgs& args) {
  auto script = ReadApplicationFile(ctx, args.script);
  HPDL_TRY(script);
  return SubstituteParameters(*script, args.params);
}

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const PigArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  auto configuration = ClientConfiguration(ctx, args.job_xml, args.configuration,
                                           {args.name_node, args.job_tracker, ChildTag(ctx)});
  if (!configuration) {
    co_return configuration.error();
  }
  auto script = ScriptOf(ctx, args);
  if (!script) {
    co_return script.error();
  }
  const auto options = JavaOptions(*configuration, GlobalOf(ctx), args.launcher, {}, {});
  if (!options) {
    co_return options.error();
  }
  ResourceSet set;
  ResourceCollector collector(ctx, files, base, &set);
  const rt::Result<void> added =
      co_await collector.ForJava(args.files, args.archives, *configuration, "pig");
  if (!added) {
    co_return added.error();
  }
  auto launch = JavaLaunch(set, *options);
  if (!launch) {
    co_return launch.error();
  }
  for (const char* word :
       {kPig, "-file", kScriptName, "-propertyFile", kPropertiesName, "-logfile", "pig.log"}) {
    launch->description.command.push_back({word});
  }
  for (const std::string& argument : args.arguments) {
    launch->description.command.push_back({argument});
  }
  FindLibraries(set, &*launch);
  launch->contents[kScriptName] = std::move(*script);
  launch->contents[kPropertiesName] = PropertyText(*configuration);
  launch->configuration = std::move(*configuration);
  co_return launch;
}

rt::Task<rt::Outcome> RunInCluster(rt::ActionContext& ctx, const PigArgs& args) {
  NamedFiles fetched = FilesOf(ctx, args.job_xml, {args.script}, {});
  LauncherAction action = LauncherActionOf(ctx, args, "pig", std::move(fetched), &Arrange);
  action.outcome_of = [](const LaunchResult& result) {
    rt::Outcome outcome;
    outcome.error = ErrorOfLaunch(result, "pig");
    return outcome;
  };
  action.tells_jobs = true;
  co_return co_await RunLauncher(ctx, std::move(action));
}

rt::Task<rt::Outcome> RunPig(rt::ActionContext& ctx) {
  const PigArgs args = DecodeArgs<PigArgs>(kPigKind, ctx.shape(), ctx.args());
  if (args.host) {
    co_return co_await RunPigOnHost(ctx, args);
  }
  if (ctx.local()) {
    co_return FailedWith(rt::ActionError("pig runs in a cluster only, not with --local"));
  }
  co_return co_await RunInCluster(ctx, args);
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_pig;
const hpdl_kind hpdl_kind_pig = {.name = "pig", .run = hpdl::stdlib::RunPig, .needs_network = true};
