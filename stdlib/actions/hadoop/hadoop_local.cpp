#include "stdlib/actions/hadoop/hadoop_local.h"

#include "stdlib/local/command.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/streaming.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// Sets the file system and the user that the job's properties name. Paths without scheme are in
/// this file system; "": the properties name no file system.
rt::Result<void> ReadPlaceAndUser(const rt::ActionContext& ctx, StreamingAction* action) {
  auto configuration = ActionConfiguration(ctx, action->job_xml, action->configuration);
  HPDL_TRY(configuration);
  auto user = ctx.User({}, *configuration);
  HPDL_TRY(user);
  action->user = std::move(*user);
  for (const char* name : {"fs.default.name", "fs.defaultFS"}) {
    if (const auto found = configuration->find(name); found != configuration->end()) {
      action->name_node = found->second;
    }
  }
  return {};
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

rt::Result<void> CheckPackagedFiles(const rt::ActionContext& ctx, const HadoopArgs& args) {
  if (args.job_xml) {
    HPDL_TRY(CheckPackaged(ctx, "job-xml", {*args.job_xml}));
  }
  return args.streaming ? CheckPackaged(ctx, "file", args.streaming->files.files)
                        : rt::Result<void>();
}

rt::Task<rt::Outcome> RunHadoopLocally(rt::ActionContext& ctx) {
  HadoopArgs args = DecodeArgs<HadoopArgs>(kHadoopKind, ctx.shape(), ctx.args());
  if (!args.streaming) {
    co_return FailedWith(rt::ActionError(
        "a hadoop action with Java classes does not run with --local; one with <streaming> does"));
  }
  if (const rt::Result<void> packaged = CheckPackagedFiles(ctx, args); !packaged) {
    co_return FailedWith(packaged.error());
  }
  StreamingAction action = ActionOf(std::move(args));
  if (const rt::Result<void> read = ReadPlaceAndUser(ctx, &action); !read) {
    co_return FailedWith(read.error());
  }
  NamedFiles others = FilesOf(ctx, {}, action.files, action.archives);
  co_return co_await RunStreaming(ctx, std::move(action), std::move(others));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_hadoop;
const hpdl_kind hpdl_local_kind_hadoop = {.name = "hadoop",
                                          .run = hpdl::stdlib::RunHadoopLocally,
                                          .needs_local = true,
                                          .worker = hpdl::stdlib::StreamingWorker};
