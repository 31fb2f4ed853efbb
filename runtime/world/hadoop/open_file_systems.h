#ifndef HPDL_RUNTIME_WORLD_HADOOP_OPEN_FILE_SYSTEMS_H_
#define HPDL_RUNTIME_WORLD_HADOOP_OPEN_FILE_SYSTEMS_H_

#include <memory>

#include "runtime/world/files/file_system.h"
#include "runtime/world/hadoop/conf.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// Opens HDFS over WebHDFS with the configuration `conf` instead of this machine's configuration.
/// `site` and `network` outlive the result.
std::unique_ptr<FileSystems> OpenFileSystems(Network& network, const Site& site, HadoopConf conf);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_OPEN_FILE_SYSTEMS_H_
