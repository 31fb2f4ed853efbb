#include "stdlib/actions/pig/pig_local.h"

#include <utility>

#include "runtime/world/files/file_system.h"
#include "runtime/world/files/resolve_path.h"
#include "stdlib/actions/pig/pig_command.h"
#include "stdlib/local/command.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/local_tool.h"
#include "stdlib/local/run_plan.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kAdditionalJars = "pig.additional.jars";

/// Adds the jars of `directory` to the jars that Pig gives to the script and its jobs.
void AddJars(const std::string& directory, rt::Properties* configuration) {
  std::string list;
  for (const std::string& jar : JarsIn(directory)) {
    list.append(list.empty() ? "" : ":").append(jar);
  }
  if (!list.empty()) {
    std::string& jars = (*configuration)[kAdditionalJars];
    jars = jars.empty() ? list : list + ":" + jars;
  }
}

/// Returns Pig's mode for jobs in its own process. In the mode `local`, paths without scheme are on
/// this machine, whatever the properties say. If the name node is another one, the mode is
/// `mapreduce`. In this mode Pig reads Hadoop's own files, and the properties win.
rt::Result<std::string> ModeHere(rt::ActionContext& ctx, const std::string& name_node,
                                 rt::Properties* configuration) {
  std::string file_system = name_node;
  if (file_system.empty()) {
    const auto root = rt::Locate("/", BaseOf(ctx, "", ctx.job().user));
    HPDL_TRY(root);
    file_system = root->files == &rt::LocalFiles() ? "" : root->files->name();
  }
  const std::string_view scheme = rt::SchemeOf(file_system);
  if (scheme.empty() || scheme == "file") {
    return std::string("local");
  }
  (*configuration)["fs.defaultFS"] = file_system;
  return std::string("mapreduce");
}

rt::Result<rt::Command> ArrangeHere(rt::ActionContext& ctx, const PigArgs& args,
                                    std::vector<std::string>* secret_files) {
  auto configuration = LocalJobConfiguration(ctx, args.job_xml, args.configuration,
                                             {args.name_node, args.job_tracker, ctx.tag()});
  HPDL_TRY(configuration);
  const auto tool = FindLocalTool(ctx, rt::Setting::kPigHome, "PIG_HOME", "pig");
  HPDL_TRY(tool);
  const auto work = PlaceToolFiles(ctx, args.files, args.archives);
  HPDL_TRY(work);
  AddJars(*work, &*configuration);
  const auto mode = ModeHere(ctx, NameNodeOf(ctx, args.name_node), &*configuration);
  HPDL_TRY(mode);
  const auto pig = PigCommandOf(ctx, args, *configuration);
  HPDL_TRY(pig);
  HPDL_TRY(KeepSecretFiles(pig->files, *work, secret_files));
  rt::Command command;
  command.directory = *work;
  command.environment = ToolVariables(ctx, *tool, "PIG_HOME");
  command.environment.push_back(ToolClassPath("PIG_CLASSPATH", *work));
  command.argv = {tool->program, "-x", *mode};
  command.argv.insert(command.argv.end(), pig->words.begin(), pig->words.end());
  if (!args.archives.empty()) {
    HPDL_TRY(UnpackFirst(ctx, "pig", args.archives, &command));
  }
  return command;
}

}  // namespace

rt::Task<rt::Outcome> RunPigHere(rt::ActionContext& ctx) {
  const PigArgs args = DecodeArgs<PigArgs>(kPigKind, ctx.shape(), ctx.args());
  if (args.host) {
    co_return FailedWith(
        {rt::ErrorClass::kError, "E0904", "pig-host: the program was built with --no-network"});
  }
  std::vector<std::string> files = args.files;
  files.push_back(args.script);
  std::vector<std::string> secrets;
  LocalCommand command{"pig", NameNodeOf(ctx, args.name_node),
                       ToolFilesOf(ctx, args.job_xml, std::move(files), args.archives),
                       args.prepare};
  command.arrange = [&] { return ArrangeHere(ctx, args, &secrets); };
  command.secret_files = &secrets;
  command.error_of = [&](const rt::ExitStatus& status) {
    return ErrorOfLocalTool(status, ctx, "pig");
  };
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_pig;
const hpdl_kind hpdl_local_kind_pig = {.name = "pig",
                                       .run = hpdl::stdlib::RunPigHere,
                                       .needs_local = true,
                                       .worker = hpdl::stdlib::UnpackWorker};
