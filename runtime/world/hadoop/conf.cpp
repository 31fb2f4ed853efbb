#include "runtime/world/hadoop/conf.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {

namespace {

Error Unusable(std::string message) {
  return {ErrorClass::kNonTransient, "E0902", std::move(message)};
}

std::string_view HostOfServer(std::string_view address) {
  return address.substr(0, address.rfind(':'));
}

std::string_view PortOfServer(std::string_view address) {
  const std::size_t colon = address.rfind(':');
  return colon == std::string_view::npos ? std::string_view() : address.substr(colon + 1);
}

/// Returns `address` with `host` in place of the host 0.0.0.0. A web server with the host 0.0.0.0
/// listens on all addresses of its machine, and the name node runs on the same machine.
std::string WithHost(const std::string& address, std::string_view host) {
  return HostOfServer(address) == "0.0.0.0"
             ? std::string(host) + ":" + std::string(PortOfServer(address))
             : address;
}

std::string WithScheme(std::string_view address, const char* scheme) {
  return address.find("://") != std::string_view::npos ? std::string(address)
                                                       : scheme + std::string(address);
}

/// Reads the web address of a name node. `suffix` is ".NAMESERVICE.ID" or "". Url() returns "" if
/// there is no address.
struct HttpKeys {
  explicit HttpKeys(const HadoopConf& conf)
      : https(conf.Value("dfs.http.policy") == "HTTPS_ONLY"),
        name(https ? "dfs.namenode.https-address" : "dfs.namenode.http-address") {}
  std::string Url(const HadoopConf& conf, const std::string& suffix, std::string_view host) const {
    const std::string address = conf.Value(name + suffix);
    return address.empty() ? address : WithScheme(WithHost(address, host), scheme());
  }
  const char* scheme() const { return https ? "https://" : "http://"; }
  bool https;
  std::string name;
};

std::vector<std::string> NameNodesOf(const HadoopConf& conf, const std::string& service) {
  return conf.List("dfs.ha.namenodes." + service);
}

Result<std::vector<std::string>> ServiceUrls(const HadoopConf& conf, const std::string& service) {
  const HttpKeys keys(conf);
  std::vector<std::string> urls;
  for (const std::string& id : NameNodesOf(conf, service)) {
    const std::string suffix = "." + service + "." + id;
    const std::string rpc = conf.Value("dfs.namenode.rpc-address" + suffix);
    std::string url = keys.Url(conf, suffix, HostOfServer(rpc));
    if (url.empty()) {
      return Unusable("name service " + service + ": " + conf.directory() +
                      "/hdfs-site.xml lacks " + keys.name + suffix);
    }
    urls.push_back(std::move(url));
  }
  return urls;
}

/// Returns the suffix of a name node's keys: its name service and, with HA, its id. `authority` is
/// the RPC address or the name service. Returns "" if the configuration does not have this name
/// node.
std::string SuffixOf(const HadoopConf& conf, std::string_view authority) {
  for (const std::string& service : conf.List("dfs.nameservices")) {
    for (const std::string& id : NameNodesOf(conf, service)) {
      const std::string suffix = "." + service + "." + id;
      if (conf.Value("dfs.namenode.rpc-address" + suffix) == authority) {
        return suffix;
      }
    }
    const std::string suffix = "." + service;
    if (NameNodesOf(conf, service).empty() &&
        (service == authority || conf.Value("dfs.namenode.rpc-address" + suffix) == authority)) {
      return suffix;
    }
  }
  return {};
}

bool IsThisCluster(const HadoopConf& conf, std::string_view authority) {
  if (conf.Value("dfs.namenode.rpc-address") == authority) {
    return true;
  }
  const std::string fs = conf.DefaultFileSystem();
  const std::size_t begin = fs.find("://");
  if (begin == std::string::npos) {
    return false;
  }
  std::string_view own = std::string_view(fs).substr(begin + 3);
  own = own.substr(0, own.find('/'));
  // A name node address without a port means port 8020.
  return own == authority ||
         (own == HostOfServer(authority) && PortOfServer(authority) == "8020") ||
         (HostOfServer(own) == authority && PortOfServer(own) == "8020");
}

}  // namespace

Result<HadoopConf> HadoopConf::Load(const std::string& directory) {
  HadoopConf conf;
  conf.directory_ = directory;
  std::set<std::string, std::less<>> finals;
  int found = 0;
  for (const char* name :
       {"/core-site.xml", "/hdfs-site.xml", "/yarn-site.xml", "/mapred-site.xml"}) {
    struct stat info{};
    if (stat((directory + name).c_str(), &info) != 0 && errno == ENOENT) {
      continue;
    }
    const Result<ConfigProperties> read = ReadConfigFile(directory + name);
    if (!read) {
      return Unusable(read.error().message);
    }
    Apply(*read, &conf.properties_, &finals);
    ++found;
  }
  if (found == 0) {
    return Unusable("Hadoop configuration " + directory +
                    " has no core-site.xml, hdfs-site.xml, yarn-site.xml or mapred-site.xml");
  }
  return conf;
}

std::string HadoopConf::Value(std::string_view name) const {
  if (properties_.find(name) == properties_.end()) {
    return {};
  }
  const Result<std::string> value = ExpandProperty(name, properties_);
  return value ? *value : std::string();
}

std::vector<std::string> HadoopConf::List(std::string_view name) const {
  return SplitList(Value(name));
}

std::string HadoopConf::DefaultFileSystem() const {
  std::string name = Value("fs.defaultFS");
  return name.empty() ? Value("fs.default.name") : name;
}

Result<std::vector<std::string>> NameNodeUrls(const HadoopConf& conf, std::string_view scheme,
                                              std::string_view authority) {
  const std::string name(authority);
  if (!NameNodesOf(conf, name).empty()) {
    return ServiceUrls(conf, name);
  }
  if (scheme != "hdfs") {
    return std::vector<std::string>{(scheme == "swebhdfs" ? "https://" : "http://") + name};
  }
  const std::string uri = "hdfs://" + name;
  if (conf.directory().empty()) {
    return Unusable(
        "the WebHDFS address of " + uri +
        " is not known, because there is no Hadoop configuration: set HADOOP_CONF_DIR to "
        "a directory with hdfs-site.xml, or set hpdl.hadoop.webhdfs.addresses in the "
        "site file, then resume the job");
  }
  const HttpKeys keys(conf);
  std::string suffix = SuffixOf(conf, authority);
  if (suffix.empty() && !IsThisCluster(conf, authority)) {
    return Unusable("the WebHDFS address of " + uri + " is not known: " + conf.directory() +
                    " does not have this name node in fs.defaultFS or dfs.namenode.rpc-address, "
                    "and has no dfs.ha.namenodes." +
                    name);
  }
  std::string url = keys.Url(conf, suffix, HostOfServer(authority));
  if (url.empty()) {
    return Unusable("the WebHDFS address of " + uri + " is not known: " + conf.directory() +
                    "/hdfs-site.xml lacks " + keys.name + suffix);
  }
  return std::vector<std::string>{std::move(url)};
}

std::vector<std::string> UrlsOfSetting(std::string_view setting, std::string_view authority) {
  std::vector<std::string> urls;
  for (const std::string& entry : SplitList(setting)) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || std::string_view(entry).substr(0, equals) != authority) {
      continue;
    }
    for (const std::string& address : SplitList(std::string_view(entry).substr(equals + 1), '|')) {
      urls.push_back(WithScheme(address, "http://"));
    }
  }
  return urls;
}

}  // namespace hpdl::rt
