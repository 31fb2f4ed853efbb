#include "runtime/world/hadoop/web_clusters.h"

#include <map>
#include <utility>
#include <vector>

#include "runtime/world/files/await.h"
#include "runtime/world/hadoop/confs.h"
#include "runtime/world/hadoop/web_cluster.h"
#include "runtime/world/hadoop/yarn_addresses.h"

namespace hpdl::rt {

namespace {

std::shared_ptr<WebService> ServiceOf(std::string name, std::vector<std::string> urls) {
  auto service = std::make_shared<WebService>();
  service->name = std::move(name);
  service->urls = std::move(urls);
  return service;
}

/// The clusters that are used over REST. Looks up the addresses of each resource manager only once.
/// Makes each cluster only once for each user.
class WebClusters final : public Clusters {
 public:
  WebClusters(boost::asio::io_context& loop, Network& network, const Site& site,
              const std::string& site_path)
      : loop_(loop), network_(network), site_(site), confs_(site, site_path) {}

  Result<Cluster*> Open(std::string_view resource_manager, const std::string& user) override {
    if (resource_manager == "local") {
      return Error{ErrorClass::kNonTransient, "E0902",
                   "resource manager 'local' is not a cluster: give --local when you start or "
                   "resume the job"};
    }
    const std::string name(resource_manager.empty() ? "default" : resource_manager);
    const std::pair<std::string, std::string> key(name, user);
    const auto known = clusters_.find(key);
    if (known != clusters_.end()) {
      return known->second.get();
    }
    const Result<const HadoopConf*> conf = confs_.Of(name == "default" ? "*" : name);
    HPDL_TRY(conf);
    const Result<Services> services = ServicesOf(**conf, name);
    HPDL_TRY(services);
    auto cluster = std::make_unique<WebCluster>(loop_, **conf, name,
                                                ResourceManager(ClientOf(services->manager, user)),
                                                JobHistory(ClientOf(services->history, user)));
    return (clusters_[key] = std::move(cluster)).get();
  }

  struct Services {
    std::shared_ptr<WebService> manager, history;
  };
  /// Returns the services of the cluster `name`.
  Result<Services> Find(const std::string& name) {
    const Result<const HadoopConf*> conf = confs_.Of(name == "default" ? "*" : name);
    HPDL_TRY(conf);
    return ServicesOf(**conf, name);
  }

  RestClient ClientOf(const std::shared_ptr<WebService>& service, const std::string& user) {
    return RestClient(network_, service, user, std::string(site_.Text(Setting::kHadoopProxyUser)),
                      site_.Number(Setting::kHadoopTimeout) * 1000);
  }

 private:
  Result<Services> ServicesOf(const HadoopConf& conf, const std::string& name) {
    const auto known = services_.find(name);
    if (known != services_.end()) {
      return known->second;
    }
    std::vector<std::string> urls = UrlsOfSetting(site_.Text(Setting::kYarnAddresses), name);
    if (urls.empty()) {
      auto found = ResourceManagerUrls(conf, name);
      HPDL_TRY(found);
      urls = std::move(*found);
    }
    std::vector<std::string> history = UrlsOfSetting(site_.Text(Setting::kHistoryAddresses), name);
    if (history.empty()) {
      history.push_back(HistoryUrl(conf, urls.front()));
    }
    Services services;
    services.manager = ServiceOf("resource manager " + name, std::move(urls));
    services.history = ServiceOf("job history of " + name, std::move(history));
    return services_[name] = services;
  }

  boost::asio::io_context& loop_;
  Network& network_;
  const Site& site_;
  HadoopConfs confs_;
  std::map<std::string, Services> services_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<WebCluster>> clusters_;
};

}  // namespace

std::unique_ptr<Clusters> OpenWebClusters(boost::asio::io_context& loop, Network& network,
                                          const Site& site, const std::string& site_path) {
  return std::make_unique<WebClusters>(loop, network, site, site_path);
}

Result<std::vector<ContainerLog>> ReadContainerLogs(boost::asio::io_context& loop, Network& network,
                                                    const Site& site, const std::string& site_path,
                                                    const LogQuestion& question) {
  WebClusters clusters(loop, network, site, site_path);
  const std::string& user = question.user;
  const auto services =
      clusters.Find(question.resource_manager.empty() ? "default" : question.resource_manager);
  HPDL_TRY(services);
  ContainerLogs logs(
      clusters.ClientOf(services->manager, user), clusters.ClientOf(services->history, user),
      [&](const std::string& url) { return clusters.ClientOf(ServiceOf(url, {url}), user); });
  return Await(loop, logs.Read(question.application, question.bytes));
}

}  // namespace hpdl::rt
