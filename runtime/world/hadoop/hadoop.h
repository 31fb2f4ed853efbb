#ifndef HPDL_RUNTIME_WORLD_HADOOP_HADOOP_H_
#define HPDL_RUNTIME_WORLD_HADOOP_HADOOP_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "runtime/world/files/file_system.h"
#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/hadoop/web_clusters.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

/// What speaks to Hadoop. Emitted code names `hpdl_hadoop_web`, or null for --no-network, so that
/// the linker brings it in only then.
struct hpdl_hadoop {
  /// HDFS by WebHDFS. `site` and `network` outlive the result; relative paths in the site start at
  /// the directory of `site_path`. Configuration files are read when they are needed first.
  std::unique_ptr<hpdl::rt::FileSystems> (*open)(hpdl::rt::Network& network,
                                                 const hpdl::rt::Site& site,
                                                 const std::string& site_path);
  /// YARN and the job history by REST; waits are timed on `loop`. As above.
  std::unique_ptr<hpdl::rt::Clusters> (*open_clusters)(boost::asio::io_context& loop,
                                                       hpdl::rt::Network& network,
                                                       const hpdl::rt::Site& site,
                                                       const std::string& site_path);
  /// What containers of an application wrote; for `PROGRAM log`. Runs `loop` until it is read.
  hpdl::rt::Result<std::vector<hpdl::rt::ContainerLog>> (*container_logs)(
      boost::asio::io_context& loop, hpdl::rt::Network& network, const hpdl::rt::Site& site,
      const std::string& site_path, const hpdl::rt::LogQuestion& question);
};

extern "C" const hpdl_hadoop hpdl_hadoop_web;

#endif  // HPDL_RUNTIME_WORLD_HADOOP_HADOOP_H_
