#include "stdlib/actions/sqoop/sqoop_local.h"

#include <algorithm>

#include "stdlib/actions/sqoop/sqoop_command.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/local_tool.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// Adds --bindir if the arguments do not have it. Sqoop generates classes into this directory. The
/// directory must be on Sqoop's class path, because jobs in Sqoop's own process load the classes
/// from there.
std::vector<std::string> WithClasses(std::vector<std::string> arguments, const std::string& work) {
  constexpr const char* kPlace = "--bindir";
  const std::string& tool = arguments.front();
  const bool makes = tool == "import" || tool == "import-all-tables" || tool == "export";
  if (makes && std::find(arguments.begin(), arguments.end(), kPlace) == arguments.end()) {
    const auto rest = std::find(arguments.begin(), arguments.end(), "--");
    arguments.insert(rest, {kPlace, work});
  }
  return arguments;
}

rt::Result<rt::Command> Arrange(rt::ActionContext& ctx, const SqoopArgs& args,
                                std::vector<std::string>* secret_files) {
  const auto configuration = LocalJobConfiguration(ctx, args.job_xml, args.configuration,
                                                   {args.name_node, args.job_tracker, ctx.tag()});
  HPDL_TRY(configuration);
  auto arguments = SqoopArguments(args, UsesShellSplitter(*configuration));
  HPDL_TRY(arguments);
  const auto tool = FindLocalTool(ctx, rt::Setting::kSqoopHome, "SQOOP_HOME", "sqoop");
  HPDL_TRY(tool);
  const auto work = PlaceToolFiles(ctx, args.files, args.archives);
  HPDL_TRY(work);
  SqoopWords words = WordsOf(WithClasses(WithSqoopSite(std::move(*arguments)), *work));
  words.files[kSqoopSite] = ConfigurationXml(*configuration);
  HPDL_TRY(KeepSecretFiles(words.files, *work, secret_files));
  rt::Command command;
  command.directory = *work;
  command.environment = ToolVariables(ctx, *tool, "SQOOP_HOME");
  // The work directory is in the class path because it has sqoop-site.xml and the database drivers.
  // Sqoop's script adds HADOOP_CLASSPATH to the class path.
  command.environment.push_back(ToolClassPath("HADOOP_CLASSPATH", *work));
  command.argv = {tool->program};
  command.argv.insert(command.argv.end(), words.words.begin(), words.words.end());
  if (!args.archives.empty()) {
    HPDL_TRY(UnpackFirst(ctx, "sqoop", args.archives, &command));
  }
  return command;
}

}  // namespace

rt::Task<rt::Outcome> RunSqoopHere(rt::ActionContext& ctx) {
  const SqoopArgs args = DecodeArgs<SqoopArgs>(kSqoopKind, ctx.shape(), ctx.args());
  std::vector<std::string> secrets;
  LocalCommand command{"sqoop", NameNodeOf(ctx, args.name_node),
                       ToolFilesOf(ctx, args.job_xml, args.files, args.archives), args.prepare};
  command.arrange = [&] { return Arrange(ctx, args, &secrets); };
  command.secret_files = &secrets;
  command.error_of = [&](const rt::ExitStatus& status) {
    return ErrorOfLocalTool(status, ctx, "sqoop", SecretsOf(args));
  };
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_sqoop;
const hpdl_kind hpdl_local_kind_sqoop = {.name = "sqoop",
                                         .run = hpdl::stdlib::RunSqoopHere,
                                         .needs_local = true,
                                         .worker = hpdl::stdlib::UnpackWorker};
