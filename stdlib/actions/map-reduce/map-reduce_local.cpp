#include "stdlib/actions/map-reduce/map-reduce_local.h"

#include <sys/stat.h>

#include "stdlib/actions/map-reduce/java_job.h"
#include "stdlib/actions/map-reduce/map-reduce.kind.h"
#include "stdlib/local/command.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/streaming.h"
#include "stdlib/local/unpack_first.h"

namespace hpdl::stdlib {

namespace {

/// Returns the properties that Oozie derives from <streaming>.
rt::Properties PropertiesOf(const Streaming& streaming) {
  rt::Properties properties;
  const auto set = [&](const char* name, const std::optional<std::string>& value) {
    if (value) {
      properties[name] = *value;
    }
  };
  set("stream.map.streamprocessor", streaming.mapper);
  set("stream.reduce.streamprocessor", streaming.reducer);
  set("stream.recordreader.class", streaming.record_reader);
  for (const std::string& mapping : streaming.record_reader_mappings) {
    const std::size_t equals = mapping.find('=');
    properties["stream.recordreader." + mapping.substr(0, equals)] =
        equals == std::string::npos ? "" : mapping.substr(equals + 1);
  }
  return properties;
}

}  // namespace

rt::Task<rt::Outcome> RunMapReduceLocally(rt::ActionContext& ctx) {
  MapReduceArgs args = DecodeArgs<MapReduceArgs>(kMapReduceKind, ctx.shape(), ctx.args());
  if (args.pipes) {
    co_return FailedWith(rt::ActionError(
        "map-reduce with <pipes> does not run with --local; Hadoop's local mode has no pipes"));
  }
  if (!args.streaming) {
    co_return co_await RunJavaJobHere(ctx, args);
  }
  if (args.config_class) {
    co_return FailedWith(rt::ActionError(
        "map-reduce with <config-class>, which is Java code, and <streaming> does not run with "
        "--local"));
  }
  StreamingAction action;
  action.kind = "map-reduce";
  action.user = ctx.job().user;
  action.prepare = std::move(args.prepare);
  action.job_tracker = args.job_tracker;
  action.name_node = NameNodeOf(ctx, args.name_node);
  action.streaming = PropertiesOf(*args.streaming);
  action.environment = std::move(args.streaming->envs);
  action.job_xml = std::move(args.job_xml);
  action.configuration = std::move(args.configuration);
  action.files = std::move(args.files);
  action.archives = std::move(args.archives);
  NamedFiles fetched = FilesOf(ctx, action.job_xml, action.files, action.archives);
  co_return co_await RunStreaming(ctx, std::move(action), std::move(fetched));
}

int MapReduceWorker(const char* argument) {
  struct stat info{};
  const bool directory = stat(argument, &info) == 0 && S_ISDIR(info.st_mode);
  return directory ? StreamingWorker(argument) : UnpackWorker(argument);
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_map_reduce;
const hpdl_kind hpdl_local_kind_map_reduce = {.name = "map-reduce",
                                              .run = hpdl::stdlib::RunMapReduceLocally,
                                              .needs_local = true,
                                              .worker = hpdl::stdlib::MapReduceWorker};
