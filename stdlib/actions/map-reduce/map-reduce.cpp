#include "stdlib/actions/map-reduce/job_properties.h"
#include "stdlib/actions/map-reduce/map-reduce.kind.h"
#include "stdlib/actions/map-reduce/map-reduce_local.h"
#include "stdlib/cluster/map_reduce.h"
#include "stdlib/core/resource_manager.h"
#include "stdlib/local/command.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

rt::Task<rt::Outcome> RunInCluster(rt::ActionContext& ctx) {
  MapReduceArgs args = DecodeArgs<MapReduceArgs>(kMapReduceKind, ctx.shape(), ctx.args());
  if (args.streaming && !args.streaming->mapper) {
    co_return FailedWith(rt::ActionError("<streaming> has no <mapper>"));
  }
  MapReduceAction action;
  action.prepare = std::move(args.prepare);
  action.job_tracker = std::move(args.job_tracker);
  Global global = GlobalOf(ctx);
  action.name_node = args.name_node ? std::move(args.name_node) : std::move(global.name_node);
  action.launcher = args.launcher ? std::move(args.launcher) : std::move(global.launcher);
  action.streaming = args.streaming.has_value();
  if (args.streaming) {
    action.properties = PropertiesOfStreaming(*args.streaming);
  } else if (args.pipes) {
    action.pipes = true;
    action.properties = PropertiesOfPipes(*args.pipes);
  }
  if (args.config_class) {
    action.properties[kConfigClass] = std::move(*args.config_class);
  }
  action.job_xml = std::move(args.job_xml);
  action.configuration = std::move(args.configuration);
  action.files = std::move(args.files);
  action.archives = std::move(args.archives);
  co_return co_await RunMapReduce(ctx, std::move(action));
}

rt::Task<rt::Outcome> RunMapReduceAction(rt::ActionContext& ctx) {
  return ctx.local() ? RunMapReduceLocally(ctx) : RunInCluster(ctx);
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_map_reduce;
const hpdl_kind hpdl_kind_map_reduce = {
    .name = "map-reduce",
    .run = hpdl::stdlib::RunMapReduceAction,
    .worker = hpdl::stdlib::MapReduceWorker,
    .is_resource_manager = &hpdl::stdlib::IsResourceManager<hpdl::stdlib::kMapReduceKind>};
