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

/// What a launcher's container is like.
namespace hpdl::stdlib {

/// yarn.application.classpath and mapreduce.application.classpath where no configuration has them:
/// Hadoop's defaults.
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
  int priority = -1;  ///< negative: the queue's own
  std::string view_acl, modify_acl;
  std::vector<std::string> environment;  ///< NAME=VALUE for the command
};

/// From <launcher>, that of <global>, oozie.launcher.* of `configuration`, its queue, the site: the
/// first that says it. "JA018" what is no number, or no NAME=VALUE.
rt::Result<ContainerSettings> SettingsOf(const rt::ActionContext& ctx,
                                         const std::optional<Launcher>& launcher,
                                         const rt::Properties& configuration);

/// The class path of Hadoop in a container, as the configuration or else Hadoop's defaults have it,
/// with colons; a node puts in what its variables mean. `tools`: with MapReduce and its tools.
std::string HadoopClassPath(const rt::HadoopConf& conf, bool tools);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCHER_SETTINGS_H_
