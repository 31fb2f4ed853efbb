#include "stdlib/actions/java/java_command.h"

#include <unistd.h>

#include <cstdlib>

#include "stdlib/actions/java/java_files.h"
#include "stdlib/actions/java/launcher_classes.h"
#include "stdlib/local/command.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kConfigurationFile = "oozie-action.conf.xml";
constexpr const char* kOutputFile = "output.properties";

rt::Error Problem(std::string message) {
  return {rt::ErrorClass::kError, "JA018", std::move(message)};
}

/// Properties that the engine sets itself (seeds 3.2.7); Oozie calls them JA010 and fails the job.
constexpr std::string_view kDisallowed[] = {
    "fs.default.name",
    "fs.defaultFS",
    "mapred.job.tracker",
    "mapreduce.jobtracker.address",
    "yarn.resourcemanager.address",
    "user.name",
};

/// The action's configuration with what the engine adds to it.
rt::Result<rt::Properties> ConfigurationOf(const rt::ActionContext& ctx, const JavaArgs& args,
                                           const Global& global) {
  auto configuration = ActionConfiguration(ctx, args.job_xml, args.configuration);
  HPDL_TRY(configuration);
  for (const std::string_view name : kDisallowed) {
    if (configuration->find(std::string(name)) != configuration->end()) {
      return rt::Error{
          rt::ErrorClass::kFatal, "JA010",
          "property " + std::string(name) + " is not allowed in the configuration of an action"};
    }
  }
  rt::Properties& properties = *configuration;
  const std::string name_node = args.name_node.value_or(global.name_node.value_or(""));
  const std::string cluster = args.job_tracker.value_or(global.job_tracker.value_or(""));
  if (!name_node.empty()) {
    properties["fs.default.name"] = properties["fs.defaultFS"] = name_node;
  }
  if (!cluster.empty()) {
    properties["mapred.job.tracker"] = properties["yarn.resourcemanager.address"] = cluster;
  }
  properties["user.name"] = properties["mapreduce.job.user.name"] = ctx.job().user;
  properties["oozie.job.id"] = ctx.job().id;
  properties["oozie.action.id"] = ctx.job().id + "@" + std::string(ctx.node());
  properties["mapreduce.job.tags"] = ctx.tag();
  return configuration;
}

/// Options of the JVM: those that the configuration and <launcher> have, then the action's own,
/// which so count more.
rt::Result<std::vector<std::string>> JvmOptions(const JavaArgs& args, const Global& global,
                                                const rt::Properties& configuration) {
  std::vector<std::string> texts;
  for (const char* name : {"mapred.child.java.opts", "oozie.launcher.mapred.child.java.opts",
                           "oozie.launcher.mapreduce.map.java.opts"}) {
    if (const auto found = configuration.find(name); found != configuration.end()) {
      texts.push_back(found->second);
    }
  }
  for (const std::optional<Launcher>& launcher : {global.launcher, args.launcher}) {
    if (launcher && launcher->java_opts) {
      texts.push_back(*launcher->java_opts);
    }
  }
  texts.push_back(args.java_opts.value_or(""));
  std::vector<std::string> options;
  for (const std::string& text : texts) {
    const auto split = SplitOptions(text);
    HPDL_TRY(split);
    options.insert(options.end(), split->begin(), split->end());
  }
  for (const std::string& option : args.java_opt) {
    if (!option.empty()) {
      options.push_back(option);
    }
  }
  return options;
}

/// `NAME=VALUE:NAME=VALUE` of <launcher><env> and its properties.
rt::Result<void> AddLauncherEnvironment(std::string_view text, std::vector<std::string>* set) {
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find(':'));
    text.remove_prefix(entry.size() + (entry.size() < text.size() ? 1 : 0));
    if (entry.empty()) {
      continue;
    }
    if (entry.find('=') == std::string_view::npos || entry.front() == '=') {
      return Problem("launcher env " + std::string(entry) + " is not of the form NAME=VALUE");
    }
    set->emplace_back(entry);
  }
  return {};
}

