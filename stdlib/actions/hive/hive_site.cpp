#include "stdlib/actions/hive/hive_site.h"

namespace hpdl::stdlib {

rt::Properties HiveSite(const rt::Properties& configuration, const std::string& tag) {
  rt::Properties site = configuration;
  site["mapreduce.job.tags"] = site["tez.application.tags"] = tag;
  // Hive 4 overwrites mapreduce.job.tags and tez.application.tags with the tags in hive.query.tag
  // and a tag of its own. So the action's tag must be in hive.query.tag too.
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
