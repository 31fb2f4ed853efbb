#include <utility>

#include "stdlib/actions/pig/pig_host.h"
#include "stdlib/actions/pig/script_parameters.h"
#include "stdlib/cluster/tool.h"
#include "stdlib/local/command.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/property_text.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kPig[] = "org.apache.pig.Main";
constexpr char kScriptName[] = "script.pig";
constexpr char kPropertiesName[] = "pig.properties";

/// Returns the script with its parameters replaced.
rt::Result<std::string> ScriptOf(const rt::ActionContext& ctx, const PigArgs& args) {
  auto script = ReadApplicationFile(ctx, args.script);
  HPDL_TRY(script);
  return SubstituteParameters(*script, args.params);
}

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const PigArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  auto script = ScriptOf(ctx, args);
  HPDL_CO_TRY(script);
  Tool tool{"pig", kPig, {}, "", "", false, {}};
  auto pig = co_await BeginTool(ctx, ToolElementsOf(args), std::move(tool), files, base);
  HPDL_CO_TRY(pig);
  Launch launch = std::move(pig->launch);
  const std::vector<std::string> words = {"-file",         kScriptName, "-propertyFile",
                                          kPropertiesName, "-logfile",  "pig.log"};
  for (const std::vector<std::string>* each : {&words, &args.arguments}) {
    for (const std::string& word : *each) {
      launch.description.command.push_back({word});
    }
  }
  launch.contents[kScriptName] = std::move(*script);
  launch.contents[kPropertiesName] = PropertyText(pig->configuration);
  co_return launch;
}

rt::Task<rt::Outcome> RunInCluster(rt::ActionContext& ctx, const PigArgs& args) {
  NamedFiles fetched = FilesOf(ctx, args.job_xml, {args.script}, {});
  co_return co_await RunTool(ctx, args, "pig", std::move(fetched), &Arrange);
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
