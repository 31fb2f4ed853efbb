#include "runtime/engine/kind.h"
#include "stdlib/actions/shell/shell.kind.h"
#include "stdlib/actions/shell/work_directory.h"
#include "stdlib/local/command.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;
using rt::Outcome;

rt::Result<std::vector<std::string>> OwnVariables(const rt::ActionContext& ctx,
                                                  const ShellArgs& args) {
  std::vector<std::string> set = AttemptVariables(ctx);
  for (const std::string& entry : args.env_vars) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) {
      return rt::Error{ErrorClass::kError, "JA018",
                       "env-var " + entry + " is not of the form NAME=VALUE"};
    }
    set.push_back(entry);
  }
  return set;
}

/// The command with its directory and environment, everything it needs in place.
rt::Result<rt::Command> Arrange(rt::ActionContext& ctx, const ShellArgs& args) {
  rt::Command command;
  auto variables = OwnVariables(ctx, args);
  HPDL_TRY(variables);
  auto configuration = ActionConfiguration(ctx, args.job_xml, args.configuration);
  HPDL_TRY(configuration);
  auto directory = ArrangeWorkDirectory(ctx, args, *configuration);
  HPDL_TRY(directory);
  if (!directory->configuration_file.empty()) {
    variables->push_back("OOZIE_ACTION_CONF_XML=" + directory->configuration_file);
  }
  command.directory = std::move(directory->path);
  command.environment = EnvironmentWith(*variables);
  command.argv.push_back(std::move(directory->program));
  command.argv.insert(command.argv.end(), args.arguments.begin(), args.arguments.end());
  return command;
}

/// The error that an end of the command means, if any.
std::optional<rt::Error> ErrorOf(const rt::ExitStatus& status, const ShellArgs& args,
                                 const rt::ActionContext& ctx) {
  if (auto error = ErrorOfStart(status, args.exec)) {
    return error;
  }
  if (status.signal != 0) {
    return rt::Error{ErrorClass::kError, "JA018", WithTail(SignalText(status.signal), ctx)};
  }
  if (status.code != 0) {
    return rt::Error{ErrorClass::kError, "JA018",
                     WithTail("exit code " + std::to_string(status.code), ctx)};
  }
  return std::nullopt;
}

Outcome OutcomeOf(const rt::ExitStatus& status, const ShellArgs& args,
                  const rt::ActionContext& ctx) {
  Outcome outcome;
  if (status.pid > 0) {
    outcome.external_id = std::to_string(status.pid);
  }
  outcome.error = ErrorOf(status, args, ctx);
  if (!outcome.error && args.capture_output) {
    auto data = ReadCaptured(ctx, ctx.OutPath(), "captured output");
    if (data) {
      outcome.data = std::move(*data);
    } else {
      outcome.error = data.error();
      outcome.at_end = true;
    }
  }
  outcome.external_status = outcome.error ? "FAILED/KILLED" : "SUCCEEDED";
  return outcome;
}

rt::Task<Outcome> RunShell(rt::ActionContext& ctx) {
  const ShellArgs args = DecodeArgs<ShellArgs>(kShellKind, ctx.shape(), ctx.args());
  const Global global = GlobalOf(ctx);
  const std::string name_node = args.name_node.value_or(global.name_node.value_or(""));
  NamedFiles named{global.job_xml, args.files, {}};
  named.job_xml.insert(named.job_xml.end(), args.job_xml.begin(), args.job_xml.end());
  const rt::Result<void> fetched = co_await FetchFiles(ctx, std::move(named), name_node);
  if (!fetched) {
    co_return FailedWith(fetched.error());
  }
  Outcome prepared = co_await RunPrepare(ctx, args.prepare, name_node);
  if (prepared.error) {
    co_return prepared;
  }
  auto command = Arrange(ctx, args);
  if (!command) {
    co_return FailedWith(command.error());
  }
  ctx.SetWaiting(args.exec);
  const rt::ExitStatus status = co_await ctx.RunProcess(std::move(*command));
  co_return OutcomeOf(status, args, ctx);
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_shell;
const hpdl_kind hpdl_kind_shell = {"shell", hpdl::stdlib::RunShell, true};
