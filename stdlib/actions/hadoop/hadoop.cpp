#include "stdlib/actions/hadoop/hadoop_local.h"
#include "stdlib/cluster/map_reduce.h"
#include "stdlib/local/command.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/streaming.h"

namespace hpdl::stdlib {

namespace {

void Append(std::vector<std::string>* to, std::vector<std::string>* from) {
  for (std::string& each : *from) {
    to->push_back(std::move(each));
  }
}

rt::Task<rt::Outcome> RunInCluster(rt::ActionContext& ctx) {
  HadoopArgs args = DecodeArgs<HadoopArgs>(kHadoopKind, ctx.shape(), ctx.args());
  if (const rt::Result<void> packaged = CheckPackagedFiles(ctx, args); !packaged) {
    co_return FailedWith(packaged.error());
  }
  MapReduceAction action;
  action.prepare = std::move(args.prepare);
  if (args.streaming) {
    action.streaming = true;
    action.properties = StreamingProperties(args.streaming->mapper, args.streaming->reducer, {});
    Append(&action.files, &args.streaming->files.files);
    Append(&action.files, &args.streaming->cache_files.files);
    Append(&action.archives, &args.streaming->cache_archives.files);
  }
  if (args.job_xml) {
    action.job_xml = {*args.job_xml};
  }
  action.configuration = std::move(args.configuration);
  co_return co_await RunMapReduce(ctx, std::move(action));
}

rt::Task<rt::Outcome> RunHadoop(rt::ActionContext& ctx) {
  return ctx.local() ? RunHadoopLocally(ctx) : RunInCluster(ctx);
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_hadoop;
const hpdl_kind hpdl_kind_hadoop = {
    .name = "hadoop", .run = hpdl::stdlib::RunHadoop, .worker = hpdl::stdlib::StreamingWorker};
