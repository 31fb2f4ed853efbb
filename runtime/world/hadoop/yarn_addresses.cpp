#include "runtime/world/hadoop/yarn_addresses.h"

#include <algorithm>

namespace hpdl::rt {

namespace {

constexpr char kManager[] = "yarn.resourcemanager.";

Error Unknown(std::string message) {
  return {ErrorClass::kNonTransient, "E0902", std::move(message)};
}

bool IsAnywhere(std::string_view host) {
  return host.empty() || host == "0.0.0.0" || host == "[::]";
}

/// Returns the text after the last colon that is not part of an IPv6 address; "" if there is no
/// such colon.
std::string_view PortOfAddress(std::string_view address) {
  const std::size_t colon = address.rfind(':');
  const bool has = colon != std::string_view::npos && address.find(']', colon) == address.npos;
  return has ? address.substr(colon + 1) : std::string_view();
}

/// Reads the keys of one resource manager. `suffix` is ".ID" with high availability, else "".
class Manager {
 public:
  Manager(const HadoopConf& conf, std::string suffix) : conf_(conf), suffix_(std::move(suffix)) {}

  std::string Value(const char* key) const { return conf_.Value(kManager + (key + suffix_)); }

  std::string Host() const {
    const std::string host = Value("hostname");
    const std::string rpc = Value("address");
    return host.empty() || IsAnywhere(host) ? std::string(HostOfUrl(rpc)) : host;
  }

  std::string RpcAddress() const {
    const std::string rpc = Value("address");
    return rpc.empty() && !Host().empty() ? Host() + ":8032" : rpc;
  }

  bool IsCalled(std::string_view name) const {
    return !name.empty() && (name == RpcAddress() || name == Host() ||
                             (!suffix_.empty() && name == std::string_view(suffix_).substr(1)));
  }

  /// Returns the URL of the web server; "" if its host is not known. `host`, if not empty, replaces
  /// a missing host or 0.0.0.0.
  std::string Url(std::string_view host) const {
    std::string address = Value(https() ? "webapp.https.address" : "webapp.address");
    const std::string own = host.empty() ? Host() : std::string(host);
    if (address.empty() || IsAnywhere(HostOfUrl(address))) {
      if (IsAnywhere(own)) {
        return {};
      }
      const std::string port(PortOfAddress(address));
      address = own + ":" + (!port.empty() ? port : https() ? "8090" : "8088");
    }
    return (https() ? "https://" : "http://") + address;
  }

  std::string Key() const {
    return kManager + ((https() ? "webapp.https.address" : "webapp.address") + suffix_);
  }

 private:
  bool https() const { return conf_.Value("yarn.http.policy") == "HTTPS_ONLY"; }

  const HadoopConf& conf_;
  const std::string suffix_;
};

std::vector<Manager> ManagersOf(const HadoopConf& conf) {
  std::vector<Manager> managers;
  if (conf.Value("yarn.resourcemanager.ha.enabled") == "true") {
    for (const std::string& id : conf.List("yarn.resourcemanager.ha.rm-ids")) {
      managers.emplace_back(conf, "." + id);
    }
  }
  if (managers.empty()) {
    managers.emplace_back(conf, "");
  }
  return managers;
}

/// True for the names of the configured resource managers. "yarnRM" is Hadoop's own name for its
/// first cluster.
bool MeansConfigured(const HadoopConf& conf, std::string_view name) {
  return name.empty() || name == "default" || name == "yarnRM" ||
         name == conf.Value("yarn.resourcemanager.cluster-id");
}

/// Returns the error for a missing Hadoop configuration. `what` is the value that is not known.
Error NoConfiguration(std::string_view what) {
  return Unknown(std::string(what) +
                 " is not known, because there is no Hadoop configuration: set HADOOP_CONF_DIR to "
                 "a directory with yarn-site.xml, then resume the job");
}

Result<std::vector<std::string>> ConfiguredUrls(const HadoopConf& conf,
                                                const std::vector<Manager>& managers,
                                                std::size_t first) {
  std::vector<std::string> urls;
  for (std::size_t i = 0; i < managers.size(); ++i) {
    const Manager& manager = managers[(first + i) % managers.size()];
    std::string url = manager.Url({});
    if (url.empty() && conf.directory().empty()) {
      return NoConfiguration("the web address of the resource manager");
    }
    if (url.empty()) {
      return Unknown("the web address of the resource manager is not known: " + conf.directory() +
                     "/yarn-site.xml lacks " + manager.Key());
    }
    urls.push_back(std::move(url));
  }
  return urls;
}

}  // namespace

std::string_view HostOfUrl(std::string_view url) {
  const std::size_t scheme = url.find("://");
  url.remove_prefix(scheme == std::string_view::npos ? 0 : scheme + 3);
  url = url.substr(0, url.find('/'));
  const std::string_view port = PortOfAddress(url);
  return port.empty() ? url : url.substr(0, url.size() - port.size() - 1);
}

Result<std::vector<std::string>> ResourceManagerUrls(const HadoopConf& conf,
                                                     std::string_view name) {
  if (name.find("://") != std::string_view::npos) {
    while (name.ends_with('/')) {
      name.remove_suffix(1);
    }
    return std::vector<std::string>{std::string(name)};
  }
  const std::vector<Manager> managers = ManagersOf(conf);
  for (std::size_t i = 0; i < managers.size(); ++i) {
    if (managers[i].IsCalled(name)) {
      return ConfiguredUrls(conf, managers, i);
    }
  }
  if (MeansConfigured(conf, name)) {
    return ConfiguredUrls(conf, managers, 0);
  }
  if (PortOfAddress(name).empty() && conf.directory().empty()) {
    return NoConfiguration("resource manager '" + std::string(name) + "'");
  }
  if (PortOfAddress(name).empty()) {
    return Unknown("resource manager '" + std::string(name) +
                   "' is not known: no yarn.resourcemanager.cluster-id, id or host in " +
                   conf.directory() + "/yarn-site.xml has this name");
  }
  // `name` is the address of a cluster without configuration, or a different name of a configured
  // host. So the configuration gives only the scheme and the port of the URL.
  const Manager plain(conf, "");
  const std::string configured = managers.front().Url("host");
  const std::string scheme = configured.substr(0, configured.find("://") + 3);
  return std::vector<std::string>{scheme + std::string(HostOfUrl(name)) + ":" +
                                  std::string(PortOfAddress(configured))};
}

std::string HistoryUrl(const HadoopConf& conf, std::string_view resource_manager_url) {
  const bool https = conf.Value("mapreduce.jobhistory.http.policy") == "HTTPS_ONLY";
  const std::string address = conf.Value(https ? "mapreduce.jobhistory.webapp.https.address"
                                               : "mapreduce.jobhistory.webapp.address");
  const std::string rpc = conf.Value("mapreduce.jobhistory.address");
  std::string host(HostOfUrl(address));
  if (IsAnywhere(host)) {
    host = std::string(HostOfUrl(rpc));
  }
  if (IsAnywhere(host)) {
    host = std::string(HostOfUrl(resource_manager_url));
  }
  const std::string port(PortOfAddress(address));
  return (https ? "https://" : "http://") + host + ":" +
         (!port.empty() ? port
          : https       ? "19890"
                        : "19888");
}

}  // namespace hpdl::rt
