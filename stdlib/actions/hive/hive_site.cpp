#include "stdlib/actions/hive/hive_site.h"

#include "runtime/ground/base/percent.h"
#include "stdlib/local/work_files.h"

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

std::string SiteXml(const rt::Properties& site, const std::string& included) {
  constexpr std::string_view kRoot = "<configuration>\n";
  std::string xml = ConfigurationXml(site);
  if (!included.empty()) {
    xml.insert(xml.find(kRoot) + kRoot.size(),
               "  <xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"file://" +
                   PercentEncoded(included, kPathMarks) + "\"/>\n");
  }
  return xml;
}

}  // namespace hpdl::stdlib
