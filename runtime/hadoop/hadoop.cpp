#include "runtime/hadoop/hadoop.h"

#include <unistd.h>

#include <cstdlib>
#include <map>
#include <utility>

#include "runtime/files/resolve_path.h"
#include "runtime/hadoop/conf.h"
#include "runtime/hadoop/web_clusters.h"
#include "runtime/hadoop/web_hdfs.h"

namespace hpdl::rt {

namespace {

constexpr const char* kUsualDirectory = "/etc/hadoop/conf";

/// Configurations are read once a process, name services and file systems are made once a user.
class WebFileSystems final : public FileSystems {
 public:
  WebFileSystems(Network& network, const Site& site, const std::string& site_path)
      : network_(network), site_(site), site_path_(site_path) {}

  Result<std::string> Default() override {
    const Result<const HadoopConf*> conf = ConfOf("*");
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
    const Result<const HadoopConf*> conf = ConfOf(authority);
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

 private:
  Result<std::shared_ptr<NameService>> ServiceOf(const HadoopConf& conf, const std::string& name,
                                                 const std::string& authority) {
    std::shared_ptr<NameService>& service = services_[name];
    if (service != nullptr) {
      return service;
    }
    auto made = std::make_shared<NameService>();
    made->name = name;
    made->urls = NameNodeUrlsOf(site_.Text(Setting::kHadoopAddresses), authority);
    if (made->urls.empty()) {
      auto urls = NameNodeUrls(conf, SchemeOf(name), authority);
      HPDL_TRY(urls);
      made->urls = std::move(*urls);
    }
    service = std::move(made);
    return service;
  }

  /// The configuration for a name node; an empty one if there is none.
  Result<const HadoopConf*> ConfOf(const std::string& authority) {
    const std::string directory = DirectoryOf(authority);
    const auto known = confs_.find(directory);
    if (known != confs_.end()) {
      return &known->second;
    }
    HadoopConf conf;
    if (!directory.empty()) {
      Result<HadoopConf> loaded = HadoopConf::Load(directory);
      HPDL_TRY(loaded);
      conf = std::move(*loaded);
    }
    return &(confs_[directory] = std::move(conf));
  }

  /// What the site says of this name node, HADOOP_CONF_DIR, what the site says of all, the usual
  /// place. An oozie-site.xml has an entry for all that means the machine that it comes from.
  std::string DirectoryOf(const std::string& authority) const {
    if (authority != "*") {
      if (std::string own = SiteDirectory(authority); !own.empty()) {
        return own;
      }
    }
    const char* variable = std::getenv("HADOOP_CONF_DIR");
    if (variable != nullptr && *variable != '\0') {
      return variable;
    }
    for (std::string directory : {SiteDirectory("*"), std::string(kUsualDirectory)}) {
      if (!directory.empty() && access(directory.c_str(), F_OK) == 0) {
        return directory;
      }
    }
    return {};
  }

  std::string SiteDirectory(const std::string& authority) const {
    for (const std::string& entry : SplitList(site_.Text(Setting::kHadoopConfigurations))) {
      if (entry.starts_with(authority + "=")) {
        const std::string directory = entry.substr(authority.size() + 1);
        return directory.starts_with('/')
                   ? directory
                   : site_path_.substr(0, site_path_.rfind('/') + 1) + directory;
      }
    }
    return {};
  }

  Network& network_;
  const Site& site_;
  const std::string site_path_;
  std::map<std::string, HadoopConf> confs_;
  std::map<std::string, std::shared_ptr<NameService>> services_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<FileSystem>> file_systems_;
};

std::unique_ptr<FileSystems> OpenWeb(Network& network, const Site& site,
                                     const std::string& site_path) {
  return std::make_unique<WebFileSystems>(network, site, site_path);
}

}  // namespace

}  // namespace hpdl::rt

const hpdl_hadoop hpdl_hadoop_web = {&hpdl::rt::OpenWeb, &hpdl::rt::OpenWebClusters};
