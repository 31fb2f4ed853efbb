#ifndef HPDL_STDLIB_CLUSTER_LAUNCHER_SETTINGS_H_
#define HPDL_STDLIB_CLUSTER_LAUNCHER_SETTINGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/hadoop/conf.h"
#include "stdlib/core/common.h"

/// The settings of a launcher's container.
namespace hpdl::stdlib {

/// Hadoop's defaults of yarn.application.classpath and mapreduce.application.classpath, for
/// configurations without these properties.
inline constexpr std::string_view kYarnClassPath =
    "$HADOOP_CONF_DIR,$HADOOP_COMMON_HOME/share/hadoop/common/*,"
    "$HADOOP_COMMON_HOME/share/hadoop/common/lib/*,$HADOOP_HDFS_HOME/share/hadoop/hdfs/*,"
    "$HADOOP_HDFS_HOME/share/hadoop/hdfs/lib/*,$HADOOP_YARN_HOME/share/hadoop/yarn/*,"
    "$HADOOP_YARN_HOME/share/hadoop/yarn/lib/*";
inline constexpr std::string_view kMapReduceClassPath =
    "$HADOOP_MAPRED_HOME/share/hadoop/mapreduce/*,$HADOOP_MAPRED_HOME/share/hadoop/mapreduce/lib/*";

struct ContainerSettings {
  std::string queue;
  std::int64_t memory_mb = 0;
  int vcores = 1;
  int priority = -1;  ///< negative: the queue's default priority applies
  std::string view_acl, modify_acl;
  std::vector<std::string> environment;  ///< each entry is NAME=VALUE, for the command
};

/// Returns the settings of a container. Each setting comes from the first source that has it:
/// <launcher>, the <launcher> of <global>, the properties oozie.launcher.* of `configuration`, the
/// site. The queue of MapReduce jobs in `configuration` comes before the queue of the site. Fails
/// with "JA018" if a value is not a number or an entry is not NAME=VALUE.
rt::Result<ContainerSettings> SettingsOf(const rt::ActionContext& ctx,
                                         const std::optional<Launcher>& launcher,
                                         const rt::Properties& configuration);

/// Returns the class path of Hadoop in a container, separated by colons. It comes from the
/// configuration, or else from Hadoop's defaults. A node expands the variables in it. With `tools`
/// it contains MapReduce and MapReduce's tools.
std::string HadoopClassPath(const rt::HadoopConf& conf, bool tools);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCHER_SETTINGS_H_
