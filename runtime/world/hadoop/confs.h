#ifndef HPDL_RUNTIME_WORLD_HADOOP_CONFS_H_
#define HPDL_RUNTIME_WORLD_HADOOP_CONFS_H_

#include <map>
#include <optional>
#include <string>

#include "runtime/world/hadoop/conf.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// The Hadoop configurations of this machine. Each is read when it is first needed.
class HadoopConfs {
 public:
  /// `site` outlives the object. Relative directories in it start at the directory of the file
  /// `site_path`.
  HadoopConfs(const Site& site, std::string site_path)
      : site_(site), site_path_(std::move(site_path)) {}
  /// Uses the configuration `only` for all servers, and no configuration of the machine.
  HadoopConfs(const Site& site, HadoopConf only) : site_(site), only_(std::move(only)) {}

  /// Returns the configuration for the name node or resource manager "host:port"; "*" means any
  /// server. The first available of these directories is used: the site's directory for this
  /// server, HADOOP_CONF_DIR, the site's directory for all servers, /etc/hadoop/conf. Returns an
  /// empty configuration if no directory is available. Errors are those of HadoopConf::Load().
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
