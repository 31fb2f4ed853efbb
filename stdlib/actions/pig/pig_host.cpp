#include "stdlib/actions/pig/pig_host.h"

#include <algorithm>

#include "stdlib/actions/pig/script_parameters.h"
#include "stdlib/local/command.h"
#include "stdlib/local/library_files.h"
#include "stdlib/local/property_text.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"
#include "stdlib/remote/remote_command.h"
#include "stdlib/remote/remote_host.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kScriptOnHost = "script.pig";
constexpr const char* kPropertiesOnHost = "pig.properties";
constexpr const char* kShippedJars = "pig.additional.jars";

std::string NameNodeOf(const rt::Properties& configuration) {
  for (const char* name : {"fs.default.name", "fs.defaultFS"}) {
    if (const auto found = configuration.find(name); found != configuration.end()) {
      const std::string& value = found->second;
      return value.empty() || value.find("://") != std::string::npos ? value : "hdfs://" + value;
    }
  }
  return {};
}

/// Returns the application's lib/*.jar files, which are copied into the directory on the host.
rt::Result<std::vector<RemoteBinary>> Libraries(const rt::ActionContext& ctx) {
  std::vector<RemoteBinary> jars;
  for (const BundledLibrary& each : OwnLibrary(ctx)) {
    if (!each.name.ends_with(".jar")) {
      continue;
    }
    if (each.name.find(':') != std::string::npos) {
      return rt::ActionError("lib/" + each.name + ": a name in a class path must not have a colon");
    }
    jars.push_back({each.name, {each.file->data, each.file->size}});
  }
  return jars;
}

/// Passes the names of the jars to Pig. Pig finds the classes of the script in the jars and adds
/// the jars to its jobs.
void UseLibraries(std::vector<RemoteBinary> jars, RemoteCommand* command,
                  rt::Properties* properties) {
  if (jars.empty()) {
    return;
  }
  std::string list;
  for (const RemoteBinary& jar : jars) {
    list.append(list.empty() ? "" : ":").append(jar.name);
  }
  command->environment.push_back("PIG_CLASSPATH=" + list);
  std::string& shipped = (*properties)[kShippedJars];
  shipped = shipped.empty() ? list : list + ":" + shipped;
  command->binaries = std::move(jars);
}

/// Returns the command and the files for the host. Pig works in the name of `user`.
rt::Result<RemoteCommand> CommandOf(const rt::ActionContext& ctx, const PigArgs& args,
                                    const rt::Properties& configuration, const std::string& user) {
  auto script = ReadApplicationFile(ctx, args.script);
  HPDL_TRY(script);
  auto substituted = SubstituteParameters(*script, args.params);
  HPDL_TRY(substituted);
  if (substituted->find('\0') != std::string::npos) {
    return rt::ActionError(args.script + " has a zero byte in it");
  }
  RemoteCommand command;
  command.argv = {"pig", "-propertyFile", kPropertiesOnHost, "-f", kScriptOnHost};
  command.environment = {"HADOOP_USER_NAME=" + user};
  auto jars = Libraries(ctx);
  HPDL_TRY(jars);
  rt::Properties properties = configuration;
  UseLibraries(std::move(*jars), &command, &properties);
  command.files = {{kScriptOnHost, std::move(*substituted)},
                   {kPropertiesOnHost, PropertyText(properties)}};
  command.beside_files = true;
  return command;
}

}  // namespace

rt::Task<rt::Outcome> RunPigOnHost(rt::ActionContext& ctx, const PigArgs& args) {
  auto target = TargetOf(ctx, args.host.value_or(""));
  if (!target) {
    co_return FailedWith(target.error());
  }
  RemoteTask task;
  task.target = std::move(*target);
  if (co_await CancelledAlready()) {
    co_return co_await RunRemote(ctx, std::move(task));
  }
  rt::Result<void> packaged = CheckPackaged(ctx, "job-xml", args.job_xml);
  packaged = packaged ? CheckPackaged(ctx, "pig-script", {args.script}) : packaged;
  if (!packaged) {
    co_return FailedWith(packaged.error());
  }
  auto configuration = ActionConfiguration(ctx, args.job_xml, args.configuration);
  if (!configuration) {
    co_return FailedWith(configuration.error());
  }
  auto user = ctx.User(args.hadoop_user, *configuration);
  if (!user) {
    co_return FailedWith(user.error());
  }
  auto command = CommandOf(ctx, args, *configuration, *user);
  if (!command) {
    co_return FailedWith(command.error());
  }
  if (!RemoteBegun(ctx)) {
    std::string place = NameNodeOf(*configuration);
    rt::Outcome prepared =
        co_await RunPrepare(ctx, args.prepare, std::move(place), std::move(*user));
    if (prepared.error) {
      co_return prepared;
    }
  }
  task.command = std::move(*command);
  rt::Outcome outcome = co_await RunRemote(ctx, std::move(task));
  co_return outcome;
}

}  // namespace hpdl::stdlib
