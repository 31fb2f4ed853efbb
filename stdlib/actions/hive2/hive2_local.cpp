#include "stdlib/actions/hive2/hive2_local.h"

#include "stdlib/actions/hive2/beeline.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/local_tool.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// Prepares the files that the command needs, and returns the command with its directory.
rt::Result<rt::Command> Arrange(rt::ActionContext& ctx, const Hive2Args& args,
                                std::vector<std::string>* secret_files) {
  const auto configuration =
      ActionConfiguration(ctx, args.job_xml, args.configuration, args.job_tracker);
  HPDL_TRY(configuration);
  auto beeline = BeelineOf(ctx, args, *configuration, ctx.tag() + "-child");
  HPDL_TRY(beeline);
  auto found = FindLocalTool(ctx, rt::Setting::kHiveHome, "HIVE_HOME", "beeline");
  HPDL_TRY(found);
  auto directory = PlaceToolFiles(ctx, args.files, args.archives);
  HPDL_TRY(directory);
  rt::Command command;
  command.directory = std::move(*directory);
  HPDL_TRY(KeepSecretFiles(beeline->files, command.directory, secret_files));
  command.argv = {found->program};
  command.argv.insert(command.argv.end(), beeline->words.begin(), beeline->words.end());
  command.environment = ToolVariables(ctx, *found, "HIVE_HOME");
  command.environment.push_back(ToolClassPath("HADOOP_CLASSPATH", command.directory));
  if (!args.archives.empty()) {
    HPDL_TRY(UnpackFirst(ctx, "hive2", args.archives, &command));
  }
  return command;
}

}  // namespace

rt::Task<rt::Outcome> RunHive2Here(rt::ActionContext& ctx) {
  const Hive2Args args = DecodeArgs<Hive2Args>(kHive2Kind, ctx.shape(), ctx.args());
  std::vector<std::string> files = args.files;
  if (args.script) {
    files.push_back(*args.script);
  }
  std::vector<std::string> secrets;
  LocalCommand command{"beeline", NameNodeOf(ctx, args.name_node),
                       ToolFilesOf(ctx, args.job_xml, std::move(files), args.archives),
                       args.prepare};
  command.arrange = [&] { return Arrange(ctx, args, &secrets); };
  command.secret_files = &secrets;
  command.error_of = [&](const rt::ExitStatus& status) {
    return ErrorOfLocalTool(status, ctx, "beeline", SecretsOf(args));
  };
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_hive2;
const hpdl_kind hpdl_local_kind_hive2 = {.name = "hive2",
                                         .run = hpdl::stdlib::RunHive2Here,
                                         .needs_local = true,
                                         .worker = hpdl::stdlib::UnpackWorker};
