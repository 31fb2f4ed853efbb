#include "stdlib/actions/java/java_command.h"

#include <unistd.h>

#include <cstdlib>

#include "stdlib/actions/java/java_files.h"
#include "stdlib/actions/java/launcher_classes.h"
#include "stdlib/local/command.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/launcher_environment.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

rt::Result<std::vector<std::string>> EnvironmentOf(const rt::ActionContext& ctx,
                                                   const JavaArgs& args, const Global& global,
                                                   const rt::Properties& configuration,
                                                   const JavaFiles& files) {
  std::vector<std::string> set = AttemptVariables(ctx);
  set.push_back("OOZIE_ACTION_CONF_XML=" + files.work + "/" + kJavaConfiguration);
  if (std::getenv("HADOOP_USER_NAME") == nullptr && !ctx.job().user.empty()) {
    set.push_back("HADOOP_USER_NAME=" + ctx.job().user);
  }
  if (files.native) {
    const char* libraries = std::getenv("LD_LIBRARY_PATH");
    set.push_back("LD_LIBRARY_PATH=" + files.work +
                  (libraries == nullptr || *libraries == '\0' ? std::string()
                                                              : ":" + std::string(libraries)));
  }
  HPDL_TRY(AddLauncherEnvironment(configuration, global, args.launcher, &set));
  return set;
}

rt::Result<std::string> ClassPath(const JavaFiles& files) {
  std::string path = files.work;
  for (const std::string& part : files.class_path) {
    path.append(":").append(part);
  }
  for (const std::string& part : files.class_path) {
    if (part.find(':') != std::string::npos) {
      return rt::ActionError(part + " cannot be in a class path: its name has a colon");
    }
  }
  return path;
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
  return *work + "/" + kJavaOutput;
}

rt::Result<rt::Command> ArrangeJava(rt::ActionContext& ctx, const JavaArgs& args) {
  if (args.main_class.empty()) {
    return rt::ActionError("main-class is empty");
  }
  const Global global = GlobalOf(ctx);
  const auto configuration = ClientConfiguration(ctx, args.job_xml, args.configuration,
                                                 {args.name_node, args.job_tracker, ctx.tag()});
  HPDL_TRY(configuration);
  const auto java = FindJava(ctx);
  HPDL_TRY(java);
  const auto options =
      JavaOptions(ctx, *configuration, args.launcher, args.java_opts, args.java_opt);
  HPDL_TRY(options);
  const auto files = PlaceJavaFiles(ctx, args);
  HPDL_TRY(files);
  const auto class_path = ClassPath(*files);
  HPDL_TRY(class_path);
  auto environment = EnvironmentOf(ctx, args, global, *configuration, *files);
  HPDL_TRY(environment);
  HPDL_TRY(
      KeepFile(files->work + "/" + kJavaConfiguration, ConfigurationXml(*configuration), 0600));

  rt::Command command;
  command.directory = files->work;
  command.environment = std::move(*environment);
  std::vector<std::string>& argv = command.argv;
  argv.push_back(*java);
  argv.insert(argv.end(), options->begin(), options->end());
  for (std::string& option : SystemProperties(ctx, files->work)) {
    argv.push_back(std::move(option));
  }
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
