#include <utility>

#include "stdlib/actions/hive2/beeline.h"
#include "stdlib/actions/hive2/hive2_local.h"
#include "stdlib/cluster/tool.h"
#include "stdlib/core/resource_manager.h"
#include "stdlib/local/unpack_first.h"

namespace hpdl::stdlib {

namespace {

Tool BeelineTool() {
  Tool tool{.name = "hive2",
            .main_class = "org.apache.hive.beeline.BeeLine",
            .home = rt::Setting::kHiveHome,
            .jars = "lib/*",
            .variable = "HIVE_HOME",
            .options = OpenModules()};
  tool.options.push_back("-Djline.terminal=jline.UnsupportedTerminal");
  return tool;
}

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const Hive2Args& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  Tool description = BeelineTool();
  auto tool = co_await BeginTool(ctx, ToolElementsOf(args), std::move(description), files, base);
  HPDL_CO_TRY(tool);
  auto beeline = BeelineOf(ctx, args, tool->configuration, ChildTag(ctx));
  HPDL_CO_TRY(beeline);
  co_return std::move(*tool).With(std::move(beeline->words), std::move(beeline->files));
}

rt::Task<rt::Outcome> RunHive2(rt::ActionContext& ctx) {
  if (ctx.local()) {
    co_return co_await RunHive2Here(ctx);
  }
  const Hive2Args args = DecodeArgs<Hive2Args>(kHive2Kind, ctx.shape(), ctx.args());
  std::vector<std::string> scripts;
  if (args.script) {
    scripts.push_back(*args.script);
  }
  NamedFiles fetched = FilesOf(ctx, args.job_xml, std::move(scripts), {});
  std::string what = "beeline";
  std::vector<std::string> secrets = SecretsOf(args);
  co_return co_await RunTool(ctx, args, std::move(what), std::move(fetched), &Arrange, false,
                             std::move(secrets));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_hive2;
const hpdl_kind hpdl_kind_hive2 = {
    .name = "hive2",
    .run = hpdl::stdlib::RunHive2,
    .worker = hpdl::stdlib::UnpackWorker,
    .is_resource_manager = &hpdl::stdlib::IsResourceManager<hpdl::stdlib::kHive2Kind>};
