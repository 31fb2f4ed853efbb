#include "stdlib/actions/distcp/distcp_local.h"

#include "stdlib/actions/distcp/distcp.kind.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/local_tool.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kConfigurationHere[] = "action.xml";

rt::Result<rt::Command> ArrangeHere(rt::ActionContext& ctx, const DistcpArgs& args,
                                    std::vector<std::string>* secret_files) {
  const auto configuration = LocalJobConfiguration(ctx, {}, args.configuration,
                                                   {args.name_node, args.job_tracker, ctx.tag()});
  HPDL_TRY(configuration);
  const auto options = JavaOptions(ctx, *configuration, args.launcher, args.java_opts, {});
  HPDL_TRY(options);
  const auto tool = FindLocalTool(ctx, rt::Setting::kHadoopHome, "HADOOP_HOME", "hadoop");
  HPDL_TRY(tool);
  const auto work = PlaceToolFiles(ctx, {}, {});
  HPDL_TRY(work);
  HPDL_TRY(KeepSecretFiles({{kConfigurationHere, ConfigurationXml(*configuration)}}, *work,
                           secret_files));
  rt::Command command;
  command.directory = *work;
  command.environment = ToolVariables(ctx, *tool, "HADOOP_HOME");
  command.environment.push_back(ToolClassPath("HADOOP_CLASSPATH", *work));
  HPDL_TRY(AddClientOptions(*options, &command.environment));
  command.argv = {tool->program, "distcp", "-conf", kConfigurationHere};
  command.argv.insert(command.argv.end(), args.args.begin(), args.args.end());
  return command;
}

}  // namespace

rt::Task<rt::Outcome> RunDistcpHere(rt::ActionContext& ctx) {
  const DistcpArgs args = DecodeArgs<DistcpArgs>(kDistcpKind, ctx.shape(), ctx.args());
  std::vector<std::string> secrets;
  LocalCommand command{"distcp", NameNodeOf(ctx, args.name_node), ToolFilesOf(ctx, {}, {}, {}),
                       args.prepare};
  command.arrange = [&] { return ArrangeHere(ctx, args, &secrets); };
  command.secret_files = &secrets;
  command.error_of = [&](const rt::ExitStatus& status) {
    return ErrorOfLocalTool(status, ctx, "distcp");
  };
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_distcp;
const hpdl_kind hpdl_local_kind_distcp = {
    .name = "distcp", .run = hpdl::stdlib::RunDistcpHere, .needs_local = true};
