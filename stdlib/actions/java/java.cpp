#include <utility>

#include "stdlib/actions/java/java.kind.h"
#include "stdlib/actions/java/java_command.h"
#include "stdlib/actions/java/java_end.h"
#include "stdlib/actions/java/java_local.h"
#include "stdlib/cluster/java_launch.h"
#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/launch_files.h"
#include "stdlib/cluster/launcher.h"
#include "stdlib/core/resource_manager.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kCaptured[] = "output";
constexpr char kNote[] = "note";
constexpr char kNoteFile[] = "main.note";
constexpr std::int64_t kMostNote = 2048;

void Describe(const rt::ActionContext& ctx, const JavaArgs& args, Launch* launch) {
  LaunchDescription& description = launch->description;
  for (std::string& option : SystemProperties(ctx, InContainer("PWD"))) {
    description.command.push_back({std::move(option), true});
  }
  for (const char* word : {kRunMainClass, kNoteFile, "0"}) {
    description.command.push_back({word});
  }
  description.command.push_back({args.main_class});
  for (const std::string& argument : args.args) {
    description.command.push_back({argument});
  }
  description.environment.push_back(
      {"OOZIE_ACTION_CONF_XML=" + InContainer("PWD") + "/" + kJavaConfiguration, true});
  description.files.push_back({kNote, kNoteFile, kMostNote});
  if (args.capture_output) {
    description.files.push_back({kCaptured, kJavaOutput, ctx.capture_limit()});
  }
}

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const JavaArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  if (args.main_class.empty()) {
    co_return rt::ActionError("main-class is empty");
  }
  auto configuration = ClientConfiguration(ctx, args.job_xml, args.configuration,
                                           {args.name_node, args.job_tracker, ChildTag(ctx)});
  HPDL_CO_TRY(configuration);
  const auto options =
      JavaOptions(ctx, *configuration, args.launcher, args.java_opts, args.java_opt);
  HPDL_CO_TRY(options);
  ResourceSet set;
  ResourceCollector collector(ctx, files, base, &set);
  HPDL_CO_TRY(co_await collector.ForJava(args.files, args.archives, *configuration, ""));
  auto launch = JavaLaunch(set, *options);
  HPDL_CO_TRY(launch);
  Describe(ctx, args, &*launch);
  FindLibraries(set, &*launch);
  launch->contents[kJavaConfiguration] = ConfigurationXml(*configuration);
  launch->configuration = std::move(*configuration);
  co_return launch;
}

rt::Outcome OutcomeOf(const rt::ActionContext& ctx, const JavaArgs& args,
                      const LaunchResult& result) {
  rt::Outcome outcome;
  if (result.not_started != 0) {
    outcome.error = ErrorOfLaunch(result, "java");
    return outcome;
  }
  JavaEnd end;
  if (const auto note = result.files.find(kNote); note != result.files.end()) {
    end.note = note->second.bytes;
  }
  end.signal = result.signal;
  end.exit_code = result.exit_code;
  outcome.error = ErrorOfJava(args.main_class, end, [&](std::string message) {
    return WithLaunchTail(std::move(message), result);
  });
  if (args.capture_output) {
    AddCaptured(ctx, result, kCaptured, &outcome);
  }
  return outcome;
}

rt::Task<rt::Outcome> RunJava(rt::ActionContext& ctx) {
  if (ctx.local()) {
    co_return co_await RunJavaHere(ctx);
  }
  const JavaArgs args = DecodeArgs<JavaArgs>(kJavaKind, ctx.shape(), ctx.args());
  NamedFiles fetched = FilesOf(ctx, args.job_xml, {}, {});
  LauncherAction action =
      LauncherActionOf(ctx, args, args.main_class, std::move(fetched), &Arrange);
  action.outcome_of = [&](const LaunchResult& result) { return OutcomeOf(ctx, args, result); };
  co_return co_await RunLauncher(ctx, std::move(action));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_java;
const hpdl_kind hpdl_kind_java = {
    .name = "java",
    .run = hpdl::stdlib::RunJava,
    .is_resource_manager = &hpdl::stdlib::IsResourceManager<hpdl::stdlib::kJavaKind>};
