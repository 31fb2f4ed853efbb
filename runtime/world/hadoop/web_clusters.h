#ifndef HPDL_RUNTIME_WORLD_HADOOP_WEB_CLUSTERS_H_
#define HPDL_RUNTIME_WORLD_HADOOP_WEB_CLUSTERS_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/hadoop/container_logs.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// Implements hpdl_hadoop::open_clusters.
std::unique_ptr<Clusters> OpenWebClusters(boost::asio::io_context& loop, Network& network,
                                          const Site& site, const std::string& site_path);

/// The logs to read.
struct LogQuestion {
  std::string application;
  std::string resource_manager;  ///< a name for Clusters::Open()
  std::string user;
  std::int64_t bytes = 0;  ///< maximum number of bytes from the end of each file
};

/// Implements hpdl_hadoop::container_logs. Errors are those of Clusters::Open() and
/// ContainerLogs::Read().
Result<std::vector<ContainerLog>> ReadContainerLogs(boost::asio::io_context& loop, Network& network,
                                                    const Site& site, const std::string& site_path,
                                                    const LogQuestion& question);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_WEB_CLUSTERS_H_
