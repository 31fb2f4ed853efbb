#include "runtime/world/hadoop/hadoop.h"

#include <map>
#include <utility>

#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/confs.h"
#include "runtime/world/hadoop/open_file_systems.h"
#include "runtime/world/hadoop/web_clusters.h"
#include "runtime/world/hadoop/web_hdfs.h"

namespace hpdl::rt {

namespace {

/// The file systems of HDFS. Each configuration is read only once. There is one NameService object
/// for each name service, and one WebHdfs object for each user of a name service.
class WebFileSystems final : public FileSystems {
 public:
  WebFileSystems(Network& network, const Site& site, HadoopConfs confs)
      : network_(network), site_(site), confs_(std::move(confs)) {}

  Result<std::string> Default() override {
    const Result<const HadoopConf*> conf = confs_.Of("*");
    HPDL_TRY(conf);
    return (*conf)->DefaultFileSystem();
  }

  Result<FileSystem*> Open(std::string_view uri, const std::string& user) override {
    const std::string name(uri.substr(0, uri.find('/', uri.find("://") + 3)));
    const std::pair<std::string, std::string> key(name, user);
    const auto known = file_systems_.find(key);
    if (known != file_systems_.end()) {
      return known->second.get();
    }
    const std::string authority = name.substr(name.find("://") + 3);
    const Result<const HadoopConf*> conf = confs_.Of(authority);
    HPDL_TRY(conf);
    const auto service = ServiceOf(**conf, name, authority);
    HPDL_TRY(service);
    std::string home = (*conf)->Value("dfs.user.home.dir.prefix");
    NameNode node(network_, *service, user, std::string(site_.Text(Setting::kHadoopProxyUser)),
                  site_.Number(Setting::kHadoopTimeout) * 1000);
    auto files =
        std::make_unique<WebHdfs>(std::move(node), home.empty() ? "/user" : std::move(home));
    return (file_systems_[key] = std::move(files)).get();
  }

  Result<std::string> Property(std::string_view server, const std::string& name) override {
    const std::size_t scheme = server.find("://");
    const std::string authority(scheme == std::string_view::npos ? server
                                                                 : server.substr(scheme + 3));
    for (const std::string& each : {authority, std::string("*")}) {
      const Result<const HadoopConf*> conf = confs_.Of(each);
      HPDL_TRY(conf);
      if (std::string value = (*conf)->Value(name); !value.empty()) {
        return value;
      }
    }
    return std::string();
  }

 private:
  Result<std::shared_ptr<NameService>> ServiceOf(const HadoopConf& conf, const std::string& name,
                                                 const std::string& authority) {
    std::shared_ptr<NameService>& service = services_[name];
    if (service != nullptr) {
      return service;
    }
    auto made = std::make_shared<NameService>();
    made->name = name;
    made->urls = UrlsOfSetting(site_.Text(Setting::kHadoopAddresses), authority);
    if (made->urls.empty()) {
      auto urls = NameNodeUrls(conf, SchemeOf(name), authority);
      HPDL_TRY(urls);
      made->urls = std::move(*urls);
    }
    service = std::move(made);
    return service;
  }

  Network& network_;
  const Site& site_;
  HadoopConfs confs_;
  std::map<std::string, std::shared_ptr<NameService>> services_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<FileSystem>> file_systems_;
};

std::unique_ptr<FileSystems> OpenWeb(Network& network, const Site& site,
                                     const std::string& site_path) {
  return std::make_unique<WebFileSystems>(network, site, HadoopConfs(site, site_path));
}

}  // namespace

std::unique_ptr<FileSystems> OpenFileSystems(Network& network, const Site& site, HadoopConf conf) {
  return std::make_unique<WebFileSystems>(network, site, HadoopConfs(site, std::move(conf)));
}

}  // namespace hpdl::rt

const hpdl_hadoop hpdl_hadoop_web = {&hpdl::rt::OpenWeb, &hpdl::rt::OpenWebClusters,
                                     &hpdl::rt::ReadContainerLogs};
