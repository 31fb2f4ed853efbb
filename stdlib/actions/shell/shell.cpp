#include <utility>

#include "stdlib/actions/shell/shell_local.h"
#include "stdlib/actions/shell/work_directory.h"
#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/launcher.h"
#include "stdlib/cluster/upload.h"
#include "stdlib/core/resource_manager.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kCaptured[] = "out";
constexpr char kConfiguration[] = "action.xml";

/// Adds the files of the container, and returns argv[0].
rt::Task<rt::Result<std::string>> AddFiles(rt::ActionContext& ctx, const ShellArgs& args,
                                           rt::FileSystem& files, const rt::PathBase& base,
                                           ResourceSet* set) {
  ResourceCollector collector(ctx, files, base, set);
  HPDL_CO_TRY(co_await collector.Entries(args.files, args.archives));
  const std::string inherited = InheritedProgram(ctx, args);
  if (!inherited.empty()) {
    HPDL_CO_TRY(co_await collector.Entry("inherited library", inherited, false));
  }
  const std::string name = args.exec.substr(args.exec.rfind('/') + 1);
  const hpdl_file* program = ProgramOf(ctx, args.exec);
  if (program != nullptr && !set->Has(name)) {
    rt::Result<rt::LocalResource> uploaded = co_await UploadOnce(ctx, files, *program);
    HPDL_CO_TRY(uploaded);
    uploaded->name = name;
    set->Add(std::move(*uploaded));
  }
  const bool there = program != nullptr || (IsPlainName(args.exec) && set->Has(name));
  co_return there ? "./" + name : args.exec;
}

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const ShellArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  Launch launch;
  const auto variables = ShellVariables(args);
  HPDL_CO_TRY(variables);
  auto configuration = ActionConfiguration(ctx, args.job_xml, args.configuration, args.job_tracker);
  HPDL_CO_TRY(configuration);
  ResourceSet set;
  rt::Result<std::string> program = co_await AddFiles(ctx, args, files, base, &set);
  HPDL_CO_TRY(program);
  launch.resources = set.all();
  LaunchDescription& description = launch.description;
  description.command.push_back({std::move(*program)});
  for (const std::string& argument : args.arguments) {
    description.command.push_back({argument});
  }
  for (const std::string& entry : *variables) {
    description.environment.push_back({entry});
  }
  description.environment.push_back({PathEntry(*variables, InContainer("PATH")), true});
  if (!configuration->empty()) {
    launch.contents[kConfiguration] = ConfigurationXml(*configuration);
    description.environment.push_back(
        {"OOZIE_ACTION_CONF_XML=" + InContainer("PWD") + "/" + kConfiguration, true});
  }
  if (args.capture_output) {
    description.files.push_back({kCaptured, kLaunchStdout, ctx.capture_limit()});
  }
  launch.configuration = std::move(*configuration);
  co_return launch;
}

rt::Outcome OutcomeOf(const rt::ActionContext& ctx, const ShellArgs& args,
                      const LaunchResult& result) {
  rt::Outcome outcome;
  outcome.error = ErrorOfLaunch(result, args.exec);
  if (args.capture_output) {
    AddCaptured(ctx, result, kCaptured, &outcome);
  }
  return outcome;
}

rt::Task<rt::Outcome> RunShell(rt::ActionContext& ctx) {
  if (ctx.local()) {
    co_return co_await RunShellHere(ctx);
  }
  const ShellArgs args = DecodeArgs<ShellArgs>(kShellKind, ctx.shape(), ctx.args());
  NamedFiles fetched = FilesOf(ctx, args.job_xml, {}, {});
  LauncherAction action = LauncherActionOf(ctx, args, args.exec, std::move(fetched), &Arrange);
  action.outcome_of = [&](const LaunchResult& result) { return OutcomeOf(ctx, args, result); };
  co_return co_await RunLauncher(ctx, std::move(action));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_shell;
const hpdl_kind hpdl_kind_shell = {
    .name = "shell",
    .run = hpdl::stdlib::RunShell,
    .worker = hpdl::stdlib::UnpackWorker,
    .is_resource_manager = &hpdl::stdlib::IsResourceManager<hpdl::stdlib::kShellKind>};
