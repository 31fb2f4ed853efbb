#include "stdlib/actions/hadoop/hadoop_local.h"

#include "stdlib/actions/hadoop/hadoop.kind.h"
#include "stdlib/local/command.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/streaming.h"

namespace hpdl::stdlib {

namespace {

/// Returns the file system that the job's properties name, or "" if they name no file system. Paths
/// without scheme are in this file system.
rt::Result<std::string> NameNodeOf(const rt::ActionContext& ctx, const StreamingAction& action) {
  auto configuration = ActionConfiguration(ctx, action.job_xml, action.configuration);
  HPDL_TRY(configuration);
  for (const char* name : {"fs.defaultFS", "fs.default.name"}) {
    if (const auto found = configuration->find(name); found != configuration->end()) {
      return found->second;
    }
  }
  return std::string();
}

StreamingAction ActionOf(HadoopArgs args) {
  StreamingAction action;
  action.kind = "hadoop";
  action.prepare = std::move(args.prepare);
  if (args.streaming->mapper) {
    action.streaming["stream.map.streamprocessor"] = *args.streaming->mapper;
  }
  if (args.streaming->reducer) {
    action.streaming["stream.reduce.streamprocessor"] = *args.streaming->reducer;
  }
  if (args.job_xml) {
    action.job_xml = {*args.job_xml};
  }
  action.configuration = std::move(args.configuration);
  action.files = std::move(args.streaming->files.files);
  for (std::string& file : args.streaming->cache_files.files) {
    action.files.push_back(std::move(file));
  }
  action.archives = std::move(args.streaming->cache_archives.files);
  return action;
}

}  // namespace

rt::Task<rt::Outcome> RunHadoopLocally(rt::ActionContext& ctx) {
  HadoopArgs args = DecodeArgs<HadoopArgs>(kHadoopKind, ctx.shape(), ctx.args());
  if (!args.streaming) {
    co_return FailedWith(rt::ActionError(
        "a hadoop action with Java classes does not run with --local; one with <streaming> does"));
  }
  StreamingAction action = ActionOf(std::move(args));
  // The files in <job-xml> are fetched first, because their properties name the file system of the
  // other files.
  NamedFiles configuration{action.job_xml, {}, {}};
  const rt::Result<void> fetched = co_await FetchFiles(ctx, std::move(configuration), "");
  if (!fetched) {
    co_return FailedWith(fetched.error());
  }
  auto name_node = NameNodeOf(ctx, action);
  if (!name_node) {
    co_return FailedWith(name_node.error());
  }
  action.name_node = std::move(*name_node);
  NamedFiles others = FilesOf(ctx, {}, action.files, action.archives);
  co_return co_await RunStreaming(ctx, std::move(action), std::move(others));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_hadoop;
const hpdl_kind hpdl_local_kind_hadoop = {.name = "hadoop",
                                          .run = hpdl::stdlib::RunHadoopLocally,
                                          .needs_local = true,
                                          .worker = hpdl::stdlib::StreamingWorker};
