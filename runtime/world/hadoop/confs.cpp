#include "runtime/world/hadoop/confs.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace hpdl::rt {

namespace {

constexpr const char* kUsualDirectory = "/etc/hadoop/conf";

}  // namespace

Result<const HadoopConf*> HadoopConfs::Of(const std::string& authority) {
  if (only_) {
    return &*only_;
  }
  const std::string directory = DirectoryOf(authority);
  const auto known = confs_.find(directory);
  if (known != confs_.end()) {
    return &known->second;
  }
  HadoopConf conf;
  if (!directory.empty()) {
    Result<HadoopConf> loaded = HadoopConf::Load(directory);
    HPDL_TRY(loaded);
    conf = std::move(*loaded);
  }
  return &(confs_[directory] = std::move(conf));
}

// In an oozie-site.xml, the entry for all servers (`*`) is meant for the machine from which the
// file comes. So HADOOP_CONF_DIR of this machine comes before this entry.
std::string HadoopConfs::DirectoryOf(const std::string& authority) const {
  if (authority != "*") {
    if (std::string own = SiteDirectory(authority); !own.empty()) {
      return own;
    }
  }
  const char* variable = std::getenv("HADOOP_CONF_DIR");
  if (variable != nullptr && *variable != '\0') {
    return variable;
  }
  for (std::string directory : {SiteDirectory("*"), std::string(kUsualDirectory)}) {
    if (!directory.empty() && access(directory.c_str(), F_OK) == 0) {
      return directory;
    }
  }
  return {};
}

std::string HadoopConfs::SiteDirectory(const std::string& authority) const {
  return DirectoryFor(site_.Text(Setting::kHadoopConfigurations), authority, site_path_);
}

}  // namespace hpdl::rt