rt::Result<std::vector<std::string>> EnvironmentOf(const rt::ActionContext& ctx,
                                                   const JavaArgs& args, const Global& global,
                                                   const rt::Properties& configuration,
                                                   const JavaFiles& files) {
  std::vector<std::string> set = AttemptVariables(ctx);
  set.push_back("OOZIE_ACTION_CONF_XML=" + files.work + "/" + kConfigurationFile);
  if (std::getenv("HADOOP_USER_NAME") == nullptr && !ctx.job().user.empty()) {
    set.push_back("HADOOP_USER_NAME=" + ctx.job().user);
  }
  if (files.native) {
    const char* libraries = std::getenv("LD_LIBRARY_PATH");
    set.push_back("LD_LIBRARY_PATH=" + files.work +
                  (libraries == nullptr || *libraries == '\0' ? std::string()
                                                              : ":" + std::string(libraries)));
  }
  for (const char* name :
       {"oozie.launcher.mapred.child.env", "oozie.launcher.yarn.app.mapreduce.am.env"}) {
    if (const auto found = configuration.find(name); found != configuration.end()) {
      HPDL_TRY(AddLauncherEnvironment(found->second, &set));
    }
  }
  for (const std::optional<Launcher>& launcher : {global.launcher, args.launcher}) {
    if (launcher && launcher->env) {
      HPDL_TRY(AddLauncherEnvironment(*launcher->env, &set));
    }
  }
  return EnvironmentWith(set);
}

rt::Result<std::string> ClassPath(const JavaFiles& files) {
  std::string path = files.work;
  for (const std::string& part : files.class_path) {
    path.append(":").append(part);
  }
  for (const std::string& part : files.class_path) {
    if (part.find(':') != std::string::npos) {
      return Problem(part + " cannot be in a class path: its name has a colon");
    }
  }
  return path;
}

/// What programs ask java.lang.System for.
void AddSystemProperties(const rt::ActionContext& ctx, const std::string& work,
                         std::vector<std::string>* argv) {
  const auto set = [argv](const std::string& name, const std::string& value) {
    argv->push_back("-D" + name + "=" + value);
  };
  set("oozie.job.id", ctx.job().id);
  set("oozie.action.id", ctx.job().id + "@" + std::string(ctx.node()));
  set("oozie.action.conf.xml", work + "/" + kConfigurationFile);
  set("oozie.action.output.properties", work + "/" + kOutputFile);
  set("oozie.action.stats.properties", work + "/stats.properties");
  set("oozie.action.externalChildIDs", work + "/externalChildIDs");
  set("oozie.action.newId", work + "/newId");
  set("hpdl.tag", ctx.tag());
}

}  // namespace

std::string NotePath(const rt::ActionContext& ctx) {
  std::string directory = JobDirectory(ctx);
  if (char* absolute = realpath(directory.c_str(), nullptr)) {
    directory = absolute;
    std::free(absolute);
  }
  return directory + "/attempts/" + std::to_string(ctx.sequence()) + ".main";
}

rt::Result<std::string> OutputPropertiesPath(rt::ActionContext& ctx) {
  const auto work = ctx.WorkDirectory();
  HPDL_TRY(work);
  return *work + "/" + kOutputFile;
}

rt::Result<rt::Command> ArrangeJava(rt::ActionContext& ctx, const JavaArgs& args) {
  if (args.main_class.empty()) {
    return Problem("main-class is empty");
  }
  const Global global = GlobalOf(ctx);
  const auto configuration = ConfigurationOf(ctx, args, global);
  HPDL_TRY(configuration);
  const auto java = FindJava(ctx);
  HPDL_TRY(java);
  const auto options = JvmOptions(args, global, *configuration);
  HPDL_TRY(options);
  const auto files = PlaceJavaFiles(ctx, args);
  HPDL_TRY(files);
  const auto class_path = ClassPath(*files);
  HPDL_TRY(class_path);
  auto environment = EnvironmentOf(ctx, args, global, *configuration, *files);
  HPDL_TRY(environment);
  HPDL_TRY(
      KeepFile(files->work + "/" + kConfigurationFile, ConfigurationXml(*configuration), 0600));

  rt::Command command;
  command.directory = files->work;
  command.environment = std::move(*environment);
  std::vector<std::string>& argv = command.argv;
  argv.push_back(*java);
  argv.insert(argv.end(), options->begin(), options->end());
  AddSystemProperties(ctx, files->work, &argv);
  argv.insert(argv.end(), {"-cp", *class_path, kLauncherMain, NotePath(ctx),
                           std::to_string(files->archives.size())});
  for (const auto& [archive, folder] : files->archives) {
    argv.insert(argv.end(), {archive, folder});
  }
  argv.push_back(args.main_class);
  argv.insert(argv.end(), args.args.begin(), args.args.end());
  return command;
}

}  // namespace hpdl::stdlib
