#ifndef HPDL_RUNTIME_WORLD_HADOOP_YARN_ADDRESSES_H_
#define HPDL_RUNTIME_WORLD_HADOOP_YARN_ADDRESSES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/hadoop/conf.h"

/// Finds the web servers of YARN and of the job history in a Hadoop configuration.
namespace hpdl::rt {

/// Returns the base URLs ("http://host:8088") of the resource managers that `name` means. With high
/// availability there is more than one URL, and the URL of the named resource manager is the first.
/// `name` is the RPC address "host:port" of a resource manager, its id or host name in the
/// configuration, or yarn.resourcemanager.cluster-id. "", "default" and "yarnRM" mean the
/// configured resource managers. A web address with its scheme is returned as it is. If `name` is
/// an RPC address that the configuration does not have, the web server is assumed to be on the host
/// of this address. Fails with kNonTransient "E0902" if the configuration does not have the URLs;
/// the message names the keys.
Result<std::vector<std::string>> ResourceManagerUrls(const HadoopConf& conf, std::string_view name);

/// Returns the base URL of the job history server. If the configuration has no host for it, the
/// host of `resource_manager_url` is used. The default port is 19888, or 19890 with HTTPS.
std::string HistoryUrl(const HadoopConf& conf, std::string_view resource_manager_url);

/// Returns the host of "http://host:port", of "host:port" or of "[::1]:port".
std::string_view HostOfUrl(std::string_view url);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_YARN_ADDRESSES_H_
