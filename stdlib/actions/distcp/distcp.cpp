#include <utility>

#include "stdlib/actions/distcp/distcp.kind.h"
#include "stdlib/actions/distcp/distcp_local.h"
#include "stdlib/cluster/java_launch.h"
#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/launcher.h"
#include "stdlib/core/resource_manager.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kTool[] = "org.apache.hadoop.tools.DistCp";
constexpr char kConfiguration[] = "action.xml";

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const DistcpArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  auto configuration = ClientConfiguration(ctx, {}, args.configuration,
                                           {args.name_node, args.job_tracker, ChildTag(ctx)});
  HPDL_CO_TRY(configuration);
  const auto options = JavaOptions(ctx, *configuration, args.launcher, args.java_opts, {});
  HPDL_CO_TRY(options);
  ResourceSet set;
  ResourceCollector collector(ctx, files, base, &set);
  HPDL_CO_TRY(co_await collector.Libraries(*configuration, "distcp"));
  auto launch = JavaLaunch(set, *options);
  HPDL_CO_TRY(launch);
  for (const char* word : {kTool, "-conf", kConfiguration}) {
    launch->description.command.push_back({word});
  }
  for (const std::string& argument : args.args) {
    launch->description.command.push_back({argument});
  }
  launch->contents[kConfiguration] = ConfigurationXml(*configuration);
  launch->configuration = std::move(*configuration);
  co_return launch;
}

rt::Task<rt::Outcome> RunDistcp(rt::ActionContext& ctx) {
  if (ctx.local()) {
    co_return co_await RunDistcpHere(ctx);
  }
  const DistcpArgs args = DecodeArgs<DistcpArgs>(kDistcpKind, ctx.shape(), ctx.args());
  NamedFiles fetched = FilesOf(ctx, {}, {}, {});
  LauncherAction action = LauncherActionOf(ctx, args, "distcp", std::move(fetched), &Arrange);
  action.outcome_of = [&](const LaunchResult& result) {
    rt::Outcome outcome;
    outcome.error = ErrorOfLaunch(result, "distcp");
    return outcome;
  };
  action.tells_jobs = true;
  co_return co_await RunLauncher(ctx, std::move(action));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_distcp;
const hpdl_kind hpdl_kind_distcp = {
    .name = "distcp",
    .run = hpdl::stdlib::RunDistcp,
    .is_resource_manager = &hpdl::stdlib::IsResourceManager<hpdl::stdlib::kDistcpKind>};
