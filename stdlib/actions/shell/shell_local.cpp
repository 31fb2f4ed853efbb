#include "stdlib/actions/shell/shell_local.h"

#include <cstdlib>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/shell/work_directory.h"
#include "stdlib/local/command.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;

/// Prepares the files that the command needs, and returns the command with its directory and
/// environment.
rt::Result<rt::Command> Arrange(rt::ActionContext& ctx, const ShellArgs& args) {
  rt::Command command;
  auto set = ShellVariables(args);
  HPDL_TRY(set);
  std::vector<std::string> variables = AttemptVariables(ctx);
  variables.insert(variables.end(), set->begin(), set->end());
  const char* const path = std::getenv("PATH");
  variables.push_back(PathEntry(*set, path == nullptr ? "" : path));
  auto configuration = ActionConfiguration(ctx, args.job_xml, args.configuration, args.job_tracker);
  HPDL_TRY(configuration);
  auto directory = ArrangeWorkDirectory(ctx, args, *configuration);
  HPDL_TRY(directory);
  if (!directory->configuration_file.empty()) {
    variables.push_back("OOZIE_ACTION_CONF_XML=" + directory->configuration_file);
  }
  command.directory = std::move(directory->path);
  command.environment = std::move(variables);
  command.argv.push_back(std::move(directory->program));
  command.argv.insert(command.argv.end(), args.arguments.begin(), args.arguments.end());
  if (!args.archives.empty()) {
    HPDL_TRY(UnpackFirst(ctx, "shell", args.archives, &command));
  }
  return command;
}

/// Returns the error of an attempt whose command has ended, or nullopt after a success.
std::optional<rt::Error> ErrorOf(const rt::ExitStatus& status, const rt::ActionContext& ctx) {
  if (auto error = ErrorOfUnpacking(ctx)) {
    return error;
  }
  if (status.signal != 0) {
    return rt::ActionError(WithTail(SignalText(status.signal), ctx));
  }
  if (status.code != 0) {
    return rt::ActionError(WithTail("exit code " + std::to_string(status.code), ctx));
  }
  return std::nullopt;
}

}  // namespace

rt::Result<std::vector<std::string>> ShellVariables(const ShellArgs& args) {
  for (const std::string& entry : args.env_vars) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) {
      return rt::ActionError("env-var " + entry + " is not of the form NAME=VALUE");
    }
  }
  return args.env_vars;
}

std::string PathEntry(const std::vector<std::string>& variables, std::string_view inherited) {
  constexpr std::string_view kPath = "PATH=";
  std::string path(inherited);
  for (const std::string& entry : variables) {
    if (entry.starts_with(kPath)) {
      path = entry.substr(kPath.size());
    }
  }
  return std::string(kPath) + "." + (path.empty() ? "" : ":" + path);
}

rt::Task<rt::Outcome> RunShellHere(rt::ActionContext& ctx) {
  const ShellArgs args = DecodeArgs<ShellArgs>(kShellKind, ctx.shape(), ctx.args());
  LocalCommand command{args.exec, NameNodeOf(ctx, args.name_node),
                       FilesOf(ctx, args.job_xml, args.files, args.archives), args.prepare};
  if (std::string inherited = InheritedProgram(ctx, args); !inherited.empty()) {
    command.files.files.push_back(std::move(inherited));
  }
  command.arrange = [&] { return Arrange(ctx, args); };
  command.error_of = [&](const rt::ExitStatus& status) { return ErrorOf(status, ctx); };
  if (args.capture_output) {
    command.captured = [&] { return rt::Result<std::string>(ctx.OutPath()); };
    command.captures_stdout = true;
  }
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_shell;
const hpdl_kind hpdl_local_kind_shell = {.name = "shell",
                                         .run = hpdl::stdlib::RunShellHere,
                                         .needs_local = true,
                                         .worker = hpdl::stdlib::UnpackWorker};
