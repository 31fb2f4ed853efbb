#include <utility>

#include "stdlib/actions/pig/pig_command.h"
#include "stdlib/actions/pig/pig_host.h"
#include "stdlib/actions/pig/pig_local.h"
#include "stdlib/cluster/tool.h"
#include "stdlib/core/resource_manager.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/unpack_first.h"

namespace hpdl::stdlib {

namespace {

constexpr char kPig[] = "org.apache.pig.Main";

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const PigArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  Tool tool{"pig", kPig, {}, "", "", false, {}};
  auto pig = co_await BeginTool(ctx, ToolElementsOf(args), std::move(tool), files, base);
  HPDL_CO_TRY(pig);
  auto command = PigCommandOf(ctx, args, pig->configuration);
  HPDL_CO_TRY(command);
  co_return std::move(*pig).With(std::move(command->words), std::move(command->files));
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
    co_return co_await RunPigHere(ctx);
  }
  co_return co_await RunInCluster(ctx, args);
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_pig;
const hpdl_kind hpdl_kind_pig = {
    .name = "pig",
    .run = hpdl::stdlib::RunPig,
    .worker = hpdl::stdlib::UnpackWorker,
    .is_resource_manager = &hpdl::stdlib::IsResourceManager<hpdl::stdlib::kPigKind>};
