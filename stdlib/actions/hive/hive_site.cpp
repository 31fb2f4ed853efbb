#include "stdlib/actions/hive/hive_site.h"

namespace hpdl::stdlib {

rt::Properties HiveSite(const rt::Properties& configuration, const std::string& tag) {
  rt::Properties site = configuration;
  site["mapreduce.job.tags"] = site["tez.application.tags"] = tag;
  // Hive 4 sets mapreduce.job.tags and tez.application.tags anew. The new value is hive.query.tag
  // and a tag of Hive.
  std::string& queries = site["hive.query.tag"];
  queries = queries.empty() ? tag : queries + "," + tag;
  site["datanucleus.plugin.pluginRegistryBundleCheck"] = "LOG";
  site["hive.exec.mode.local.auto"] = "false";
  // Hadoop's Configuration replaces ${user.dir} by the container's own directory.
  site["hive.querylog.location"] = "${user.dir}/hivetmp/querylog";
  site["hive.exec.local.scratchdir"] = "${user.dir}/hivetmp/scratchdir";
  return site;
}

}  // namespace hpdl::stdlib
