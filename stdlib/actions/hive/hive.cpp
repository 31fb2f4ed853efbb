#include <utility>

#include "stdlib/actions/hive/hive_command.h"
#include "stdlib/actions/hive/hive_local.h"
#include "stdlib/actions/hive/hive_site.h"
#include "stdlib/cluster/tool.h"
#include "stdlib/core/resource_manager.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kSiteName = "hive-site.xml";

Tool HiveTool() {
  return {.name = "hive",
          .main_class = "org.apache.hadoop.hive.cli.CliDriver",
          .home = rt::Setting::kHiveHome,
          .jars = "lib/*",
          .variable = "HIVE_HOME",
          .own_first = false,
          .options = OpenModules()};
}

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const HiveArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  auto hive = HiveCommandOf(ctx, args);
  HPDL_CO_TRY(hive);
  Tool description = HiveTool();
  auto tool = co_await BeginTool(ctx, ToolElementsOf(args), std::move(description), files, base);
  HPDL_CO_TRY(tool);
  hive->files[kSiteName] = ConfigurationXml(HiveSite(tool->configuration, ChildTag(ctx)));
  co_return std::move(*tool).With(std::move(hive->words), std::move(hive->files));
}

rt::Task<rt::Outcome> RunHive(rt::ActionContext& ctx) {
  if (ctx.local()) {
    co_return co_await RunHiveHere(ctx);
  }
  const HiveArgs args = DecodeArgs<HiveArgs>(kHiveKind, ctx.shape(), ctx.args());
  std::vector<std::string> scripts;
  if (args.script) {
    scripts.push_back(*args.script);
  }
  NamedFiles fetched = FilesOf(ctx, args.job_xml, std::move(scripts), {});
  std::string what = "hive";
  co_return co_await RunTool(ctx, args, std::move(what), std::move(fetched), &Arrange);
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_hive;
const hpdl_kind hpdl_kind_hive = {
    .name = "hive",
    .run = hpdl::stdlib::RunHive,
    .worker = hpdl::stdlib::UnpackWorker,
    .is_resource_manager = &hpdl::stdlib::IsResourceManager<hpdl::stdlib::kHiveKind>};
