#include "stdlib/cluster/java_launch.h"

#include <algorithm>
#include <utility>

namespace hpdl::stdlib {

rt::Result<std::string> JarsOf(const ResourceSet& set) {
  std::string path;
  for (const rt::LocalResource& each : set.all()) {
    // A file is a jar if its name or its URI ends in .jar. Its name alone does not show this,
    // because the entry `x.jar#other` gives the jar the name `other`. An archive becomes a folder.
    // Oozie's class path `./*` contains the folder only if its name ends in .jar.
    const bool named = each.name.ends_with(".jar");
    if (!named && (each.archive || !each.uri.ends_with(".jar"))) {
      continue;
    }
    // A colon separates the entries of a class path, and the node's shell interprets the other
    // characters.
    if (each.name.find_first_of(":$`\"\\{}*<>") != std::string::npos) {
      if (each.archive) {
        continue;
      }
      return rt::ActionError(each.name +
                             " cannot be in a class path of the cluster: one of the "
                             "characters :$`\"\\{}*<> is in its name");
    }
    path.append(":").append(each.name);
  }
  return path;
}

rt::Result<Launch> JavaLaunch(const ResourceSet& set, const std::vector<std::string>& options) {
  auto jars = JarsOf(set);
  HPDL_TRY(jars);
  Launch launch;
  launch.class_path = std::move(*jars);
  launch.needs_class_path = true;
  launch.resources = set.all();
  std::vector<LaunchWord>& command = launch.description.command;
  command.push_back({InContainer("JAVA"), true});
  for (const std::string& option : options) {
    command.push_back({option});
  }
  command.push_back({"-cp"});
  command.push_back({InContainer(kClassPathVariable), true});
  return launch;
}

void FindLibraries(const ResourceSet& set, Launch* launch) {
  const bool native =
      std::any_of(set.all().begin(), set.all().end(), [](const rt::LocalResource& each) {
        return each.name.ends_with(".so") || each.name.find(".so.") != std::string::npos;
      });
  if (native) {
    launch->description.environment.push_back(
        {"LD_LIBRARY_PATH=" + InContainer("PWD") + ":" + InContainer("LD_LIBRARY_PATH"), true});
  }
}

}  // namespace hpdl::stdlib
