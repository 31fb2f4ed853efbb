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

/// The functions that access Hadoop. The code that hpdlc emits refers to `hpdl_hadoop_web`, or to
/// null with --no-network. So the linker includes these functions only if they are needed.
struct hpdl_hadoop {
  /// Opens HDFS over WebHDFS. `site` and `network` outlive the result. Relative paths in the site
  /// start at the directory of `site_path`. Configuration files are read when they are first
  /// needed.
  std::unique_ptr<hpdl::rt::FileSystems> (*open)(hpdl::rt::Network& network,
                                                 const hpdl::rt::Site& site,
                                                 const std::string& site_path);
  /// Opens YARN and the job history over REST. The pauses between requests run on `loop`. `site`
  /// and `network` outlive the result. Relative paths in the site start at the directory of
  /// `site_path`. Configuration files are read when they are first needed.
  std::unique_ptr<hpdl::rt::Clusters> (*open_clusters)(boost::asio::io_context& loop,
                                                       hpdl::rt::Network& network,
                                                       const hpdl::rt::Site& site,
                                                       const std::string& site_path);
  /// Reads the logs of an application's containers, for `PROGRAM log`. Runs `loop` until they are
  /// read.
  hpdl::rt::Result<std::vector<hpdl::rt::ContainerLog>> (*container_logs)(
      boost::asio::io_context& loop, hpdl::rt::Network& network, const hpdl::rt::Site& site,
      const std::string& site_path, const hpdl::rt::LogQuestion& question);
};

extern "C" const hpdl_hadoop hpdl_hadoop_web;

#endif  // HPDL_RUNTIME_WORLD_HADOOP_HADOOP_H_
