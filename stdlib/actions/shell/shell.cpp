#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "runtime/config/config.h"
#include "runtime/engine/kind.h"
#include "runtime/files/run_plan.h"
#include "runtime/process/output_tail.h"
#include "stdlib/actions/shell/shell.kind.h"
#include "stdlib/actions/shell/work_directory.h"

extern char** environ;

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;
using rt::Outcome;

/// Progress of an attempt whose <prepare> is done: it must not run again while the command may be
/// running.
constexpr const char* kPrepared = "prepared";
constexpr std::size_t kTailLines = 10, kTailBytes = 2000;

Outcome Failed(const rt::Error& error) {
  Outcome outcome;
  outcome.error = error;
  return outcome;
}

/// The program's own environment, with what the action sets in its place.
std::vector<std::string> Environment(const std::vector<std::string>& set) {
  std::vector<std::string> environment;
  const auto name_of = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    bool replaced = false;
    for (const std::string& own : set) {
      replaced = replaced || name_of(own) == name_of(*entry);
    }
    if (!replaced) {
      environment.emplace_back(*entry);
    }
  }
  for (std::size_t i = 0; i < set.size(); ++i) {
    bool later = false;
    for (std::size_t j = i + 1; j < set.size(); ++j) {
      later = later || name_of(set[i]) == name_of(set[j]);
    }
    if (!later) {
      environment.push_back(set[i]);
    }
  }
  return environment;
}

