#ifndef HPDL_RUNTIME_WORLD_HADOOP_CONFS_H_
#define HPDL_RUNTIME_WORLD_HADOOP_CONFS_H_

#include <map>
#include <optional>
#include <string>

#include "runtime/world/hadoop/conf.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// The Hadoop configurations of this machine, each read when it is needed first.
class HadoopConfs {
 public:
  /// `site` outlives this. Relative directories in it start at that of the file `site_path`.
  HadoopConfs(const Site& site, std::string site_path)
      : site_(site), site_path_(std::move(site_path)) {}
  /// One configuration for all, whatever the machine has.
  HadoopConfs(const Site& site, HadoopConf only) : site_(site), only_(std::move(only)) {}

  /// The configuration for the name node or resource manager "host:port"; "*": for whichever. An
  /// empty one if there is none. The first of: what the site has for it, HADOOP_CONF_DIR, what the
  /// site has for all, /etc/hadoop/conf. Errors as HadoopConf::Load().
  Result<const HadoopConf*> Of(const std::string& authority);

 private:
  std::string DirectoryOf(const std::string& authority) const;
  std::string SiteDirectory(const std::string& authority) const;

  const Site& site_;
  const std::string site_path_;
  const std::optional<HadoopConf> only_;
  std::map<std::string, HadoopConf> confs_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_CONFS_H_
