#ifndef HPDL_RUNTIME_WORLD_HADOOP_YARN_ADDRESSES_H_
#define HPDL_RUNTIME_WORLD_HADOOP_YARN_ADDRESSES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/hadoop/conf.h"

/// Where the web servers of YARN and of the job history are, from a Hadoop configuration.
namespace hpdl::rt {

/// The base URLs ("http://host:8088") of the resource managers that `name` means, the one that it
/// names first; more than one with high availability. `name` is the RPC address "host:port" of one,
/// its id or host name in the configuration, yarn.resourcemanager.cluster-id, or "", "default" and
/// "yarnRM" for whatever is configured; a web address with its scheme is taken as it is. An RPC
/// address that the configuration does not know has its web server on the same host. kNonTransient
/// "E0902": the configuration does not tell; the message names the keys.
Result<std::vector<std::string>> ResourceManagerUrls(const HadoopConf& conf, std::string_view name);

/// The base URL of the job history server; where the configuration has none, port 19888 on the host
/// of `resource_manager_url`.
std::string HistoryUrl(const HadoopConf& conf, std::string_view resource_manager_url);

/// The host of "http://host:port", of "host:port" or of "[::1]:port".
std::string_view HostOfUrl(std::string_view url);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_YARN_ADDRESSES_H_
