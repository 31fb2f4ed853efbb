#ifndef HPDL_RUNTIME_HADOOP_WEB_CLUSTERS_H_
#define HPDL_RUNTIME_HADOOP_WEB_CLUSTERS_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "runtime/hadoop/cluster.h"
#include "runtime/net/network.h"
#include "runtime/site/site.h"

namespace hpdl::rt {

/// hpdl_hadoop::open_clusters.
std::unique_ptr<Clusters> OpenWebClusters(boost::asio::io_context& loop, Network& network,
                                          const Site& site, const std::string& site_path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_HADOOP_WEB_CLUSTERS_H_
