#include <array>
#include <utility>

#include "stdlib/actions/hive/hive.kind.h"
#include "stdlib/actions/hive/hive_site.h"
#include "stdlib/cluster/tool.h"
#include "stdlib/local/command.h"
#include "stdlib/local/hive_script.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kScriptName = "hive-script.hql";
constexpr const char* kSiteName = "hive-site.xml";
constexpr std::array<std::string_view, 11> kReserved = {"-d", "--define", "-e",         "-f",
                                                        "-H", "--help",   "--hiveconf", "--hivevar",
                                                        "-s", "--silent", "-D"};

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
  const rt::Result<void> allowed = CheckHiveArguments(args.arguments, kReserved);
  HPDL_CO_TRY(allowed);
  const auto variables = HiveVariables(args.params);
  HPDL_CO_TRY(variables);
  auto script = HiveScript(ctx, args.script, args.query);
  HPDL_CO_TRY(script);
  Tool description = HiveTool();
  auto tool = co_await BeginTool(ctx, ToolElementsOf(args), std::move(description), files, base);
  HPDL_CO_TRY(tool);
  std::vector<std::string> words = {"--hiveconf", "hive.log.trace.id=oozie:" + ctx.job().id, "-f",
                                    kScriptName};
  words.insert(words.end(), variables->begin(), variables->end());
  words.insert(words.end(), args.arguments.begin(), args.arguments.end());
  std::map<std::string, std::string> contents;
  contents[kScriptName] = std::move(*script);
  contents[kSiteName] = ConfigurationXml(HiveSite(tool->configuration, ChildTag(ctx)));
  co_return std::move(*tool).With(std::move(words), std::move(contents));
}

rt::Task<rt::Outcome> RunHive(rt::ActionContext& ctx) {
  if (ctx.local()) {
    co_return FailedWith(
        rt::ActionError("hive runs in a cluster only, not with --local; a hive2 action can run "
                        "beeline on this machine"));
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
    .name = "hive", .run = hpdl::stdlib::RunHive, .needs_network = true};
