#include "stdlib/actions/hive2/hive2_local.h"

#include "stdlib/actions/hive2/beeline.h"
#include "stdlib/local/command.h"
#include "stdlib/local/failure_lines.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/local_tool.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// The command with its directory, everything it needs in place.
rt::Result<rt::Command> Arrange(rt::ActionContext& ctx, const Hive2Args& args,
                                std::vector<std::string>* secret_files) {
  const auto configuration = ActionConfiguration(ctx, args.job_xml, args.configuration);
  HPDL_TRY(configuration);
  auto beeline = BeelineOf(ctx, args, *configuration, ctx.tag() + "-child");
  HPDL_TRY(beeline);
  auto found = FindLocalTool(ctx, rt::Setting::kHiveHome, "HIVE_HOME", "beeline");
  HPDL_TRY(found);
  auto directory = PlaceToolFiles(ctx, args.files);
  HPDL_TRY(directory);
  rt::Command command;
  command.directory = std::move(*directory);
  for (const auto& [name, content] : beeline->files) {
    secret_files->push_back(command.directory + "/" + name);
    HPDL_TRY(WriteWholeFile(secret_files->back(), content, 0600));
  }
  command.argv = {found->program};
  command.argv.insert(command.argv.end(), beeline->words.begin(), beeline->words.end());
  command.environment = AttemptVariables(ctx);
  if (!args.archives.empty()) {
    HPDL_TRY(UnpackFirst(ctx, "hive2", args.archives, &command));
  }
  return command;
}

std::optional<rt::Error> ErrorOf(const rt::ExitStatus& status, const rt::ActionContext& ctx,
                                 const Hive2Args& args) {
  if (auto error = ErrorOfUnpacking(ctx)) {
    return error;
  }
  if (status.signal == 0 && status.code == 0) {
    return std::nullopt;
  }
  const std::string end =
      status.signal != 0 ? SignalText(status.signal) : "exit code " + std::to_string(status.code);
  return rt::ActionError(WithFailureLines("beeline: " + end, ctx, SecretsOf(args)));
}

}  // namespace

rt::Task<rt::Outcome> RunHive2Here(rt::ActionContext& ctx) {
  const Hive2Args args = DecodeArgs<Hive2Args>(kHive2Kind, ctx.shape(), ctx.args());
  std::vector<std::string> files = args.files;
  if (args.script) {
    files.push_back(*args.script);
  }
  std::vector<std::string> secrets;
  LocalCommand command;
  command.what = "beeline";
  command.name_node = NameNodeOf(ctx, args.name_node);
  command.files = FilesOf(ctx, args.job_xml, std::move(files), args.archives);
  command.prepare = args.prepare;
  command.arrange = [&] { return Arrange(ctx, args, &secrets); };
  command.secret_files = &secrets;
  command.error_of = [&](const rt::ExitStatus& status) { return ErrorOf(status, ctx, args); };
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_hive2;
const hpdl_kind hpdl_local_kind_hive2 = {.name = "hive2",
                                         .run = hpdl::stdlib::RunHive2Here,
                                         .needs_local = true,
                                         .worker = hpdl::stdlib::UnpackWorker};
