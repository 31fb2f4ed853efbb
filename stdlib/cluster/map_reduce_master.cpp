#include "stdlib/cluster/map_reduce_master.h"

#include <algorithm>
#include <vector>

#include "runtime/ground/base/text_parts.h"
#include "stdlib/cluster/launcher_settings.h"

namespace hpdl::stdlib {

namespace {

constexpr std::int64_t kMemoryMb = 1536;
constexpr const char* kFramework = "mapreduce.application.framework.path";
/// The packages of Java that Hadoop's libraries access. The variable JDK_JAVA_OPTIONS opens them;
/// Java 9 and later read it, and older versions ignore it.
constexpr const char* kOpened[] = {"java.lang", "java.util", "java.util.concurrent",
                                   "java.net",  "java.io",   "java.math",
                                   "java.text", "sun.nio.ch"};

void AppendWord(std::string* text, const std::string& word, char separator) {
  if (!word.empty()) {
    *text += text->empty() ? word : separator + word;
  }
}

/// Adds entries "NAME=VALUE". If a name occurs twice, the values are joined by a colon, as in
/// Hadoop.
void AddEnvironment(const std::vector<std::string>& entries,
                    std::map<std::string, std::string>* environment) {
  for (const std::string& entry : entries) {
    const std::size_t equals = entry.find('=');
    if (equals != std::string::npos && equals != 0) {
      AppendWord(&(*environment)[entry.substr(0, equals)], entry.substr(equals + 1), ':');
    }
  }
}

std::string OpenedPackages() {
  std::string text;
  for (const char* package : kOpened) {
    AppendWord(&text, std::string("--add-opens=java.base/") + package + "=ALL-UNNAMED", ' ');
  }
  return text;
}

/// Returns the cluster's parts of the class path.
std::vector<std::string> FrameworkPaths(const JobConf& conf) {
  std::vector<std::string> paths;
  if (FrameworkName(conf).empty()) {
    paths = rt::SplitList(conf.Text("yarn.application.classpath", kYarnClassPath));
  }
  for (std::string& path :
       rt::SplitList(conf.Text("mapreduce.application.classpath", kMapReduceClassPath))) {
    paths.push_back(std::move(path));
  }
  return paths;
}

std::string CommandOf(const JobConf& conf) {
  std::string command =
      "{{JAVA_HOME}}/bin/java -Djava.io.tmpdir={{PWD}}/tmp"
      " -Dlog4j.configuration=container-log4j.properties"
      " -Dyarn.app.container.log.dir=<LOG_DIR>"
      " -Dyarn.app.container.log.filesize=0";
  command += " -Dhadoop.root.logger=" + conf.Text("yarn.app.mapreduce.am.log.level", "INFO") +
             ",CLA -Dhadoop.root.logfile=syslog";
  AppendWord(&command, conf.Text("yarn.app.mapreduce.am.admin-command-opts"), ' ');
  AppendWord(&command, conf.Text("yarn.app.mapreduce.am.command-opts", "-Xmx1024m"), ' ');
  return command +
         " org.apache.hadoop.mapreduce.v2.app.MRAppMaster 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr";
}

int PriorityOf(const JobConf& conf) {
  static constexpr const char* kNames[] = {"DEFAULT", "VERY_LOW", "LOW",
                                           "NORMAL",  "HIGH",     "VERY_HIGH"};
  const std::string text = conf.Text("mapreduce.job.priority");
  const auto* const found = std::find_if(std::begin(kNames), std::end(kNames),
                                         [&](const char* name) { return text == name; });
  if (found != std::end(kNames)) {
    return static_cast<int>(found - std::begin(kNames));
  }
  return static_cast<int>(
      std::clamp<std::int64_t>(conf.Number("mapreduce.job.priority", -1), -1, 1 << 30));
}

/// Returns the size of the master in MiB or cores. The value is that of the first property in
/// `names` that is set.
std::int64_t SizeOf(const JobConf& conf, std::initializer_list<const char*> names,
                    std::int64_t fallback) {
  for (const char* name : names) {
    const std::int64_t size =
        conf.Number(std::string("yarn.app.mapreduce.am.resource.") + name, -1);
    if (size > 0) {
      return size;
    }
  }
  return fallback;
}

}  // namespace

std::string FrameworkName(const JobConf& conf) {
  const std::string path = conf.Text(kFramework);
  const std::size_t mark = path.find('#');
  return mark != std::string::npos ? path.substr(mark + 1) : path.substr(path.rfind('/') + 1);
}

std::string MasterClassPath(const JobConf& conf) {
  const bool own_first = conf.Flag("mapreduce.job.user.classpath.first", false);
  std::string framework;
  for (const std::string& path : FrameworkPaths(conf)) {
    AppendWord(&framework, path, ':');
  }
  std::string own = "job.jar/job.jar:job.jar/classes/:job.jar/lib/*:{{PWD}}/*";
  std::string path = "{{PWD}}";
  AppendWord(&path, own_first ? own : framework, ':');
  AppendWord(&path, own_first ? framework : own, ':');
  return path;
}

rt::Submission MasterOf(const JobConf& conf) {
  rt::Submission master;
  master.name = conf.Text("mapreduce.job.name", "N/A");
  master.type = "MAPREDUCE";
  master.queue = conf.Text("mapreduce.job.queuename", "default");
  master.priority = PriorityOf(conf);
  master.memory_mb = SizeOf(conf, {"memory-mb", "memory", "mb"}, kMemoryMb);
  master.vcores =
      static_cast<int>(std::min<std::int64_t>(SizeOf(conf, {"vcores", "cpu-vcores"}, 1), 1 << 20));
  master.max_attempts = static_cast<int>(
      std::clamp<std::int64_t>(conf.Number("mapreduce.am.max-attempts", 2), 1, 1000));
  master.command = CommandOf(conf);
  master.view_acl = conf.Text("mapreduce.job.acl-view-job");
  master.modify_acl = conf.Text("mapreduce.job.acl-modify-job");
  std::map<std::string, std::string>& environment = master.environment;
  environment["CLASSPATH"] = MasterClassPath(conf);
  environment["SHELL"] = conf.Text("mapreduce.admin.user.shell", "/bin/bash");
  environment["LD_LIBRARY_PATH"] = "{{PWD}}";
  AddEnvironment(rt::SplitList(conf.Text("yarn.app.mapreduce.am.admin.user.env",
                                         "LD_LIBRARY_PATH=$HADOOP_COMMON_HOME/lib/native")),
                 &environment);
  AddEnvironment(conf.List("yarn.app.mapreduce.am.env"), &environment);
  if (conf.Flag("mapreduce.jvm.add-opens-as-default", true)) {
    environment.emplace("JDK_JAVA_OPTIONS", OpenedPackages());
  }
  return master;
}

}  // namespace hpdl::stdlib
