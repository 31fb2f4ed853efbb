#include "stdlib/cluster/launcher_settings.h"

#include <initializer_list>
#include <string_view>

#include "runtime/ground/base/text_parts.h"
#include "runtime/world/site/site.h"
#include "stdlib/local/launcher_environment.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

constexpr std::int64_t kMostMemory = 1 << 20, kMostCores = 1024;

/// The folder with the jars of DistCp. Hadoop's default class paths do not contain it.
constexpr std::string_view kTools = "$HADOOP_MAPRED_HOME/share/hadoop/tools/lib/*";

using Member = std::optional<std::string> Launcher::*;

std::string ValueOf(const rt::Properties& properties, const std::string& name) {
  const auto found = properties.find(name);
  return found == properties.end() ? std::string() : found->second;
}

/// The properties of a launcher setting.
struct SettingNames {
  std::string_view own;  ///< the name after "oozie.launcher."
  /// Properties of MapReduce's jobs. They count after "oozie.launcher." too, and the first one
  /// counts first. Oozie 5 uses those without "oozie.launcher.", earlier versions the others.
  std::initializer_list<std::string_view> of_jobs;
};

/// Finds a launcher setting in <launcher>, in the <launcher> of <global>, or in properties.
class SettingFinder {
 public:
  SettingFinder(const rt::ActionContext& ctx, const std::optional<Launcher>& own,
                const rt::Properties& configuration)
      : global_(GlobalOf(ctx)),
        own_(own),
        configuration_(configuration),
        overrides_(ctx.site().Flag(rt::Setting::kLauncherOverride)) {}

  /// Returns the value of a setting; "" if it is not set.
  std::string Text(Member member, const SettingNames& names) const {
    for (const std::optional<Launcher>* each : {&own_, &global_.launcher}) {
      if (*each && member != nullptr && (**each).*member) {
        return *((**each).*member);
      }
    }
    std::string value = ValueOf(configuration_, kPrefix + std::string(names.own));
    for (const std::string_view name : names.of_jobs) {
      value = value.empty() ? ValueOf(configuration_, kPrefix + std::string(name)) : value;
    }
    for (const std::string_view name : names.of_jobs) {
      value = value.empty() && overrides_ ? ValueOf(configuration_, std::string(name)) : value;
    }
    return value;
  }

  rt::Result<std::int64_t> Number(Member member, const SettingNames& names, std::int64_t most,
                                  std::int64_t preset) const {
    const std::string text = Text(member, names);
    std::int64_t number = preset;
    if (!text.empty() && !rt::ReadNumber(text, 1, most, &number)) {
      return rt::ActionError(std::string(names.own) + " of the launcher is " + text +
                             ", which is not a whole number from 1 to " + std::to_string(most));
    }
    return number;
  }

  const Global& global() const { return global_; }

 private:
  static constexpr const char* kPrefix = "oozie.launcher.";

  const Global global_;
  const std::optional<Launcher>& own_;
  const rt::Properties& configuration_;
  const bool overrides_;  ///< the site lets properties of jobs count without "oozie.launcher."
};

std::string QueueOf(const rt::ActionContext& ctx, const SettingFinder& finder) {
  std::string queue = finder.Text(&Launcher::queue,
                                  {"queue", {"mapreduce.job.queuename", "mapred.job.queue.name"}});
  return queue.empty()
             ? std::string(ctx.site().Text(rt::Setting::kLauncherQueue, ctx.configuration()))
             : queue;
}

std::string WithColons(std::string_view list) {
  std::string path;
  for (const std::string& part : rt::SplitList(list)) {
    path.append(path.empty() ? "" : ":").append(part);
  }
  return path;
}

}  // namespace

rt::Result<ContainerSettings> SettingsOf(const rt::ActionContext& ctx,
                                         const std::optional<Launcher>& launcher,
                                         const rt::Properties& configuration) {
  const SettingFinder finder(ctx, launcher, configuration);
  ContainerSettings settings;
  settings.queue = QueueOf(ctx, finder);
  const auto memory = finder.Number(
      &Launcher::memory_mb,
      {"memory.mb",
       {"yarn.app.mapreduce.am.resource.mb", "mapreduce.map.memory.mb",
        "mapred.job.map.memory.mb"}},
      kMostMemory, ctx.site().Number(rt::Setting::kLauncherMemory, ctx.configuration()));
  HPDL_TRY(memory);
  const auto vcores = finder.Number(
      &Launcher::vcores,
      {"vcores", {"yarn.app.mapreduce.am.resource.cpu-vcores", "mapreduce.map.cpu.vcores"}},
      kMostCores, ctx.site().Number(rt::Setting::kLauncherVcores, ctx.configuration()));
  HPDL_TRY(vcores);
  const auto priority = finder.Number(nullptr, {"priority", {}}, kMostMemory, -1);
  HPDL_TRY(priority);
  settings.memory_mb = *memory;
  settings.vcores = static_cast<int>(*vcores);
  settings.priority = static_cast<int>(*priority);
  settings.view_acl =
      finder.Text(&Launcher::view_acl, {"view.acl", {"mapreduce.job.acl-view-job"}});
  settings.modify_acl =
      finder.Text(&Launcher::modify_acl, {"modify.acl", {"mapreduce.job.acl-modify-job"}});
  HPDL_TRY(AddLauncherEnvironment(configuration, finder.global(), launcher, &settings.environment));
  return settings;
}

std::string HadoopClassPath(const rt::HadoopConf& conf, bool tools) {
  const std::string yarn = conf.Value("yarn.application.classpath");
  std::string path = WithColons(yarn.empty() ? kYarnClassPath : std::string_view(yarn));
  if (tools) {
    const std::string own = conf.Value("mapreduce.application.classpath");
    for (const std::string_view list :
         {own.empty() ? kMapReduceClassPath : std::string_view(own), kTools}) {
      path += ":" + WithColons(list);
    }
  }
  return path;
}

}  // namespace hpdl::stdlib