rt::Result<std::vector<std::string>> OwnVariables(const rt::ActionContext& ctx,
                                                  const ShellArgs& args) {
  std::vector<std::string> set = {
      "HPDL_JOB_ID=" + ctx.job().id,
      "HPDL_NODE=" + std::string(ctx.node()),
      "HPDL_TAG=" + ctx.tag(),
      "HPDL_RUN=" + std::to_string(ctx.job().run),
      "HPDL_ATTEMPT=" + std::to_string(ctx.attempt()),
  };
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

/// What the action says over what <global> says. Property files (<job-xml>) come before both.
rt::Result<rt::Properties> ActionConfiguration(const rt::ActionContext& ctx,
                                               const ShellArgs& args) {
  rt::Properties properties;
  Global global;
  if (ctx.global() != nullptr) {
    Decode(kGlobalDecl, *ctx.global(), &global);
  }
  const auto add_files = [&](const std::vector<std::string>& files) -> rt::Result<void> {
    for (const std::string& path : files) {
      auto text = ReadApplicationFile(ctx, path);
      HPDL_TRY(text);
      auto parsed = rt::ReadHadoopXml(*text, path);
      HPDL_TRY(parsed);
      rt::Apply(*parsed, &properties);
    }
    return {};
  };
  HPDL_TRY(add_files(global.job_xml));
  HPDL_TRY(add_files(args.job_xml));
  const Configuration* const configurations[] = {&global.configuration, &args.configuration};
  for (const Configuration* configuration : configurations) {
    for (const Property& property : configuration->properties) {
      properties[property.name] = property.value;
    }
  }
  return properties;
}

rt::Task<Outcome> RunPrepare(rt::ActionContext& ctx, const ShellArgs& args) {
  rt::FilePlanRules rules;
  rules.base.file_system = args.name_node.value_or("");
  rules.base.home = rt::HomeDirectory();
  std::vector<rt::FileChange> changes;
  for (const FileCommand& command : args.prepare.commands) {
    changes.push_back(rt::ToFileChange(command));
  }
  const auto plan = rt::FilePlan::Make(changes, rules);
  if (!plan) {
    co_return Failed(plan.error());
  }
  // Deleting and making directories again gives the same: no marks are needed.
  for (std::size_t i = 0; i < plan->size(); ++i) {
    if (auto done = plan->Do(i, true); !done) {
      co_return Failed(done.error());
    }
  }
  co_await ctx.RecordProgress(kPrepared);
  co_return Outcome::Ok();
}

/// The command with its directory and environment, everything it needs in place.
rt::Result<rt::Command> Arrange(rt::ActionContext& ctx, const ShellArgs& args) {
  rt::Command command;
  auto variables = OwnVariables(ctx, args);
  HPDL_TRY(variables);
  auto configuration = ActionConfiguration(ctx, args);
  HPDL_TRY(configuration);
  auto directory = ArrangeWorkDirectory(ctx, args, *configuration);
  HPDL_TRY(directory);
  if (!directory->configuration_file.empty()) {
    variables->push_back("OOZIE_ACTION_CONF_XML=" + directory->configuration_file);
  }
  command.directory = std::move(directory->path);
  command.environment = Environment(*variables);
  command.argv.push_back(std::move(directory->program));
  command.argv.insert(command.argv.end(), args.arguments.begin(), args.arguments.end());
  return command;
}

/// The properties that the command printed, if they are within the limit.
rt::Result<rt::Properties> Captured(const rt::ActionContext& ctx) {
  rt::Properties data;
  struct stat info{};
  if (stat(ctx.OutPath().c_str(), &info) != 0) {
    return data;
  }
  if (info.st_size > ctx.capture_limit()) {
    return rt::Error{ErrorClass::kError, "JA018",
                     "captured output has " + std::to_string(info.st_size) +
                         " bytes, the limit is " + std::to_string(ctx.capture_limit()) +
                         " (oozie.action.max.output.data)"};
  }
  auto text = ReadWholeFile(ctx.OutPath());
  HPDL_TRY(text);
  auto parsed = rt::ReadJavaProperties(*text, "captured output");
  if (!parsed) {
    return rt::Error{ErrorClass::kError, "JA018", parsed.error().message};
  }
  rt::Apply(*parsed, &data);
  return data;
}

std::string WithTail(std::string message, const rt::ActionContext& ctx) {
  const std::string tail = rt::TailOfFile(ctx.ErrPath(), kTailLines, kTailBytes);
  return tail.empty() ? message : message + "; standard error ends with:\n" + tail;
}

/// The error that an end of the command means, if any.
std::optional<rt::Error> ErrorOf(const rt::ExitStatus& status, const ShellArgs& args,
                                 const rt::ActionContext& ctx) {
  if (!status.start_error.empty()) {
    return rt::Error{status.unstarted ? ErrorClass::kNonTransient : ErrorClass::kError, "JA018",
                     "cannot start " + status.start_error};
  }
  if (status.lost && status.pid == 0) {
    return rt::Error{ErrorClass::kNonTransient, "JA017",
                     "the machine went down when " + args.exec +
                         " was due, and may have started it: look whether it did its work; retry "
                         "runs it again"};
  }
  if (status.lost) {
    return rt::Error{
        ErrorClass::kNonTransient, "JA017",
        "nobody saw " + args.exec + " (pid " + std::to_string(status.pid) +
            ") end, as after a reboot: look whether it did its work; retry runs it again"};
  }
  if (status.signal != 0) {
    const char* name = sigabbrev_np(status.signal);
    return rt::Error{ErrorClass::kError, "JA018",
                     WithTail("ended by signal " + std::to_string(status.signal) +
                                  (name == nullptr ? "" : std::string(" (SIG") + name + ")"),
                              ctx)};
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
    auto data = Captured(ctx);
    if (data) {
      outcome.data = std::move(*data);
    } else {
      outcome.error = data.error();
    }
  }
  outcome.external_status = outcome.error ? "FAILED/KILLED" : "SUCCEEDED";
  return outcome;
}

rt::Task<Outcome> RunShell(rt::ActionContext& ctx) {
  const ShellArgs args = DecodeArgs<ShellArgs>(kShellKind, ctx.shape(), ctx.args());
  if (!args.prepare.commands.empty() && ctx.progress() != kPrepared) {
    Outcome prepared = co_await RunPrepare(ctx, args);
    if (prepared.error) {
      co_return prepared;
    }
  }
  auto command = Arrange(ctx, args);
  if (!command) {
    co_return Failed(command.error());
  }
  ctx.SetWaiting(args.exec);
  const rt::ExitStatus status = co_await ctx.RunProcess(std::move(*command));
  co_return OutcomeOf(status, args, ctx);
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_shell;
const hpdl_kind hpdl_kind_shell = {"shell", hpdl::stdlib::RunShell, true};
